import { route } from "@/lib/http/route";
import { sendStatement } from "@/lib/statement/contract";
import { sendStatement as send } from "@/lib/statement/send";

export const POST = route(sendStatement, ({ branch, params, by, ...caller }) => send(branch, params.id, caller, by));
