import { createHmac, randomBytes } from "node:crypto";
import { LimitedMap } from "../limited-map";
import { processWide } from "../process-wide";
import type { AssistRole } from "./contract";
import type { Session } from "./session";

/** A socket, as far as a session needs to know of it. */
export interface Line {
  /** Sends a whole text. */
  send: (text: string) => void;
  /** @param reason read by programs, never shown */
  close: (code: number, reason: string) => void;
}

/** One side of a session. */
export interface Party {
  userId: string;
  name: string;
  branch: string;
  /** The sign-in by which they came; when it is over, so is the session. */
  signIn: string;
  /** Proves that a new socket belongs to the page that had the one before. */
  resume: string;
  line: Line | null;
  /** Whether the page has sent anything on this socket. Until then it is unknown which messages reached it. */
  isReached: boolean;
  /** How many messages were sent to them, and the last of those, for a socket that was cut. */
  sent: number;
  kept: { seq: number; text: string }[];
}

/** Why somebody was not let in: the host's no, or a minute without an answer. */
export type Refusal = "host" | "timeout";

interface TurnedAway {
  why: Refusal;
  until: number;
}

/** A session with the people in it; in this process's memory alone: a restart ends every one. */
export interface Room {
  id: string;
  session: Session;
  host: Party;
  viewer: Party | null;
  /** Viewers who were refused, by user, so that one whose socket comes after the answer is told too. */
  turnedAway: Map<string, TurnedAway>;
  /** The HMAC of the code that leads here; null while none does. */
  codeKey: string | null;
  startedAt: number;
  seenSince: number | null;
  /** When the room is forgotten; until then who comes back is told how it ended. */
  forgetAt: number | null;
}

export interface Ticket {
  room: string;
  role: AssistRole;
  userId: string;
  signIn: string;
  until: number;
}

const MOST_TICKETS = 2_000;

interface Assist {
  rooms: Map<string, Room>;
  /** Rooms by the HMAC of their code. */
  codes: Map<string, string>;
  /** By the HMAC of the ticket. */
  tickets: Map<string, Ticket>;
  /** Made anew by each start: no code and no ticket outlives the process that gave it. */
  key: Buffer;
  timer: NodeJS.Timeout | null;
  /** What is being written down of that which happened. */
  writing: Set<Promise<unknown>>;
}

export const assist = () =>
  processWide(
    "assist sessions",
    (): Assist => ({
      rooms: new Map(),
      codes: new Map(),
      tickets: new LimitedMap(MOST_TICKETS),
      key: randomBytes(32),
      timer: null,
      writing: new Set(),
    }),
  );

/** What a code or ticket is looked up by: neither is kept as it is. */
export function keyOf(secret: string): string {
  return createHmac("sha256", assist().key).update(secret).digest("base64url");
}

/** The room of a live session in which somebody has that role; null for anybody else's, and for none. */
export function roomOf(id: string, role: AssistRole, userId: string): Room | null {
  const room = assist().rooms.get(id);
  return room && partyOf(room, role)?.userId === userId ? room : null;
}

/** The host's answer to somebody whom it has not reached yet; null for whoever was not turned away in the last minute. */
export function refusalKept(room: Room | undefined, userId: string, at: number): Refusal | null {
  const kept = room?.turnedAway.get(userId);
  return kept && at < kept.until ? kept.why : null;
}

export function partyOf(room: Room, role: AssistRole): Party | null {
  return role === "host" ? room.host : room.viewer;
}

/** How many sockets are open: all of them, or one person's. */
export function openLines(userId?: string): number {
  let count = 0;
  for (const { host, viewer } of assist().rooms.values())
    for (const party of [host, viewer]) if (party?.line && (userId === undefined || party.userId === userId)) count++;
  return count;
}
