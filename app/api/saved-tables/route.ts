import { route } from "@/lib/http/route";
import { listSavedTables } from "@/lib/tables/contract";
import { listSavedTables as list } from "@/lib/tables/saved";

export const GET = route(listSavedTables, ({ branch }) => list(branch));
