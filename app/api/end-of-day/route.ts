import { route } from "@/lib/api/route";
import { endOfDay } from "@/lib/evening/contract";
import { endOfDay as runEndOfDay } from "@/lib/evening/writes";

export const POST = route(endOfDay, ({ branch }) => runEndOfDay(branch));
