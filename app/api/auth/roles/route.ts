import { route } from "@/lib/api/route";
import { listRoles } from "@/lib/auth/contract";
import { listRoles as readRoles } from "@/lib/auth/reads";

export const GET = route(listRoles, async () => ({ roles: await readRoles() }));
