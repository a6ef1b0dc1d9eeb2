"use client";

import { useQuery } from "@tanstack/react-query";
import { contractsOf } from "@/components/app-base/contracts";
import { backendKey } from "@/components/app-base/queries";
import { unansweredInWords, unansweredOf, waitingOf } from "@/components/queue/unanswered";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { listCampaigns } from "@/lib/queue/campaigns/contract";

const campaigns = contractsOf(() => import("@/lib/queue/campaigns/contract"));

/** How many of a day's greetings stand where. What the sandbox took is none of those sent. */
export interface Greeted {
  sent: number;
  waits: number;
  doubts: number;
  failed: number;
  cancelled: number;
  /** No guest got it. */
  sandbox: number;
  /** Of those that wait: as it stands, they are not tried before the birthday is over. */
  misses: number;
}

/** Whose greetings are meant. */
interface Whose {
  /** The server's own day. */
  today: string;
  /** Null for every restaurant's, as central means. */
  branch: string | null;
}

/** Today's greetings among the newest campaigns and those that are not over. */
export function greetedToday({ campaigns, unfinished = [] }: AnswerOf<typeof listCampaigns>, { today, branch }: Whose): Greeted {
  const ours = [...campaigns, ...unfinished].filter(
    (one) => one.kind === "birthday" && one.date === today && (branch === null || one.branch === branch),
  );
  const sum = (countOf: (one: (typeof ours)[number]) => number) => ours.reduce((all, one) => all + countOf(one), 0);
  return {
    sent: sum(({ counts, sandbox = 0 }) => counts.SENT - sandbox),
    waits: sum(waitingOf),
    doubts: sum(unansweredOf),
    failed: sum(({ counts, unanswered }) => counts.FAILED - (unanswered?.FAILED ?? 0)),
    cancelled: sum(({ counts }) => counts.CANCELLED),
    sandbox: sum(({ sandbox = 0 }) => sandbox),
    misses: sum((one) => (one.ends ? waitingOf(one) : 0)),
  };
}

const shown = (count: number, words: string) => count > 0 && `${count.toLocaleString("en")} ${words}`;

/** `9 greeted · 2 wait · 1 failed · 1 not queued`. @param celebrating how many have their birthday: who has no message here is counted too */
export function greetingsInWords({ sent, waits, doubts, failed, cancelled, sandbox, misses }: Greeted, celebrating: number): string {
  const all = sent + waits + doubts + failed + cancelled + sandbox;
  if (all === 0) return "nobody greeted yet";
  const miss = misses === 0 ? "" : misses === waits ? " and would miss the day" : `, ${misses.toLocaleString("en")} would miss the day`;
  return [
    `${sent.toLocaleString("en")} greeted`,
    shown(waits, `${waits === 1 ? "waits" : "wait"}${miss}`),
    unansweredInWords(doubts),
    shown(failed, "failed"),
    shown(cancelled, "cancelled"),
    shown(sandbox, "in the sandbox"),
    shown(celebrating - all, "not queued"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Nobody looks at Home for how fast they go. */
const ASKED_EVERY_MS = 30_000;
/** More than the restaurants queue in a day beside menus. */
const NEWEST = 50;

/** Asked while somebody looks, where somebody celebrates. */
export function useGreetedToday({ today, branch }: Whose, isWanted: boolean): Greeted | undefined {
  const { data } = useQuery({
    queryKey: [...backendKey(), "greeted-today"],
    enabled: isWanted,
    retry: false,
    queryFn: ({ signal }) => call(campaigns.listCampaigns, { query: { limit: NEWEST }, signal }),
    refetchInterval: ASKED_EVERY_MS,
    refetchIntervalInBackground: false,
  });
  return data && greetedToday(data, { today, branch });
}
