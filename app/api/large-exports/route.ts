import { route } from "@/lib/http/route";
import { listLargeExports } from "@/lib/large-exports/contract";
import { unseenExports } from "@/lib/large-exports/large-exports";

export const GET = route(listLargeExports, ({ by, ...caller }) => unseenExports(by.actor.id, caller));
