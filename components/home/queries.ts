"use client";

import { useQuery } from "@tanstack/react-query";
import { useBackend } from "@/components/app-base/app-settings";
import { contractsOf } from "@/components/app-base/contracts";
import { backendKey, useHealth } from "@/components/app-base/queries";
import { call } from "@/lib/api/client";

const birthdays = contractsOf(() => import("@/lib/birthdays/contract"));

/** A book changes little in a morning. */
const COUNTED_FOR_MS = 10 * 60_000;

/**
 * How many guests of the chosen book celebrate on a date, at central of the restaurants' books; not asked of another server than the chosen
 * one, which may want a sign-in.
 * @param today the server's own day
 */
export function useCelebrating(today: string, isWanted: boolean): { count: number; isInBooks: boolean } | undefined {
  const backend = useBackend();
  const isHere = backend !== null && backend.birthdaysBase === backend.base;
  const isDayKnown = useHealth().isFetched;
  return useQuery({
    queryKey: [...backendKey(), "celebrating", today],
    enabled: isWanted && isHere && isDayKnown,
    retry: false,
    staleTime: COUNTED_FOR_MS,
    // One guest is the least that is given: the number is what is asked for.
    queryFn: async ({ signal }) => {
      const { total, branches } = await call(birthdays.searchBirthdays, { query: { date: today, limit: 1 }, signal });
      if (!branches) return { count: total, isInBooks: false };
      return { count: branches.reduce((sum, one) => sum + (one.total ?? 0), 0), isInBooks: true };
    },
  }).data;
}
