import { ownRights } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";
import { listUsers } from "@/lib/users/contract";
import { listUsers as list } from "@/lib/users/list";

export const GET = route(listUsers, async ({ signedIn }) => ({ users: await list(ownRights(signedIn)) }));
