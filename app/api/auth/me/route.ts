import { me } from "@/lib/auth/contract";
import { AppError } from "@/lib/errors";
import { route } from "@/lib/http/route";

export const GET = route(me, async ({ signedIn }) => {
  if (!signedIn) throw new AppError("unauthenticated", "Please sign in.");
  const { user } = signedIn;
  return { user, roles: user.roles, permissions: user.permissions };
});
