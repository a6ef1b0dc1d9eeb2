import { formatBirthday } from "../../birthday-dates";
import type { DayHours } from "../../business-day";
import { localDate, localTime } from "../../local-time";
import { messageIdOf } from "../duplicates/identity";
import type { Changes, Item } from "../item-states";
import { released, UNCERTAIN } from "../item-states";
import { OPTED_OUT, OPTED_OUT_CODE } from "../left-out-reasons";
import type { Limits } from "../limits/contract";
import { endOfQuiet } from "../send-policy/quiet";
import { isAnyHour, type Timed, tooLateFrom } from "../send-policy/too-late";
import { BELATED } from "../tasks";
import { REACH_OUT } from "../try-again-or-fail";
import type { Retrying } from "./contract";

const DAY = 24 * 3_600_000;

type QuietHours = Limits["quiet"];

/** When messages go. */
export interface SendingTimes {
  hours: DayHours;
  quiet: QuietHours;
}

/** What is not asked for again: the guest said no, has the message already, or did not agree to any. */
const FINAL = [OPTED_OUT_CODE, "DUPLICATE", "NO_CONSENT"];
/** How long after it began a message in doubt may be sent once more with the same id, in milliseconds (docs/design/whatsapp.md 4.4). */
const SAME_ID_WITHIN = DAY;
/**
 * WhatsApp keeps an offer from a guest who gets many of them, and wants no other try within a day (docs/design/whatsapp.md 1.3;
 * docs/design/open-screens.md 2.6.6).
 */
const OFFERS_HELD_BACK = "131049";
const HELD_BACK_FOR = DAY;

/**
 * What retrying makes of a failed message (docs/design/whatsapp.md 4.4 and P9): one that was proven not sent becomes a new message. One
 * that may have arrived goes out once more only as the very same message, from the same number; where WhatsApp would show it twice it is
 * left alone. Where WhatsApp punishes another try of a linked phone, it goes by the official number alone.
 * @param official the number of the official API that takes it now (`officialWays`); null where there is none
 * @returns null for one that retrying leaves as it is
 */
export function retried(item: Item, times: SendingTimes, at: number, official: string | null): Changes | null {
  if (!mayGoAgain(item, times.hours, at) || at < heldBackUntil(item)) return null;
  if (item.last_code === REACH_OUT) return official === null ? null : { ...asNewMessage(item, times, at), account: official };
  if (item.last_code !== UNCERTAIN) return asNewMessage(item, times, at);
  return isSameByItsId(item, at) ? { ...fresh(item, times, at), account: item.account } : null;
}

/**
 * What becomes of a message in doubt when somebody accepts that it may arrive twice: a new message, unless it can go as the very
 * same one.
 * @returns null for one that is not in doubt, or for which it is too late
 */
export function retriedDespiteDoubt(item: Item, times: SendingTimes, at: number): Changes | null {
  if (item.last_code !== UNCERTAIN || !mayGoAgain(item, times.hours, at)) return null;
  return retried(item, times, at, null) ?? asNewMessage(item, times, at);
}

function mayGoAgain(item: Item, hours: DayHours, at: number): boolean {
  return item.status === "FAILED" && !FINAL.includes(item.last_code ?? "") && at < tooLateFrom(item, hours);
}

/** @returns milliseconds; 0 where WhatsApp asks for no pause */
function heldBackUntil({ last_code, ended_at }: Item): number {
  return last_code === OFFERS_HELD_BACK && ended_at !== null ? Date.parse(ended_at) + HELD_BACK_FOR : 0;
}

/** Whether a message in doubt, sent once more with its own id, is the same one to the guest's phone. */
function isSameByItsId({ account, send_started_at }: Item, at: number): boolean {
  const begun = send_started_at ? Date.parse(send_started_at) : 0;
  return !account?.startsWith("cloud") && at - begun < SAME_ID_WITHIN;
}

/** On another day than the birthday somebody has said that it may go, and that is asked in the quiet hours before the day ends, too. */
function fresh(item: Item, times: SendingTimes, at: number) {
  const isBelated = item.kind === "birthday" && item.not_after !== null && goesFrom(item, times, at) >= Date.parse(item.not_after);
  return {
    ...released(item, at),
    attempts: 0,
    ended_at: null,
    delivery: null,
    prefer_worker: null,
    ...(isBelated && { not_after: null, priority: BELATED }),
  };
}

/** When a message that is queued now goes at the earliest, in milliseconds. */
export function goesFrom(item: Timed, { hours, quiet }: SendingTimes, at: number): number {
  return isAnyHour(item) ? at : (endOfQuiet(at, quiet, hours.timeZone) ?? at);
}

function asNewMessage(item: Item, times: SendingTimes, at: number): Changes {
  const generation = item.generation + 1;
  return { ...fresh(item, times, at), generation, message_id: messageIdOf(item.id, generation) };
}

/**
 * What is told of a message beside its error: whether retrying sends it again, and why not.
 * @param saidNo whether its guest has said no to messages by now
 * @param official as of `retried`
 */
export function retryingOf(item: Item, saidNo: boolean, times: SendingTimes, at: number, official: string | null): Retrying {
  const can_retry = !saidNo && retried(item, times, at, official) !== null;
  const in_doubt = !can_retry && !saidNo && retriedDespiteDoubt(item, times, at) !== null;
  const isLeft = item.status === "FAILED" && !can_retry;
  const isInVain = can_retry && NO_WHATSAPP.includes(item.last_code ?? "");
  const why = isLeft ? whyLeft(item, saidNo || in_doubt, times.hours, at) : null;
  return { can_retry, in_doubt, left_because: isInVain ? IN_VAIN : why };
}

