import { fetchEntries as fetchComments } from "@/lib/competitions/entries/bring";
import { fetchEntries } from "@/lib/competitions/entries/contract";
import { route } from "@/lib/http/route";

export const POST = route(fetchEntries, ({ params, request, by, ...caller }) => fetchComments(params.id, request.signal, by, caller));
