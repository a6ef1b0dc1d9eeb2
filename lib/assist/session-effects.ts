import { v7 as uuid } from "uuid";
import { now } from "../clock";
import type { Actor } from "../db/actor";
import { hubStore } from "../db/find-store";
import type { Happening } from "../events";
import { log } from "../log";
import { giveCode, takeCode } from "./code-guesses";
import type { AssistRole } from "./contract";
import { assist, partyOf, type Refusal, type Room } from "./rooms";
import { type Effect, type Happens, step } from "./session";
import { CLOSE, type OnTheLine, type ToClient } from "./signals";

/** So many of the last messages are kept for a side whose socket was cut. */
const KEPT = 200;
/** How long an end and a no are remembered, in milliseconds, so that whoever comes back hears how it went. */
const REMEMBERED = 60_000;

/** Lets something happen to a session, and does what follows from it. */
export function happen(room: Room, what: Happens): void {
  const { session, effects } = step(room.session, what, now().getTime());
  room.session = session;
  for (const effect of effects) carryOut(room, effect);
}

function carryOut(room: Room, effect: Effect): void {
  if (effect.do === "say") sayTo(room, effect.to, effect.message);
  if (effect.do === "new code") sayNewCode(room);
  if (effect.do === "ask the host") askHost(room);
  if (effect.do === "decided") decided(room, effect.accepted, effect.why);
  if (effect.do === "ended") over(room);
  if (effect.do !== "code is used") return;
  room.seenSince = now().getTime();
  takeCode(room);
}

/** Sends a message to one side, and keeps it for a socket that is away at the moment. */
export function sayTo(room: Room, role: AssistRole, message: ToClient): void {
  const party = partyOf(room, role);
  if (!party) return;
  if (message.type === "pointer") {
    // Of the moment alone: not counted, and not kept.
    party.line?.send(JSON.stringify({ v: 1, seq: 0, ...message } satisfies OnTheLine));
    return;
  }
  party.sent++;
  const whole: OnTheLine = { v: 1, seq: party.sent, ...message };
  const text = JSON.stringify(whole);
  party.kept.push({ seq: party.sent, text });
  if (party.kept.length > KEPT) party.kept.shift();
  party.line?.send(text);
}

const expiryOf = (room: Room) => new Date(room.session.until).toISOString();

export function sayNewCode(room: Room): void {
  sayTo(room, "host", { type: "code", code: giveCode(room), expires_at: expiryOf(room) });
}

function askHost(room: Room): void {
  if (!room.viewer) return;
  const { name, branch } = room.viewer;
  sayTo(room, "host", { type: "join_request", viewer: { name, branch }, expires_at: expiryOf(room) });
}

function decided(room: Room, accepted: boolean, why: Refusal | "withdrawn"): void {
  const actor: Actor = why === "host" ? { kind: "user", id: room.host.userId } : { kind: "system", id: "remote assist" };
  writeDown(actor, { kind: "assist.answered", subjects: peopleOf(room), payload: { accepted, why } });
  if (accepted) return;
  if (room.viewer && why !== "withdrawn") room.turnedAway.set(room.viewer.userId, { why, until: now().getTime() + REMEMBERED });
  room.viewer?.line?.close(CLOSE.ended, "not let in");
  room.viewer = null;
}

function over(room: Room): void {
  takeCode(room);
  const at = now().getTime();
  room.forgetAt = at + REMEMBERED;
  const reason = room.session.reason ?? "network";
  const since = (time: number) => Math.round((at - time) / 1000);
  const actor: Actor = reason === "host" || reason === "viewer" ? { kind: "user", id: partyOf(room, reason)?.userId ?? "" } : SYSTEM;
  writeDown(actor, {
    kind: "assist.ended",
    subjects: peopleOf(room),
    payload: { reason, seconds: since(room.startedAt), seen_seconds: room.seenSince === null ? null : since(room.seenSince) },
  });
  for (const party of [room.host, room.viewer]) {
    party?.line?.close(CLOSE.ended, reason);
    if (party) party.line = null;
  }
}

const SYSTEM: Actor = { kind: "system", id: "remote assist" };

export const peopleOf = ({ id, host, viewer }: Room) => [id, host.userId, ...(viewer ? [viewer.userId] : [])];

/** What happens on a socket is over before it is written down: a full disk must not keep a picture going. */
function writeDown(actor: Actor, happened: Happening): void {
  const { writing } = assist();
  const written = hubStore()
    .then((hub) => hub.write({ actor, request_id: uuid(), receipt: null }, async () => ({ answer: undefined, happened: [happened] })))
    .catch((error: unknown) => log().error({ err: error, kind: happened.kind }, "an event of Remote Assist was not written down"))
    .finally(() => writing.delete(written));
  writing.add(written);
}

/** So many wrong codes came that those of all hosts are changed. */
export function changeAllCodes(wrong: number): void {
  const waiting = [...assist().rooms.values()].filter(({ session }) => session.state === "waiting");
  for (const room of waiting) sayNewCode(room);
  writeDown(SYSTEM, { kind: "assist.codes_changed", subjects: [], payload: { wrong, waiting: waiting.length } });
}
