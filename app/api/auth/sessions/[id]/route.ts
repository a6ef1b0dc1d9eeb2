import { requireSignedIn } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";
import { can } from "@/lib/permissions";
import { endSession as end } from "@/lib/users/change";
import { endSession } from "@/lib/users/contract";

export const DELETE = route(endSession, ({ params, signedIn, by }) => {
  const { user } = requireSignedIn(signedIn);
  return end(params.id, { userId: user.id, mayManage: can(user.permissions, "user_create") }, by);
});
