import { route } from "@/lib/http/route";
import { addStaff } from "@/lib/staff/contract";
import { addName } from "@/lib/staff/writes";

export const POST = route(addStaff, ({ params, body, by }) => addName(params.branch, body, by));
