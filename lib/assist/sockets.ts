import { now } from "../clock";
import { log } from "../log";
import { assistRole } from "./contract";
import { refusalOf } from "./end-expired-sessions";
import { iceServers } from "./ice";
import { assist, keyOf, type Line, openLines, type Party, partyOf, type Room, refusalKept, type Ticket } from "./rooms";
import { happen, sayNewCode, sayTo } from "./session-effects";
import { type BareMessage, bareMessage, CLOSE, type FromClient, fromClient, type OnTheLine } from "./signals";

/** Whoever closes it so does not come back (RFC 6455, 7.4.1): a program that is done, a browser whose page or tab is closed. */
const LEFT = [1000, 1001];
const PER_SECOND = 20;
const BURST = 60;
export const LARGEST_FRAME = 64 * 1024;
const PER_PERSON = 4;
const ALTOGETHER = 200;

/** What the rest of the server does with an open socket. */
export interface OpenLine {
  userId: string;
  receive: (text: string) => void;
  /** It is closed, by whomever. @param code of the closing; 1000 and 1001 say that its owner is done */
  lost: (code?: number) => void;
}

/** The parameters in a socket's address. */
export interface Asked {
  session: string | null;
  role: string | null;
  ticket: string | null;
}

/** The number by which a socket is closed that was never let in, and why; for programs. */
export interface NotLetIn {
  /** The user of the ticket; null for an invalid one. */
  userId: string | null;
  close: number;
  why: string;
}

/**
 * Lets a socket in by its ticket, which is used up whatever comes of it: it must be of that session, that role and a sign-in
 * that still holds. A socket that the same person had in that role is replaced.
 */
export async function openLine(asked: Asked, line: Line): Promise<OpenLine | NotLetIn> {
  const ticket = takeTicket(asked.ticket ?? "");
  const role = assistRole.safeParse(asked.role).data;
  if (!ticket || !role || ticket.role !== role || ticket.room !== asked.session)
    return { userId: ticket?.userId ?? null, close: CLOSE.unauthenticated, why: "ticket" };
  const { userId } = ticket;
  const room = assist().rooms.get(ticket.room);
  const party = room && partyOf(room, role);
  if (!room || !party || party.userId !== userId) return noParty(room, ticket, line);
  if (openLines() >= ALTOGETHER || openLines(userId) >= PER_PERSON) return { userId, close: CLOSE.overloaded, why: "too many" };
  party.signIn = ticket.signIn;
  const refusal = await refusalOf(room, role);
  if (refusal) return { userId, close: refusal, why: "refused" };
  if (partyOf(room, role) !== party) return noParty(room, ticket, line);
  return attach(room, party, ticket, line);
}

/** Whoever asked, and was answered before their socket came, hears the answer; to everybody else there is no such session. */
function noParty(room: Room | undefined, { role, userId }: Ticket, line: Line): NotLetIn {
  const why = role === "viewer" ? refusalKept(room, userId, now().getTime()) : null;
  if (!why) return { userId, close: CLOSE.noSession, why: "no session" };
  line.send(JSON.stringify({ v: 1, seq: 0, type: "denied", why } satisfies OnTheLine));
  return { userId, close: CLOSE.ended, why: "not let in" };
}

function takeTicket(secret: string): Ticket | null {
  const { tickets } = assist();
  const key = keyOf(secret);
  const ticket = tickets.get(key);
  tickets.delete(key);
  return ticket && ticket.until > now().getTime() ? ticket : null;
}

