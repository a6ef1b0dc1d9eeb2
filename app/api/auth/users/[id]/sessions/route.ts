import { ownRights, requireSignedIn } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";
import { listSessions } from "@/lib/users/contract";
import { sessionsOfAnother } from "@/lib/users/list";

export const GET = route(listSessions, async ({ params, signedIn }) => ({
  sessions: await sessionsOfAnother(params.id, requireSignedIn(signedIn).sessionId, ownRights(signedIn)),
}));
