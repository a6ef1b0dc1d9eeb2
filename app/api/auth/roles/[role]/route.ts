import { route } from "@/lib/api/route";
import { changeRole } from "@/lib/auth/contract";
import { changeRole as setRole } from "@/lib/auth/writes";

export const PUT = route(changeRole, async ({ params, body }) => ({ roles: await setRole(params.role, body.permissions) }));
