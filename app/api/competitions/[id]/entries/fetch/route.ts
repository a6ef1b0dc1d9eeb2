import { fetchEntries } from "@/lib/competitions/contract";
import { fetchEntries as fetchComments } from "@/lib/competitions/entries/bring";
import { route } from "@/lib/http/route";

export const POST = route(fetchEntries, ({ params, request, by, ...caller }) => fetchComments(params.id, request.signal, by, caller));
