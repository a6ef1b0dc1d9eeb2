import { changeRole } from "@/lib/auth/contract";
import { changeRole as setRole } from "@/lib/auth/roles";
import { route } from "@/lib/http/route";

export const PUT = route(changeRole, ({ params, body, by }) => setRole(params.role, body, by));
