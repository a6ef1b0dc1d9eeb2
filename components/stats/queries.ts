"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { mayAsk, useSession } from "@/components/app-base/session";
import { call, callUnlessUnchanged, fetchFile } from "@/lib/api/client";
import { FEED_PERMISSION } from "@/lib/permissions";
import type { LiveMeasure } from "@/lib/stats/live-measures";
import type { HistoryChoice } from "./history-range";
import { usePushed } from "./use-pushed";

const stats = contractsOf(() => import("@/lib/stats/contract"));

/** As the feed, whose rows these figures count. */
const POLL_MS = 5_000;
/** While the server says what changes: the minute that is compared moves by itself. */
const PUSHED_POLL_MS = 15_000;
const ROWS_SHOWN = 200;

const liveKey = () => [...backendKey(), "stats-live"];

/** The evening's figures, while somebody looks at them: the server says when to ask, and where it does not, they are asked for all the time. */
export function useLiveStats(isOpen: boolean) {
  const session = useSession();
  const enabled = isOpen && session.can(FEED_PERMISSION) && mayAsk(FEED_PERMISSION);
  const isPushed = usePushed(liveKey(), enabled);
  const live = useQuery({
    queryKey: liveKey(),
    enabled,
    queryFn: ({ signal }) => callUnlessUnchanged(stats.liveStats, { query: {}, signal }),
    refetchInterval: isPushed ? PUSHED_POLL_MS : POLL_MS,
    refetchIntervalInBackground: false,
  });
  return { ...live, isPushed };
}

/** A figure that is open: whose it is, and which. */
export interface OpenFigure {
  measure: LiveMeasure;
  /** A restaurant; null for all branches. */
  of: string | null;
}

/** The rows behind a figure, as they are when it is opened and while it stays so. */
export function useLiveRows({ measure, of }: OpenFigure) {
  return useQuery({
    queryKey: [...liveKey(), "rows", measure, of],
    queryFn: ({ signal }) => call(stats.liveRows, { query: { measure, ...(of !== null && { of }), limit: ROWS_SHOWN }, signal }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });
}

const asQuery = ({ branches, ...choice }: HistoryChoice) => ({ ...choice, ...(branches.length > 0 && { branches: branches.join(",") }) });

/** Figures of past evenings; those of the last choice stay, greyed, until the next are counted. */
export function useHistoryStats(choice: HistoryChoice) {
  return useQuery({
    queryKey: [...backendKey(), "stats-history", choice],
    retry: false,
    placeholderData: keepPreviousData,
    enabled: choice.from !== "" && choice.to !== "" && mayAsk("stats_history"),
    queryFn: ({ signal }) => call(stats.historyStats, { query: asQuery(choice), signal }),
  });
}

export function fetchHistory(choice: HistoryChoice, kind: "csv" | "xlsx"): Promise<File> {
  return fetchFile(kind === "csv" ? stats.exportHistoryCsv : stats.exportHistoryXlsx, { query: asQuery(choice) });
}
