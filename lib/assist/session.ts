import type { AssistRole } from "./contract";
import type { ClientMessage, EndReason, FromClient, PassedOn, Preset, SessionState, ToClient } from "./signals";

/**
 * The life of one session, without any socket, clock or store: a state, what happens to it, and what is to be said or done
 * because of it. Times are milliseconds since 1970.
 */

const CODE_LASTS = 10 * 60_000;
const APPROVAL_LASTS = 60_000;
const CONNECTING_LASTS = 30_000;
const RECONNECTING_LASTS = 60_000;
const SESSION_LASTS = 2 * 3_600_000;
export const MOST_CANDIDATES = 100;

export interface Session {
  state: SessionState;
  /** When it ends, or goes back to waiting, by itself. */
  until: number;
  /** When it ends whatever happens. */
  lastUntil: number;
  /** The host's newest peer connection; 0 before the first. */
  gen: number;
  online: Record<AssistRole, boolean>;
  /** Whether the picture's own way between the two stands. */
  media: boolean;
  hasViewer: boolean;
  /** The quality that the host chose last. */
  preset: Preset;
  /** Candidates of the newest peer connection. */
  candidates: Record<AssistRole, number>;
  reason: EndReason | null;
}

export type Happens =
  | { type: "message"; from: AssistRole; message: FromClient }
  | { type: "socket"; role: AssistRole; online: boolean }
  | { type: "joined" }
  /** The viewer could not be written down, or went away before an answer. */
  | { type: "withdrawn" }
  | { type: "end"; reason: EndReason }
  | { type: "leaves"; role: AssistRole }
  | { type: "time" };

export type Effect =
  | { do: "say"; to: AssistRole; message: ToClient }
  /** The code does not work any more, and nobody has another one yet. */
  | { do: "new code" }
  | { do: "code is used" }
  | { do: "ask the host" }
  | { do: "decided"; accepted: boolean; why: "host" | "timeout" | "withdrawn" }
  | { do: "ended"; reason: EndReason };

export interface Step {
  session: Session;
  effects: Effect[];
}

/** A host who waits for a viewer. */
export function begun(now: number): Session {
  return {
    state: "waiting",
    until: now + CODE_LASTS,
    lastUntil: now + SESSION_LASTS,
    gen: 0,
    online: { host: false, viewer: false },
    media: false,
    hasViewer: false,
    preset: "low",
    candidates: { host: 0, viewer: 0 },
    reason: null,
  };
}

const other = (role: AssistRole): AssistRole => (role === "host" ? "viewer" : "host");
const stays = (session: Session): Step => ({ session, effects: [] });
const say = (to: AssistRole, message: ToClient): Effect => ({ do: "say", to, message });

/** What becomes of a session. A message that does not belong where it is said changes nothing. */
export function step(session: Session, happens: Happens, now: number): Step {
  if (session.state === "ended") return stays(session);
  switch (happens.type) {
    case "time":
      return timePassed(session, now);
    case "end":
      return ended(session, happens.reason);
    case "leaves":
      return leaves(session, happens.role, now);
    case "joined":
      return joined(session, now);
    case "withdrawn":
      return session.state === "pending_approval" ? backToWaiting(session, "withdrawn", now) : stays(session);
    case "socket":
      return socketChanged(session, happens.role, happens.online, now);
    case "message":
      return said(session, happens.from, happens.message, now);
  }
}

function timePassed(session: Session, now: number): Step {
  if (now >= session.lastUntil) return ended(session, "limit");
  if (now < session.until) return stays(session);
  if (session.state === "pending_approval") return backToWaiting(session, "timeout", now);
  if (session.state === "live") return stays(session);
  return ended(session, session.state === "waiting" ? "expired" : "network");
}

function ended(session: Session, reason: EndReason): Step {
  const bye = (to: AssistRole) => say(to, { type: "ended", reason });
  return {
    session: { ...session, state: "ended", reason, media: false },
    effects: [bye("host"), ...(session.hasViewer ? [bye("viewer")] : []), { do: "ended", reason }],
  };
}

/** Whoever only asked takes the question back; the host waits for somebody else. */
function leaves(session: Session, role: AssistRole, now: number): Step {
  return role === "viewer" && session.state === "pending_approval" ? backToWaiting(session, "withdrawn", now) : ended(session, role);
}

function joined(session: Session, now: number): Step {
  if (session.state !== "waiting") return stays(session);
  const next: Session = { ...session, state: "pending_approval", until: now + APPROVAL_LASTS, hasViewer: true };
  return { session: next, effects: [{ do: "ask the host" }] };
}

function backToWaiting(session: Session, why: "host" | "timeout" | "withdrawn", now: number): Step {
  const online = { ...session.online, viewer: false };
  const next: Session = { ...session, state: "waiting", until: now + CODE_LASTS, hasViewer: false, online };
  const told: Effect[] = why === "withdrawn" ? [] : [say("viewer", { type: "denied", why })];
  return { session: next, effects: [...told, { do: "decided", accepted: false, why }, { do: "new code" }] };
}

/** Live is a picture whose two sides can both be reached; the picture itself goes on while a socket is away. */
function settled(session: Session, now: number): Step {
  if (session.state !== "connecting" && session.state !== "live" && session.state !== "reconnecting") return stays(session);
  const isWhole = session.media && session.online.host && session.online.viewer;
  if (session.state === "connecting" && !isWhole) return stays(session);
  const state = isWhole ? "live" : "reconnecting";
  if (state === session.state) return stays(session);
  const until = state === "live" ? session.lastUntil : now + RECONNECTING_LASTS;
  const tell = (to: AssistRole) => say(to, { type: "state", state });
  return { session: { ...session, state, until }, effects: [tell("host"), tell("viewer")] };
}

