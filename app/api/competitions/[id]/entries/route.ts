import { bringEntries as bring } from "@/lib/competitions/entries/bring";
import { bringEntries, listEntries } from "@/lib/competitions/entries/contract";
import { listEntries as list } from "@/lib/competitions/show";
import { route } from "@/lib/http/route";

export const GET = route(listEntries, ({ params, query, ...caller }) => list(params.id, query, caller));

export const POST = route(bringEntries, ({ params, request, query, by, ...caller }) => bring(params.id, request, query.source, by, caller));
