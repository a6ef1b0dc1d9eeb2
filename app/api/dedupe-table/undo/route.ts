import { undoDedupe } from "@/lib/guests/contract";
import { undoDedupe as undo } from "@/lib/guests/dedupe/dedupe";
import { route } from "@/lib/http/route";

export const POST = route(undoDedupe, ({ branch, body, by }) => undo(branch, body.undo_id, by));
