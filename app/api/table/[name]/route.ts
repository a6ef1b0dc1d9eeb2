import { route } from "@/lib/http/route";
import { openTable } from "@/lib/tables/contract";
import { openTable as open } from "@/lib/tables/saved";

export const GET = route(openTable, ({ branch, params }) => open(branch, params.name));
