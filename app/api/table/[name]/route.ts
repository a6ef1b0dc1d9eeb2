import { route } from "@/lib/api/route";
import { openTable } from "@/lib/tables/contract";
import { openTable as open } from "@/lib/tables/reads";

export const GET = route(openTable, ({ branch, params }) => open(branch, params.name));
