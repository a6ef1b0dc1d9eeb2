import { route } from "@/lib/http/route";
import { removeStaff } from "@/lib/staff/contract";
import { removeName } from "@/lib/staff/writes";

export const DELETE = route(removeStaff, ({ params, body, by }) => removeName(params.branch, body, by));
