import { route } from "@/lib/http/route";
import { removeName } from "@/lib/staff/change";
import { removeStaff } from "@/lib/staff/contract";

export const DELETE = route(removeStaff, ({ params, body, by }) => removeName(params.branch, body, by));
