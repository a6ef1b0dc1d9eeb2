import { route } from "@/lib/http/route";
import { addName } from "@/lib/staff/change";
import { addStaff } from "@/lib/staff/contract";

export const POST = route(addStaff, ({ params, body, by }) => addName(params.branch, body, by));
