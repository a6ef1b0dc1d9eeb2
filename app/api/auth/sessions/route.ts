import { requireSignedIn } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";
import { listOwnSessions } from "@/lib/users/contract";
import { sessionsOf } from "@/lib/users/list";

export const GET = route(listOwnSessions, async ({ signedIn }) => {
  const { user, sessionId } = requireSignedIn(signedIn);
  return { sessions: await sessionsOf(user.id, sessionId) };
});
