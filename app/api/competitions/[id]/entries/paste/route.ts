import { pasteEntries as paste } from "@/lib/competitions/entries/bring";
import { pasteEntries } from "@/lib/competitions/entries/contract";
import { route } from "@/lib/http/route";

export const POST = route(pasteEntries, ({ params, body, by, ...caller }) => paste(params.id, body.text, by, caller));
