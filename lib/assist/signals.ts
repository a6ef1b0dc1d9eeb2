import * as z from "zod";
import type { AssistRole } from "./contract";

/**
 * What goes over the socket of a session: JSON texts `{v: 1, type, seq, …}`. `seq` counts what a side has sent; `gen` counts
 * the peer connections that the host has made.
 */

export const END_REASONS = ["host", "viewer", "expired", "network", "replaced", "revoked", "limit", "shutdown"] as const;
export type EndReason = (typeof END_REASONS)[number];

/** What goes out: 1280 × 720 at 15 pictures a second, or 1920 × 1080 at 30; the host's quality steps thin either on a narrow line. */
export type Preset = "low" | "normal";
/** What may be asked for: `auto` leaves it to the host, who begins with `low`, from which the quality steps decide. */
const ASKED_PRESETS = ["low", "normal", "auto"] as const;

const head = { v: z.literal(1), seq: z.int().min(0).max(1e9) };
const gen = z.int().min(1).max(1e6);
const sdp = z.string().min(1).max(32_768);

const message = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ ...head, type: z.literal(type), ...shape });

const candidate = z.strictObject({
  candidate: z.string().max(1_024),
  sdpMid: z.string().max(64).nullish(),
  sdpMLineIndex: z.int().min(0).max(16).nullish(),
  usernameFragment: z.string().max(256).nullish(),
});

/** Everything that a client may say. */
export const fromClient = z.discriminatedUnion("type", [
  message("join_decision", { accept: z.boolean() }),
  message("offer", { gen, sdp }),
  message("answer", { gen, sdp }),
  message("ice", { gen, candidate: candidate.nullable() }),
  message("renegotiate", { reason: z.enum(["ice_failed", "new_viewer", "codec"]) }),
  /**
   * The host says which quality is sent, the viewer which one they ask for. Nobody can ask for a pause: who wants no picture ends the
   * session.
   */
  message("quality", { preset: z.enum(ASKED_PRESETS), paused: z.literal(false).optional() }),
  message("pointer", { x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
  /** Whether the picture's own way between the two stands; either side says it. */
  message("media", { gen, up: z.boolean() }),
  message("stats", {
    fps: z.number().min(0).max(1_000),
    width: z.number().min(0).max(100_000),
    kbits: z.number().min(0).max(1e7),
    rtt: z.number().min(0).max(1e6),
    path: z.enum(["host", "srflx", "prflx", "relay", "unknown"]),
  }),
  message("resume", { token: z.string().max(64), last: z.int().min(0).max(1e9) }),
  message("ping", { t: z.number() }),
  message("ended", {}),
]);
export type FromClient = z.output<typeof fromClient>;
export type ClientMessage<Type extends FromClient["type"] = FromClient["type"]> = Extract<FromClient, { type: Type }>;

/**
 * A message as the specification has it (docs/design/spec-shell.md 3), by a client that counts neither messages nor connections. What
 * else such a message says is left out.
 */
export const bareMessage = z
  .object({
    v: z.undefined(),
    type: z.enum(["join_decision", "offer", "answer", "ice", "ended"]),
    accept: z.unknown(),
    sdp: z.unknown(),
    candidate: z.unknown(),
  })
  .partial({ v: true, accept: true, sdp: true, candidate: true });
export type BareMessage = z.output<typeof bareMessage>;

/** A message before its sender has counted it. */
export type Uncounted<Message> = Message extends unknown ? Omit<Message, "v" | "seq"> : never;

export type SessionState = "waiting" | "pending_approval" | "connecting" | "live" | "reconnecting" | "ended";

/** A STUN or TURN server as browsers take it. */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** Somebody as the other side sees them. */
export interface AssistPerson {
  name: string;
  branch: string;
}

interface AssistLimits {
  /** Messages a second, and how many at once. */
  perSecond: number;
  burst: number;
  /** Bytes of one message. */
  frame: number;
}

/** Every message that the server sends itself, besides those that it passes on. */
type FromServer =
  | {
      type: "welcome";
      session: string;
      role: AssistRole;
      state: SessionState;
      /** Proves that a socket belongs to the page that had the one before. */
      resume: string;
      ice: IceServer[];
      limits: AssistLimits;
      gen: number;
      /** The quality that the host chose last. */
      preset: Preset;
      host: AssistPerson;
      viewer: AssistPerson | null;
    }
  | { type: "state"; state: SessionState }
  | { type: "code"; code: string; expires_at: string }
  | { type: "join_request"; viewer: AssistPerson; expires_at: string }
  | { type: "denied"; why: "host" | "timeout" }
  /**
   * The other side's socket came or went. Our pages show `state`, which changes with it once the picture stood; this is the
   * only word of it before, and says whether the socket is what is away.
   */
  | { type: "peer"; online: boolean }
  /** To the viewer: the quality that is sent. To the host: the quality that the viewer asks for. */
  | { type: "quality"; preset: Preset }
  | { type: "ended"; reason: EndReason }
  | { type: "error"; code: "not_now" | "not_yours" | "no_sound_no_data" | "too_many"; detail: string }
  | { type: "pong"; t: number };

/** The messages that are passed to the other side unchanged. */
export type PassedOn = "offer" | "answer" | "ice" | "renegotiate" | "pointer";

/** Every message that a client may receive: the server's own, and those of the other side. */
export type ToClient = FromServer | Uncounted<ClientMessage<PassedOn>>;

/** As it stands on the line; `seq` 0 is of the moment, and no part of the order. */
export type OnTheLine = ToClient & { v: 1; seq: number };

/** Why a socket was closed, by the number that the other side sees. */
export const CLOSE = {
  badMessage: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  noSession: 4404,
  silent: 4408,
  replaced: 4409,
  ended: 4410,
  tooFast: 4429,
  overloaded: 1013,
} as const;
