import { listRoles } from "@/lib/auth/contract";
import { listRoles as readRoles } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";

export const GET = route(listRoles, async () => ({ roles: await readRoles() }));
