import { me } from "@/lib/auth/contract";
import { requireSignedIn } from "@/lib/auth/reads";
import { route } from "@/lib/http/route";

export const GET = route(me, async ({ signedIn }) => {
  const { user } = requireSignedIn(signedIn);
  return { user, roles: user.roles, permissions: user.permissions };
});
