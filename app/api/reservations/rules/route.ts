import { route } from "@/lib/http/route";
import { readRules, saveRules } from "@/lib/reservations/rules/contract";
import { changeRules, showRules } from "@/lib/reservations/rules/stored-rules";

export const GET = route(readRules, ({ branch, ...caller }) => showRules(branch, caller));
export const PUT = route(saveRules, ({ branch, body, by }) => changeRules(branch, body, by));
