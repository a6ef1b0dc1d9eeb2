import { route } from "@/lib/http/route";
import { adjustPoints as adjust, adjustmentsWaiting } from "@/lib/points-by-hand/adjust";
import { adjustPoints, listAdjustments } from "@/lib/points-by-hand/contract";

export const GET = route(listAdjustments, (call) => adjustmentsWaiting(call, call.by.actor.id));

export const POST = route(adjustPoints, ({ branch, body, by }) => adjust(branch, body, by));