/** WhatsApp does not know the number: the codes of an official number and of a linked phone. */
const NO_WHATSAPP: readonly string[] = ["131026", "NOT_ON_WHATSAPP"];
const IN_VAIN = "Retrying goes to the same number, and fails again as long as that has no WhatsApp: correct the number, and send it anew.";

const LEFT = "Retrying leaves it as it is.";

function whyLeft(item: Item, isToldElsewhere: boolean, hours: DayHours, at: number): string {
  const from = heldBackUntil(item);
  if (isToldElsewhere || at >= from) return LEFT;
  if (from >= tooLateFrom(item, hours)) return `${LEFT} WhatsApp wants a day between, and then it is too late.`;
  const [date, time] = [localDate(new Date(from), hours.timeZone), localTime(new Date(from), hours.timeZone)];
  return `${LEFT} It can be retried from ${time} on ${formatBirthday(`-${date.slice(4)}`)} on: WhatsApp wants a day between.`;
}

/** The birthday that a greeting is for; where its campaign names none, the day on which it was queued: YYYY-MM-DD. */
export function dayOf({ created_at }: Pick<Item, "created_at">, date: string | null, timeZone: string): string {
  return date ?? localDate(new Date(created_at), timeZone);
}

/** Why some of what failed did not go again, though it could: how many of each. */
export interface LeftOut {
  /** Their guests have said no since. */
  noes: number;
  /** It would go on another day than the birthday, and nobody has said that it may. */
  another_day: number;
}

/** What is said beside messages that are in the queue again and wait: their guests wrote what sounds like a no. */
function heldText(again: number, held: number): string {
  const which = again === held ? (held === 1 ? "It is held" : "They are held") : `${held} of them ${held === 1 ? "is" : "are"} held`;
  return `${which}: the guest${held === 1 ? "" : "s"} wrote what sounds like a no, and nothing goes to them until somebody decides.`;
}

/** The quiet hours in which something is retried. */
export interface QuietNow extends QuietHours {
  /** Of how many their birthday is over then. */
  late: number;
}

function quietNowText(again: number, { from, to, late }: QuietNow): string {
  const goes = `Nothing goes between ${from} and ${to}: ${again === 1 ? "it goes" : "they go"} from ${to} on`;
  return late > 0 ? `${goes}, ${late === again ? "" : `${late} of them `}after the birthday.` : `${goes}.`;
}

/** What is said of one that is sent despite its doubt. @param quiet as of `retriedText` */
export const queuedAgainText = (quiet: QuietNow | null) => `It is in the queue again.${quiet ? ` ${quietNowText(1, quiet)}` : ""}`;

/**
 * What is said of a retry.
 * @param held of those that go again, how many wait for a decision
 * @param left how many are left as they are
 * @param quiet null outside of them, and for what goes in them too
 */
export function retriedText(
  { again, held, left }: { again: number; held: number; left: number },
  { noes, another_day }: LeftOut,
  quiet: QuietNow | null,
): string {
  const why = quiet ? `nothing goes before ${quiet.to}, and then it is another day than the birthday.` : "today is not the birthday.";
  if (again === 0 && noes === 0 && another_day === 0) return NOTHING;
  const parts = [again > 0 ? `Retrying ${again} message(s).` : `${NOTHING}.`];
  if (quiet && again > held) parts.push(quietNowText(again - held, quiet));
  if (held > 0) parts.push(heldText(again, held));
  if (again > 0 && left > 0) parts.push(`${left} left as they are.`);
  if (noes > 0) parts.push(`${noes} left out: the guest has said no to messages since.`);
  if (another_day > 0) parts.push(`${another_day} left out: ${why}`);
  return parts.join(" ");
}

const NOTHING = "No failed contacts to retry";

/**
 * Why a message that somebody wanted to send despite its doubt stays as it is.
 * @param saidNo whether its guest has said no to messages by now
 * @param isTaken whether the guest gets, or got, the same by another message
 */
export function notSentAgain({ status, last_code }: Pick<Item, "status" | "last_code">, saidNo: boolean, isTaken: boolean): string {
  if (status === "SENT") return `It has arrived after all. ${UNTOUCHED}`;
  if (status === "PENDING" || status === "IN_PROGRESS") return `It is on its way already. ${UNTOUCHED}`;
  if (status === "CANCELLED") return `Somebody has cancelled it. ${UNTOUCHED}`;
  if (saidNo) return `${OPTED_OUT} ${UNTOUCHED}`;
  if (last_code !== UNCERTAIN) return `It is known by now that it did not arrive. ${UNTOUCHED} Look why, and retry it with the others.`;
  if (isTaken) return `The same message is on its way to the guest, went out, or may have. ${UNTOUCHED}`;
  return `It is too late for it. ${UNTOUCHED}`;
}

const UNTOUCHED = "Nothing was sent again.";

/** Why a message of which somebody says that it arrived stays as it is. */
export function notSettled({ status }: Pick<Item, "status">): string {
  if (status === "SENT") return `It counts as sent already. ${UNCHANGED}`;
  if (status === "PENDING" || status === "IN_PROGRESS") return `It is on its way again. ${UNCHANGED}`;
  if (status === "CANCELLED") return `Somebody has cancelled it. ${UNCHANGED}`;
  return `It is known by now that it did not arrive. ${UNCHANGED}`;
}

const UNCHANGED = "Nothing was changed.";
