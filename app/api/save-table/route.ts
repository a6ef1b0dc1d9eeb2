import { route } from "@/lib/http/route";
import { saveTable } from "@/lib/tables/contract";
import { saveTable as save } from "@/lib/tables/save";

export const POST = route(saveTable, ({ branch, body, by, ...caller }) => save(branch, body, by, caller));
