import { me } from "@/lib/auth/contract";
import { requireSignedIn, rightsWord } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";

export const GET = route(me, async ({ signedIn }) => {
  const { user } = requireSignedIn(signedIn);
  return { user, roles: user.roles, permissions: user.permissions, rights: rightsWord(user) };
});
