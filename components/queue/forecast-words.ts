import { inList } from "@/components/ui/counted";
import type { TaskKind } from "@/lib/queue/contract";
import type { Forecast } from "@/lib/queue/forecast/contract";

const shown = (count: number) => count.toLocaleString("en");

/** `12 of 57 can go today by phone-pc; a template named for cloud-pc would let the rest go.` */
export function forecastInWords({ total, today, by, ways }: Forecast): string {
  const helps = ways.map(({ what, worker, more }) => {
    const others = more < total - today ? `${shown(more)} more` : total === 1 ? "it" : today === 0 ? "all of them" : "the rest";
    return what === "start" ? `starting ${worker} again would let ${others} go` : `a template named for ${worker} would let ${others} go`;
  });
  return `${[goInWords({ total, today, by }), ...helps].join("; ")}.`;
}

function goInWords({ total, today, by }: Pick<Forecast, "total" | "today" | "by">): string {
  const who = total === 1 ? "It" : today === total ? `All ${shown(total)}` : today === 0 ? `None of the ${shown(total)}` : null;
  if (today === 0) return total === 1 ? "It cannot go today" : `${who} can go today`;
  const whom = who ?? `${shown(today)} of ${shown(total)}`;
  // Where all go, any of those with room for more may have taken them.
  const takers = today === total ? by : by.filter(({ count }) => count > 0);
  if (takers.length < 2 || today === total)
    return `${whom} can go today by ${inList(
      takers.map(({ worker }) => worker),
      total === 1 ? "or" : "and",
    )}`;
  return `${whom} can go today: ${inList(takers.map(({ worker, count }) => `${shown(count)} by ${worker}`))}`;
}

/**
 * What becomes of those that do not go today; null where all go.
 * @param isToday of birthdays: they are today's
 */
export function restInWords({ total, today }: Pick<Forecast, "total" | "today">, kind: TaskKind, isToday: boolean): string | null {
  const rest = total - today;
  if (rest === 0) return null;
  const [who, one] = [
    today === 0 ? (total === 1 ? "It" : "All of them") : rest === 1 ? "The other one" : `The other ${shown(rest)}`,
    rest === 1,
  ];
  if (kind === "menu") return `${who} would come too late for this evening: show the menu at the table.`;
  if (kind === "birthday" && isToday) return `${who} would miss the birthday: what has not gone by midnight is not sent by itself.`;
  return `${who} ${one ? "waits" : "wait"} for another day.`;
}

/**
 * What is queued later and goes first may take the places of some; null where it is all the same.
 * @param kind menus go before letters, and these before greetings
 */
export function mayChangeInWords({ total, today }: Pick<Forecast, "total" | "today">, kind: TaskKind): string | null {
  if (today === 0 || today === total || kind === "menu") return null;
  return `This is as it stands now: ${kind === "birthday" ? "menus and letters" : "menus"} that are queued later go first.`;
}

/** Who may send some messages: where all of them can go today, those alone by whom they go. */
export function sendersOf<Sender extends { id: string }>(
  workers: readonly Sender[],
  forecast: Forecast | null | undefined,
): readonly Sender[] {
  if (!forecast || forecast.today < forecast.total) return workers;
  return workers.filter(({ id }) => forecast.by.some((one) => one.id === id));
}
