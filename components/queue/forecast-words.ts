import { inList } from "@/components/ui/counted";
import { timeOfDay } from "@/components/ui/local-times";
import type { TaskKind } from "@/lib/queue/contract";
import type { Forecast } from "@/lib/queue/forecast/contract";
import { refusedInWords } from "@/lib/queue/next-try/words";
import { takersToday } from "./senders-for";

const shown = (count: number) => count.toLocaleString("en");

/**
 * `At most 12 of 57 can go today by phone-pc; naming a template for cloud-pc would let the rest go.`
 * @param kind of menus it is the number itself: nothing goes before them
 * @param timeZone the restaurant's
 */
export function forecastInWords(
  { total, today, by, ways, first, start, no_worker, had_enough: full = 0 }: Forecast,
  kind: TaskKind,
  timeZone: string,
): string {
  if (no_worker) return total === 1 ? NO_PC_FOR_ONE : NO_PC;
  const helps = ways.map(({ what, worker, more, refused }) => {
    const others = more < total - today ? `${shown(more)} more` : total === 1 ? "it" : today === 0 ? "all of them" : "the rest";
    if (refused)
      return `${refusedInWords([worker])}: with another one, or once WhatsApp takes it and the limits are saved anew, ${others} would go`;
    return what === "start" ? `starting ${worker} again would let ${others} go` : `naming a template for ${worker} would let ${others} go`;
  });
  const from = first && today > 0 ? `, ${today > 1 ? "the first " : ""}at about ${timeOfDay(first, timeZone)}` : "";
  if (full === total && total > 0)
    return `${goInWords({ total, today, by }, kind)}: ${hadInWords(total)} within 24 hours as many messages as WhatsApp Limits allows.`;
  const go = start ? startInWords(start, { total, today }, kind) : goInWords({ total, today, by }, kind);
  const had = full > 0 && `${shown(full)} of the rest ${full === 1 ? "has" : "have"} had within 24 hours as many messages as a guest may`;
  return `${[go + from, had, ...helps].filter(Boolean).join("; ")}.`;
}

const NO_PC = "No PC is set up to send yet: once one is started, they go, as many a day as its number may send.";
const NO_PC_FOR_ONE = "No PC is set up to send yet: once one is started, it goes.";

const hadInWords = (guests: number) => (guests === 1 ? "the guest has had" : "these guests have had");

/** `No PC is sending. Start desk-two and all 11 go today` */
function startInWords(
  { worker, silent }: NonNullable<Forecast["start"]>,
  { total, today }: Pick<Forecast, "total" | "today">,
  kind: TaskKind,
) {
  const most = `${kind === "menu" ? "" : "at most "}${shown(today)} of ${shown(total)} go`;
  const go = total === 1 ? "it goes" : today === total ? `all ${shown(total)} go` : most;
  return `${silent ? "No PC is sending." : "No PC that is on can send this."} Start ${worker} and ${go} today`;
}

function goInWords({ total, today, by }: Pick<Forecast, "total" | "today" | "by">, kind: TaskKind): string {
  const who = total === 1 ? "It" : today === total ? `All ${shown(total)}` : today === 0 ? `None of the ${shown(total)}` : null;
  if (today === 0) return total === 1 ? "It cannot go today" : `${who} can go today`;
  const whom = who ?? `${kind === "menu" ? "" : "At most "}${shown(today)} of ${shown(total)}`;
  const takers = takersToday({ total, today, by });
  if (takers.length < 2 || today === total)
    return `${whom} can go today by ${inList(
      takers.map(({ worker }) => worker),
      total === 1 ? "or" : "and",
    )}`;
  return `${whom} can go today: ${inList(takers.map(({ worker, count }) => `${shown(count)} by ${worker}`))}`;
}

/**
 * What becomes of those that do not go today, if nobody does what would help, which is said before it; null where all go.
 * @param isToday of birthdays: they are today's
 */