function attach(room: Room, party: Party, { role }: Ticket, line: Line): OpenLine {
  const before = party.line;
  party.line = line;
  before?.close(CLOSE.replaced, "replaced");
  welcome(room, party, role);
  // The question of a viewer, a new code: they may have been said between the call that began it and the page's first socket.
  if (!party.isReached) sendKept(party, 0);
  if (room.session.state === "ended") {
    sayTo(room, role, { type: "ended", reason: room.session.reason ?? "network" });
    line.close(CLOSE.ended, "ended");
  } else {
    happen(room, { type: "socket", role, online: true });
  }
  const bucket = new Bucket();
  const connection = new BareConnection(room);
  let heard = -1;
  return {
    userId: party.userId,
    receive(text) {
      if (party.line !== line) return;
      if (!bucket.take()) return line.close(CLOSE.tooFast, "too fast");
      const message = readMessage(text, (said) => withHead(said, heard + 1, connection.genOf(said)));
      if (!message || message.seq <= heard) return line.close(CLOSE.badMessage, "bad message");
      heard = message.seq;
      party.isReached ||= message.type !== "resume" || message.token === party.resume;
      if (message.type === "ping") return line.send(JSON.stringify({ v: 1, seq: 0, type: "pong", t: message.t }));
      if (message.type === "resume") return resume(room, party, role, message.token, message.last);
      if (message.type === "stats") log().info({ session: room.id.slice(0, 6), role, ...message }, "assist stats");
      happen(room, { type: "message", from: role, message });
    },
    lost(code) {
      if (party.line !== line) return;
      party.line = null;
      if (partyOf(room, role) !== party) return;
      happen(room, { type: "socket", role, online: false });
      if (LEFT.includes(code ?? 0)) happen(room, { type: "leaves", role });
    },
  };
}

function welcome(room: Room, party: Party, role: "host" | "viewer"): void {
  const { host, viewer, session } = room;
  const person = ({ name, branch }: Party) => ({ name, branch });
  const words: OnTheLine = {
    v: 1,
    // The number of the last message before it: what comes next follows without a gap.
    seq: party.isReached ? party.sent : 0,
    type: "welcome",
    session: room.id,
    role,
    state: session.state,
    resume: party.resume,
    ice: session.state === "ended" ? [] : iceServers(room.id, role),
    limits: { perSecond: PER_SECOND, burst: BURST, frame: LARGEST_FRAME },
    gen: session.gen,
    preset: session.preset,
    host: person(host),
    viewer: viewer && person(viewer),
  };
  party.line?.send(JSON.stringify(words));
}

/** The page that was cut off gets what it missed. What it hears twice it knows by its number. */
function resume(room: Room, party: Party, role: "host" | "viewer", token: string, last: number): void {
  if (token !== party.resume) {
    party.line?.close(CLOSE.forbidden, "another page");
    return;
  }
  sendKept(party, last);
  // Whatever was kept is at most so much: a code that fell out of it is of no use to anybody.
  const isLost = role === "host" && room.session.state === "waiting" && last > 0 && party.sent - last > party.kept.length;
  if (isLost) sayNewCode(room);
}

function sendKept(party: Party, last: number): void {
  const missed = party.kept.filter(({ seq }) => seq > last);
  for (const { text } of missed) party.line?.send(text);
}

/** @param complete what to read in the place of a message that is bare */
function readMessage(text: string, complete: (said: BareMessage) => unknown): FromClient | null {
  if (Buffer.byteLength(text) > LARGEST_FRAME) return null;
  try {
    const said: unknown = JSON.parse(text);
    const bare = bareMessage.safeParse(said).data;
    return fromClient.safeParse(bare ? complete(bare) : said).data ?? null;
  } catch {
    return null;
  }
}

/** A message with its number and generation. */
function withHead(said: BareMessage, seq: number, gen: number) {
  const hasGen = said.type === "offer" || said.type === "answer" || said.type === "ice";
  return { v: 1, seq, ...said, ...(hasGen && { gen }) };
}

/** Which of the host's peer connections a bare message is of. */
class BareConnection {
  private offered = "";

  constructor(private readonly room: Room) {}

  /** Of the newest one; an offer of another one than the last begins the next. A connection keeps the id in its description (RFC 8829, 5.2.1). */
  genOf({ type, sdp }: BareMessage): number {
    const { gen } = this.room.session;
    if (type !== "offer") return Math.max(gen, 1);
    const id = /^o=\S+ (\S+)/m.exec(String(sdp))?.[1] ?? "";
    const isSame = gen > 0 && id !== "" && id === this.offered;
    this.offered = id;
    return isSame ? gen : gen + 1;
  }
}

/** So many at once, and so many a second from then on. */
class Bucket {
  private left = BURST;
  private at = performance.now();

  take(): boolean {
    const at = performance.now();
    this.left = Math.min(BURST, this.left + ((at - this.at) / 1000) * PER_SECOND);
    this.at = at;
    this.left--;
    return this.left >= 0;
  }
}
