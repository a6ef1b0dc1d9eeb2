import { whoIsSignedIn } from "../auth/signed-in";
import { mayWorkIn } from "../caller";
import { now } from "../clock";
import { log } from "../log";
import { can } from "../permissions";
import type { AssistRole } from "./contract";
import { assist, partyOf, type Room } from "./rooms";
import { happen } from "./session-effects";
import { CLOSE } from "./signals";

/** How often sessions are looked at, in milliseconds: for what is over, and for who may no more. */
const EVERY = 500;

/** Why a socket is closed whose owner may no more. */
export const REVOKED = "revoked";

/** Begins to look at the sessions, as long as there is one. */
export function watchForExpiredSessions(): void {
  const mine = assist();
  if (mine.timer) return;
  let looking = false;
  mine.timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    try {
      if (assist() === mine) await endExpiredSessions();
      if (assist() === mine && mine.rooms.size > 0) return;
      if (mine.timer) clearInterval(mine.timer);
      mine.timer = null;
    } catch (error) {
      log().error({ err: error }, "sessions of Remote Assist were not looked at");
    } finally {
      looking = false;
    }
  }, EVERY).unref();
}

/** Ends what is over, and the sessions of people who were signed out, disabled, or may not share or watch any more. */
export async function endExpiredSessions(): Promise<void> {
  const { rooms, tickets } = assist();
  const at = now().getTime();
  for (const [key, ticket] of tickets) if (ticket.until <= at) tickets.delete(key);
  for (const room of [...rooms.values()]) {
    if (room.forgetAt !== null && room.forgetAt <= at) rooms.delete(room.id);
    happen(room, { type: "time" });
    for (const role of ["host", "viewer"] as const) {
      const refusal = await refusalOf(room, role);
      if (refusal) revoke(room, role, refusal);
    }
  }
}

const NEEDS = { host: "remote_assist_share", viewer: "remote_assist_view" } as const;

/** By which number a side's socket must be closed; null while they still may. */
export async function refusalOf(room: Room, role: AssistRole): Promise<number | null> {
  const party = partyOf(room, role);
  if (!party || room.session.state === "ended") return null;
  const who = await whoIsSignedIn(party.signIn);
  if (!who || who.user.id !== party.userId) return CLOSE.unauthenticated;
  const may = can(who.user.permissions, NEEDS[role]) && mayWorkIn(who.user.branches, room.host.branch);
  return may ? null : CLOSE.forbidden;
}

function revoke(room: Room, role: AssistRole, code: number): void {
  const party = partyOf(room, role);
  party?.line?.close(code, REVOKED);
  if (party) party.line = null;
  const isAsking = role === "viewer" && room.session.state === "pending_approval";
  happen(room, isAsking ? { type: "withdrawn" } : { type: "end", reason: "revoked" });
}

/** The server stops: everybody is told, and nobody is let in any more. Settles when all that happened is written down. */
export async function endAllSharing(): Promise<void> {
  const { rooms, writing } = assist();
  for (const room of rooms.values()) happen(room, { type: "end", reason: "shutdown" });
  await Promise.all(writing);
}
