import { randomBytes } from "node:crypto";
import type { AnswerOf } from "../api/endpoint";
import type { SignedIn } from "../auth/signed-in";
import { mayWorkIn } from "../caller";
import { now } from "../clock";
import { stepOf, type WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import type { Happening } from "../events";
import { branchName } from "../known-branches";
import { ALTOGETHER, countWrongCode, giveCode, refuseIfGuessing } from "./code-guesses";
import type { AssistRole, assistTicket, endAssist, joinAssist, startAssist } from "./contract";
import { watchForExpiredSessions } from "./end-expired-sessions";
import { assist, keyOf, type Party, type Room, refusalKept, roomOf } from "./rooms";
import { begun } from "./session";
import { changeAllCodes, happen, peopleOf } from "./session-effects";

const MOST_ROOMS = 100;
const TICKET_LASTS = 30_000;

const secret = (bytes = 16) => randomBytes(bytes).toString("base64url");

function partyFor({ user, sessionId }: SignedIn, branch: string): Party {
  return { userId: user.id, name: user.name, branch, signIn: sessionId, resume: secret(), line: null, isReached: false, sent: 0, kept: [] };
}

/** Nothing of it is kept for an Idempotency-Key: the answer holds a code. */
async function writeDown(by: WriteBy, happened: Happening): Promise<void> {
  const hub = await hubStore();
  await hub.write(stepOf(by), async () => ({ answer: undefined, happened: [happened] }));
}

/**
 * Begins a session of the caller's; one that they share already ends as `replaced`.
 * @throws AppError `busy` when the server has a hundred
 */
export async function startSharing(signedIn: SignedIn, branch: string, by: WriteBy): Promise<AnswerOf<typeof startAssist>> {
  const { rooms } = assist();
  const live = [...rooms.values()].filter(({ session }) => session.state !== "ended");
  const mine = live.filter(({ host }) => host.userId === signedIn.user.id);
  if (live.length - mine.length >= MOST_ROOMS)
    throw new AppError("busy", "Too many people share something at this moment. Try again in a few minutes.", { retryAfter: 60 });
  const at = now().getTime();
  const room: Room = {
    id: secret(),
    session: begun(at),
    host: partyFor(signedIn, branch),
    viewer: null,
    turnedAway: new Map(),
    codeKey: null,
    startedAt: at,
    seenSince: null,
    forgetAt: null,
  };
  await writeDown(by, { kind: "assist.started", subjects: peopleOf(room), payload: { branch } });
  for (const earlier of mine) happen(earlier, { type: "end", reason: "replaced" });
  rooms.set(room.id, room);
  watchForExpiredSessions();
  return { id: room.id, code: giveCode(room), expires_at: new Date(room.session.until).toISOString() };
}

/** The same for a code that is none, is over or was used: nobody learns which. */
const invalidCode = () => new AppError("not_found", "Invalid code.");

/** To choose another branch at the top would not help: the screen is the host's, wherever the viewer looks from. */
function elsewhere(branch: string): AppError {
  const name = branchName(branch);
  return new AppError(
    "branch_forbidden",
    `This screen is shared in ${name}, and you are signed in for other branches. Nothing was changed. Ask the host for somebody who works there.`,
  );
}

export interface Joins {
  signedIn: SignedIn;
  /** The branch that the viewer works for. */
  branch: string;
  /** Where the call came from. */
  address: string;
}

/**
 * Asks to be let in by a code.
 * @throws AppError `not_found`, `assist_busy` while somebody else asks with the same code, `rate_limited` after wrong ones,
 * `branch_forbidden` for a host of a branch in which the caller may not work
 */
export async function joinByCode(typed: string, joins: Joins, by: WriteBy): Promise<AnswerOf<typeof joinAssist>> {
  const { signedIn, address } = joins;
  refuseIfGuessing(signedIn.user.id, address);
  // Hashed whatever it is, so that a wrong code takes as long as a right one.
  const room = assist().rooms.get(assist().codes.get(keyOf(typed.replace(/[\s-]/g, ""))) ?? "");
  if (!room) {
    if (countWrongCode(signedIn.user.id, address)) changeAllCodes(ALTOGETHER);
    throw invalidCode();
  }
  if (!mayWorkIn(signedIn.user.branches, room.host.branch)) throw elsewhere(room.host.branch);
  const again = room.viewer?.userId === signedIn.user.id && room.session.state === "pending_approval";
  if (!again) await askToSee(room, joins, by);
  return { id: room.id, state: "pending_approval", expires_at: new Date(room.session.until).toISOString() };
}

async function askToSee(room: Room, { signedIn, branch }: Joins, by: WriteBy): Promise<void> {
  if (room.session.state !== "waiting" || room.viewer)
    throw new AppError("assist_busy", "Somebody else is joining with this code. Ask the host for a new one.");
  const viewer = partyFor(signedIn, branch);
  room.turnedAway.delete(viewer.userId);
  room.viewer = viewer; // before the first await: of two calls at once, the second must see this one
  try {
    await writeDown(by, { kind: "assist.asked", subjects: peopleOf(room), payload: { branch } });
  } catch (error) {
    room.viewer = null;
    throw error;
  }
  happen(room, { type: "joined" });
  if (!isAsking(room, viewer)) throw invalidCode(); // it ended in that moment
}

const isAsking = (room: Room, viewer: Party) => room.session.state === "pending_approval" && room.viewer === viewer;

/** @throws AppError `not_found` for a session in which the caller is neither host nor viewer */
export function endSharing(id: string, userId: string): AnswerOf<typeof endAssist> {
  const role = (["host", "viewer"] as const).find((one) => roomOf(id, one, userId));
  const room = role && roomOf(id, role, userId);
  if (!room) throw noSession();
  happen(room, { type: "leaves", role });
  return { ok: true, id, state: "ended" };
}

const noSession = () => new AppError("not_found", "There is no such session any more.");

/** @throws AppError `not_found` for a session in which the caller has not that role, and was not turned away a moment ago */
export function giveTicket(id: string, role: AssistRole, { user, sessionId }: SignedIn): AnswerOf<typeof assistTicket> {
  const { rooms, tickets } = assist();
  const isTurnedAway = role === "viewer" && refusalKept(rooms.get(id), user.id, now().getTime()) !== null;
  if (!isTurnedAway && !roomOf(id, role, user.id)) throw noSession();
  const ticket = secret(24);
  const until = now().getTime() + TICKET_LASTS;
  tickets.set(keyOf(ticket), { room: id, role, userId: user.id, signIn: sessionId, until });
  return { ticket, expires_at: new Date(until).toISOString() };
}
