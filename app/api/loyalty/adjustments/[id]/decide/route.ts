import { route } from "@/lib/http/route";
import { decideAdjustment as decide } from "@/lib/points-by-hand/adjust";
import { decideAdjustment } from "@/lib/points-by-hand/contract";

export const POST = route(decideAdjustment, (call) => decide(call.params.id, call.body, call, call.by));