function socketChanged(session: Session, role: AssistRole, online: boolean, now: number): Step {
  const next = { ...session, online: { ...session.online, [role]: online } };
  const tell: Effect[] = session.hasViewer && session.state !== "pending_approval" ? [say(other(role), { type: "peer", online })] : [];
  const after = settled(next, now);
  return { session: after.session, effects: [...tell, ...after.effects] };
}

const CONNECTED: readonly SessionState[] = ["connecting", "live", "reconnecting"];

/** Which side may send which message, and in which state; everything else is refused and changes nothing. */
export const MAY_SAY: Record<FromClient["type"], { from: readonly AssistRole[]; when: readonly SessionState[] }> = {
  join_decision: { from: ["host"], when: ["pending_approval"] },
  offer: { from: ["host"], when: CONNECTED },
  answer: { from: ["viewer"], when: CONNECTED },
  ice: { from: ["host", "viewer"], when: CONNECTED },
  renegotiate: { from: ["viewer"], when: CONNECTED },
  // Also while one side is away: the viewer learns of the change when they come back.
  quality: { from: ["host", "viewer"], when: CONNECTED },
  pointer: { from: ["viewer"], when: ["live"] },
  media: { from: ["host", "viewer"], when: CONNECTED },
  stats: { from: ["host", "viewer"], when: ["live"] },
  // These two are the socket's own; they reach no session.
  resume: { from: ["host", "viewer"], when: [] },
  ping: { from: ["host", "viewer"], when: [] },
  ended: { from: ["host", "viewer"], when: ["waiting", "pending_approval", ...CONNECTED] },
};

function said(session: Session, from: AssistRole, message: FromClient, now: number): Step {
  const rule = MAY_SAY[message.type];
  if (!rule.from.includes(from)) return refused(session, from, "not_yours", "This is for the other side to say.");
  if (!rule.when.includes(session.state)) return refused(session, from, "not_now", "This cannot be said now.");
  switch (message.type) {
    case "join_decision":
      return message.accept ? accepted(session, now) : backToWaiting(session, "host", now);
    case "ended":
      return leaves(session, from, now);
    case "offer":
    case "answer":
      return described(session, from, message);
    case "ice":
      return candidate(session, from, message);
    case "media":
      return message.gen === session.gen ? settled({ ...session, media: message.up }, now) : stays(session);
    case "quality":
      return quality(session, from, message);
    case "stats":
    case "resume":
    case "ping":
      return stays(session);
    default:
      return { session, effects: [passOn(from, message)] };
  }
}

function refused(session: Session, to: AssistRole, code: "not_now" | "not_yours" | "no_sound_no_data" | "too_many", detail: string): Step {
  return { session, effects: [say(to, { type: "error", code, detail })] };
}

function passOn(from: AssistRole, message: ClientMessage<PassedOn>): Effect {
  const { v: _v, seq: _seq, ...rest } = message;
  return say(other(from), rest);
}

/** What goes out is the host's word; the viewer's is a wish, which the host answers with a word of their own. */
function quality(session: Session, from: AssistRole, { preset: asked }: ClientMessage<"quality">): Step {
  const preset = asked === "auto" ? "low" : asked;
  return { session: from === "host" ? { ...session, preset } : session, effects: [say(other(from), { type: "quality", preset })] };
}

function accepted(session: Session, now: number): Step {
  const next: Session = { ...session, state: "connecting", until: now + CONNECTING_LASTS };
  const tell = (to: AssistRole) => say(to, { type: "state", state: "connecting" });
  return {
    session: next,
    effects: [{ do: "code is used" }, { do: "decided", accepted: true, why: "host" }, tell("host"), tell("viewer")],
  };
}

/** Video only: no line for sound, and none for data, by which somebody could steer the other side's machine. */
export function isVideoOnly(sdp: string): boolean {
  const kinds = [...sdp.matchAll(/^m=(\S+)/gm)].map(([, kind]) => kind);
  return kinds.length > 0 && kinds.every((kind) => kind === "video");
}

function described(session: Session, from: AssistRole, message: ClientMessage<"offer" | "answer">): Step {
  if (!isVideoOnly(message.sdp)) return refused(session, from, "no_sound_no_data", "Only a picture may be shared, no sound and no data.");
  const isNew = message.type === "offer" && message.gen > session.gen;
  if (!isNew && message.gen !== session.gen) return stays(session);
  const next = isNew ? { ...session, gen: message.gen, media: false, candidates: { host: 0, viewer: 0 } } : session;
  return { session: next, effects: [passOn(from, message)] };
}

/** A candidate of the host's may come before its offer, so only those of older connections are dropped. */
function candidate(session: Session, from: AssistRole, message: ClientMessage<"ice">): Step {
  const isStale = message.gen < session.gen || (from === "viewer" && message.gen !== session.gen);
  if (isStale) return stays(session);
  const count = session.candidates[from] + 1;
  if (count > MOST_CANDIDATES) return refused(session, from, "too_many", "Too many candidates for one connection.");
  return { session: { ...session, candidates: { ...session.candidates, [from]: count } }, effects: [passOn(from, message)] };
}
