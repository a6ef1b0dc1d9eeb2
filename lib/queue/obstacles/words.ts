import { inList } from "../../in-list";
import type { TaskKind } from "../contract";
import type { Obstacle } from "./contract";

/** A worker, as far as it says whether anybody sends. */
export interface Sender {
  id: string;
  name: string;
  online: boolean;
  last_seen: string;
  can_send: boolean;
  /** A sentence. */
  problem: string | null;
  /** Its number rests, until somebody lets it send again. */
  is_stopped: boolean;
  /** Its phone is not linked, or WhatsApp has banned it: to start the PC alone changes nothing. */
  is_barred: boolean;
}

/** Whether it would send at once if somebody started it. */
type Helper = Pick<Sender, "id"> & { ready: boolean };

type Plain = Omit<Obstacle, "who">;
const NOTHING = { since: null, worker: null, resumes: false };

/** A worker that was there within so long is one that somebody can start, in milliseconds. */
const LATELY = 86_400_000;

/** Whether somebody can start a worker and it would send. @param at milliseconds */
export function canBeStarted({ online, is_stopped, is_barred, last_seen }: Sender, at: number): boolean {
  return !online && !is_stopped && !is_barred && Date.parse(last_seen) > at - LATELY;
}

/** What starting a worker would do, asked where none sends. */
interface Starts<One extends Sender> {
  /** Of all workers those that are off and would send such messages if somebody started them, the first first; one of them is named. */
  helpers: () => readonly Helper[];
  /** What would still stand against such messages if somebody started this one; null for nothing. */
  withoutHelp: (sender: One) => Plain | null;
}

/** What is as true of a worker once somebody has started it. @param lack a template that it needs */
export function withoutHelp({ id, name, is_stopped, is_barred, problem }: Sender, lack: () => Plain | null): Plain | null {
  if (!is_stopped && !is_barred) return lack();
  const why = is_stopped ? "its number may not send." : "its phone has to be seen to.";
  const reason = `No worker is running, and starting ${name} alone does not help: ${why} ${problem ?? ""}`.trim();
  return { what: "worker_stopped", reason, since: null, worker: { id, name }, resumes: is_stopped };
}

/** Why none of some workers sends; null where one of them does. */
export function nobodySends<One extends Sender>(senders: readonly One[], { helpers, withoutHelp }: Starts<One>): Plain | null {
  if (senders.some(({ can_send }) => can_send)) return null;
  const helping = helpers().flatMap((helper) => {
    const sender = senders.find(({ id }) => id === helper.id);
    return sender ? [{ sender, ...helper }] : [];
  });
  const held = senders.find(({ online }) => online);
  if (held) {
    const { id, name, is_stopped } = held;
    const off = helping.find(({ ready }) => ready)?.sender;
    const helps = off ? ` ${off.name} is off: starting it helps.` : "";
    const reason = `${cannotSend(held)}${helps}`;
    return { what: "worker_stopped", reason, since: null, worker: { id, name }, resumes: is_stopped };
  }
  const useful = senders.filter((one) => withoutHelp(one) === null);
  const last = helping[0]?.sender ?? newestOf(useful) ?? newestOf(senders);
  if (!last) return NO_WORKER;
  const still = withoutHelp(last);
  if (still) return still;
  const { id, name, last_seen } = last;
  return { what: "worker_off", reason: `No worker is running. Start ${name}.`, since: last_seen, worker: { id, name }, resumes: false };
}

const cannotSend = ({ name, problem }: Sender) => `${name} cannot send. ${problem ?? "Look at its window on that PC."}`;

/**
 * Of messages that nobody who sends now takes: they would go by a number that WhatsApp has stopped, and which somebody can let send again. What
 * the others lack is not what keeps them.
 */
export function numberStopped(sender: Sender): Plain {
  const { id, name } = sender;
  return { what: "worker_stopped", reason: cannotSend(sender), since: null, worker: { id, name }, resumes: true };
}

const newestOf = <One extends Sender>(senders: readonly One[]) =>
  senders.reduce<One | null>((newest, one) => (newest && newest.last_seen >= one.last_seen ? newest : one), null);

const NO_WORKER: Plain = {
  ...NOTHING,
  what: "no_worker",
  reason: "No worker has been started. Make a token for one, and start it on a PC.",
};

/** Of messages that are one number's alone, and no worker has that number any more. */
const noSuchNumber = (isBegun: boolean): Plain => ({
  ...NOTHING,
  what: "worker_off",
  reason: `The number that ${isBegun ? "has begun these messages" : "the guest wrote to"} is on no worker any more. Start the PC that had it.`,
});

/**
 * Why the one number does not send that alone may, while others do: a message whose fate nobody knows goes by no other, so that its guest
 * cannot get it twice; and an answer goes by the number that its guest wrote to.
 * @param senders those that have this number; @param isBegun whether it had them in hand before
 */
export function ownNumberRests(senders: readonly Sender[], isBegun: boolean): Plain {
  const plain = nobodySends(senders, { helpers: () => [], withoutHelp: (one) => withoutHelp(one, () => null) });
  if (!plain?.worker) return noSuchNumber(isBegun);
  const { name } = plain.worker;
  const why = plain.what === "worker_off" ? `It is off: start ${name}.` : plain.reason;
  return { ...plain, reason: `Only ${name} may send it, ${ownBecause(isBegun)}. ${why}` };
}

const ownBecause = (isBegun: boolean) => (isBegun ? "which had it in hand before" : "to which the guest wrote");

const KINDS: Record<TaskKind, string> = { menu: "menus", birthday: "birthdays", service: "letters" };

/** Who could send messages that need a template, by the names of the workers. */
export interface Ways {
  /** Those whose official numbers need it and have none. */
  official: readonly string[];
  /** Those that are off and may send it: somebody can start them. */
  away: readonly string[];
}

const anyOf = (names: readonly string[], last: "and" | "or") => inList(names, last) || "The official number";

/** What is quickest is said first: to start a PC again takes a minute, a template Meta's consent. */
export function noTemplate(kind: TaskKind, { official, away }: Ways): Plain {
  const name = `ame a template for ${anyOf(official, "and")} in WhatsApp Limits.`;
  const way = away.length > 0 ? `Start ${anyOf(away, "or")} again, or n${name}` : `N${name}`;
  const reason = `${anyOf(official, "and")} ${official.length > 1 ? "send" : "sends"} by an approved template alone, and none is named for ${KINDS[kind]}. ${way}`;
  return { ...NOTHING, what: "no_template", kind, reason };
}

/**
 * One advice: to start a PC that can send it, which is quicker, or to see to the template.
 * @param why that it is stopped (`isStoppedInWords`); @param reason the same with what to do about it (`waitsFor`)
 */
export function templateStopped(kind: TaskKind, { why, reason }: { why: string; reason: string }, { away }: Ways): Plain {
  const start = away.length > 0 ? `Start ${anyOf(away, "or")} again: it can send this. ${why}` : reason;
  return { ...NOTHING, what: "template_stopped", kind, reason: start };
}

/** The same as it is said before anything is queued. */
export function beforeSending({ reason, ...missing }: Plain, { official }: Ways): Plain {
  const whom = `guests who have written to the number of ${anyOf(official, "or")} within 24 hours`;
  return { ...missing, reason: `Nothing goes out yet, except to ${whom}. ${reason}` };
}
