import { updateTableContact } from "@/lib/guests/contract";
import { correctRow } from "@/lib/guests/correct-row";
import { route } from "@/lib/http/route";

export const POST = route(updateTableContact, ({ branch, body, by, ...caller }) => correctRow(branch, body, by, caller));
