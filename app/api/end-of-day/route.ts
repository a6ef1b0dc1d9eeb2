import { endOfDay } from "@/lib/evening/contract";
import { endOfDay as runEndOfDay } from "@/lib/evening/end-of-day";
import { route } from "@/lib/http/route";

export const POST = route(endOfDay, ({ branch, by, refusal }) => runEndOfDay(branch, by, refusal));
