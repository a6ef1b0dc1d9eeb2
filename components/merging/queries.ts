"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { v7 as uuidv7 } from "uuid";
import { backendKey } from "@/components/app-base/backend-key";
import { call } from "@/lib/api/client";
import { type MergeByDateAnswer, runMergeByDate, runMergeByDateFallback, waitingDays } from "@/lib/merging/contract";

export interface MergeChoices {
  date: string;
  force: boolean;
  backup: boolean;
  includeServerTable: boolean;
  includeEarlier: boolean;
  root: string;
}

/** Both ways failed: the first failure is the one that counts, the second is told as well. */
export class BothWaysFailed extends Error {
  override readonly name = "BothWaysFailed";
  constructor(
    readonly first: unknown,
    readonly fallback: unknown,
  ) {
    super("Merge by date failed both ways.");
  }
}

/** The proxy call first, and the plain GET when that failed; running the same merge again inserts nobody twice. */
export function useMergeByDate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mergeByDate,
    onSettled: () => client.invalidateQueries({ queryKey: [...backendKey(), "waiting-days"] }),
  });
}

/** What central lacks of the days before a date; looked up again when the form names another folder. */
export function useWaitingDays({ date, includeServerTable, root }: Pick<MergeChoices, "date" | "includeServerTable" | "root">) {
  const query = { date, include_server_table: includeServerTable ? ("true" as const) : ("false" as const), branches_root: root.trim() };
  return useQuery({
    queryKey: [...backendKey(), "waiting-days", query],
    enabled: date !== "",
    retry: false,
    queryFn: ({ signal }) => call(waitingDays, { query, signal }),
  });
}

async function mergeByDate(choices: MergeChoices): Promise<MergeByDateAnswer> {
  const flag = (on: boolean) => (on ? ("true" as const) : ("false" as const));
  const query = {
    date: choices.date,
    force: flag(choices.force),
    backup: flag(choices.backup),
    include_server_table: flag(choices.includeServerTable),
    include_earlier: flag(choices.includeEarlier),
    branches_root: choices.root.trim(),
  };
  // Both ways of one press carry one key: a first way that did its work and lost its answer is not done again.
  const idempotencyKey = uuidv7();
  try {
    return await call(runMergeByDate, { query: { action: "merge_by_date_all_branches", ...query }, body: {}, idempotencyKey });
  } catch (first) {
    try {
      return await call(runMergeByDateFallback, { query, idempotencyKey });
    } catch (fallback) {
      throw new BothWaysFailed(first, fallback);
    }
  }
}
