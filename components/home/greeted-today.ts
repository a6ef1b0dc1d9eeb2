"use client";

import { useQuery } from "@tanstack/react-query";
import { useBackend } from "@/components/app-base/app-settings";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useHealth } from "@/components/app-base/server-health";
import { leftInWords } from "@/components/queue/left-out-words";
import { unansweredInWords } from "@/components/queue/unanswered";
import { counted, inList } from "@/components/ui/counted";
import { call } from "@/lib/api/client";
import { formatBirthday } from "@/lib/birthday-dates";
import type { Greetings, Missed, SendingDay } from "@/lib/queue/day/contract";

const day = contractsOf(() => import("@/lib/queue/day/contract"));

const shown = (count: number, words: string) => count > 0 && `${count.toLocaleString("en")} ${words}`;

/** So many are named of those whose greeting failed. */
const NAMED = 2;

/** `1 failed: Maya Khoury`. */
function failedInWords(names: readonly string[]): string | false {
  const more = names.length - NAMED;
  const named = [...names.slice(0, NAMED).map((name) => name || "No name"), ...(more > 0 ? [`${more.toLocaleString("en")} more`] : [])];
  return names.length > 0 && `${names.length.toLocaleString("en")} failed: ${inList(named)}`;
}

const MISS = " and would miss the day";

/** `9 greeted · 2 wait · 1 failed: Maya Khoury · 1 without a number`: each guest who celebrates once, of those of whom there is something to say. */
export function greetingsInWords({
  sent,
  waits,
  stopped = 0,
  paused = 0,
  doubts,
  failed,
  cancelled,
  sandbox,
  misses,
  to_decide = 0,
  not_queued,
  left,
}: Greetings): string {
  const nobodyGets = leftInWords(left);
  if (sent + waits + to_decide + doubts + failed.length + cancelled + sandbox === 0)
    return ["nobody greeted yet", ...nobodyGets].filter(Boolean).join(" · ");
  const others = waits - stopped - paused; // these wait only for the numbers and the hours
  const miss = misses === 0 ? "" : misses >= others ? MISS : `, ${misses.toLocaleString("en")} would miss the day`;
  return [
    `${sent.toLocaleString("en")} greeted`,
    shown(others, `${others === 1 ? "waits" : "wait"}${miss}`),
    shown(stopped, `stopped${MISS}`),
    shown(paused, `paused${MISS}`),
    shown(to_decide, `${to_decide === 1 ? "waits" : "wait"} for your decision`),
    unansweredInWords(doubts),
    failedInWords(failed),
    shown(cancelled, "cancelled"),
    shown(sandbox, "in the sandbox"),
    shown(not_queued, "not queued"),
    ...nobodyGets,
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * `3 greetings of 27 Nov did not go out. The birthday was over …`: what it was, why, and where a reason is not true of all of them of how
 * many. Greetings can be retried where the line leads to; of menus it is said that nobody has to.
 */
export function missedInWords({ kind, date, count, reasons }: Missed): string {
  const what = kind === "menu" ? `${counted(count, "menu")} of last evening` : `${counted(count, "greeting")} of yesterday`;
  const why = reasons.map((one) => (reasons.length > 1 ? `${one.count.toLocaleString("en")}: ${one.reason}` : one.reason));
  return `${what}, ${formatBirthday(`-${date.slice(4)}`)}, did not go out. ${why.join(" ")}${kind === "menu" ? NOTHING_TO_DO : ""}`;
}

const NOTHING_TO_DO = " They are not sent any more: there is nothing to do.";

/** `3 greetings of 27 Nov were retried and wait: they go after today’s.` */
export function belatedInWords(count: number, date: string): string {
  const [were, they] = count === 1 ? ["was retried and waits", "it goes"] : ["were retried and wait", "they go"];
  return `${counted(count, "greeting")} of ${formatBirthday(`-${date.slice(4)}`)} ${were}: ${they} after today’s.`;
}

/** Nobody looks at Home for how fast they go. */
const ASKED_EVERY_MS = 60_000;

/**
 * How the day's greetings stand, and what of the day before did not go out; asked while somebody looks. Not asked of another server than
 * the chosen one, which may want a sign-in.
 * @param today the server's own day
 */
export function useSendingDay(today: string, isWanted: boolean): SendingDay | undefined {
  const backend = useBackend();
  const isHere = backend !== null && backend.birthdaysBase === backend.base;
  const isDayKnown = useHealth().isFetched;
  return useQuery({
    queryKey: [...backendKey(), "sending-day", today],
    enabled: isWanted && isHere && isDayKnown,
    retry: false,
    queryFn: ({ signal }) => call(day.sendingDay, { signal }),
    refetchInterval: ASKED_EVERY_MS,
    refetchIntervalInBackground: false,
  }).data;
}