export function restInWords(
  { total, today, ways, no_worker }: Pick<Forecast, "total" | "today" | "ways" | "no_worker">,
  kind: TaskKind,
  isToday: boolean,
): string | null {
  const rest = total - today;
  if (rest === 0) return null;
  if (no_worker) return kind === "birthday" && isToday ? "What has not gone today is not sent by itself." : null;
  const them = today === 0 ? (total === 1 ? "It" : "All of them") : rest === 1 ? "The other one" : `The other ${shown(rest)}`;
  const who = ways.length > 0 ? `Otherwise ${them.charAt(0).toLowerCase()}${them.slice(1)}` : them;
  if (kind === "menu") return `${who} would come too late for this evening: show the menu at the table.`;
  if (kind === "birthday" && isToday) return `${who} would miss the birthday: what has not gone today is not sent by itself.`;
  return `${who} ${rest === 1 ? "waits" : "wait"} for another day.`;
}

/**
 * What goes before some messages although it is queued later, and what that waits goes after them; null where nobody's place is taken.
 * @param kind menus go before letters, and these before greetings; @param timeZone the restaurant's
 */
export function orderInWords({ total, today, behind = 0, pushed }: Forecast, kind: TaskKind, timeZone: string): string | null {
  if (today === 0 || kind === "menu") return null;
  const first = `${kind === "birthday" ? "Menus and letters" : "Menus"} that are queued later go first.`;
  if (kind === "birthday" || behind === 0 || pushed === null) return first;
  if (pushed) return `${first} ${pushedInWords(pushed, total, timeZone)}`;
  const [waits, go] = behind === 1 ? ["greeting that waits", "goes"] : ["greetings that wait", "go"];
  return `${first} ${shown(behind)} birthday ${waits} ${go} after ${total === 1 ? "this letter" : "these letters"}, and may miss ${behind === 1 ? "its" : "their"} day.`;
}

/** `2 birthday greetings that wait go later because of this letter: Nour Karam at about 10:20 in place of 10:05, and 1 other. 1 of them misses its day.` */
function pushedInWords({ count, misses, some }: NonNullable<Forecast["pushed"]>, total: number, timeZone: string): string {
  const time = (iso: string) => timeOfDay(iso, timeZone);
  const one = ({ name, from, to }: (typeof some)[number]) =>
    `${name || "a guest without a name"} ${to === null ? `not today any more, in place of ${time(from)}` : `at about ${time(to)} in place of ${time(from)}`}`;
  const more = count - some.length;
  const list = inList([...some.map(one), ...(more > 0 && some.length > 0 ? [`${shown(more)} more`] : [])]);
  const letter = total === 1 ? "this letter" : "these letters";
  const [what, go] = count === 1 ? ["1 birthday greeting that waits", "goes"] : [`${shown(count)} birthday greetings that wait`, "go"];
  const miss = misses === 0 ? "" : ` ${shown(misses)} of them ${misses === 1 ? "misses its day" : "miss their day"}.`;
  return `${what} ${go} later because of ${letter}${list && `: ${list}`}.${miss}`;
}

/**
 * Who may send some messages: those alone by whom they go today, where the others of them never go or there are none.
 * @param endsToday what does not go today never goes
 */
export function sendersOf<Sender extends { id: string; can_send: boolean }>(
  workers: readonly Sender[],
  forecast: Forecast | null | undefined,
  endsToday: boolean,
): readonly Sender[] {
  if (!forecast || (forecast.today < forecast.total && !endsToday)) return workers;
  // Whom to start is said: it is by that one that they are counted, and its text that they get.
  if (forecast.start) return workers.filter(({ id }) => forecast.by.some((one) => one.id === id));
  // Of who cannot send now the forecast knows nothing: somebody may start it.
  return workers.filter(({ id, can_send }) => !can_send || forecast.by.some((one) => one.id === id));
}
