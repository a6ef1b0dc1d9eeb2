import { route } from "@/lib/http/route";
import { seenLargeExports } from "@/lib/large-exports/contract";
import { noteSeen } from "@/lib/large-exports/large-exports";

export const POST = route(seenLargeExports, ({ by, body, ...caller }) => noteSeen(caller, by.actor.id, body.up_to, by));
