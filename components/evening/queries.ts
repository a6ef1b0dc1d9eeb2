"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { v7 as uuidv7 } from "uuid";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { mayAsk, useSession } from "@/components/app-base/session";
import { call } from "@/lib/api/client";
import { type BranchKey, isOpenRestaurant } from "@/lib/known-branches";

const evening = contractsOf(() => import("@/lib/evening/contract"));
const tables = contractsOf(() => import("@/lib/tables/contract"));

/** The tables that wait for End of Day; the central book has none, and not everybody may see them. */
export function useWaitingTables() {
  const branch = useBranch();
  const session = useSession();
  return useQuery({
    queryKey: [...backendKey(), "saved-tables"],
    enabled: isOpenRestaurant(branch) && session.can("open_saved_tables") && mayAsk("open_saved_tables"),
    queryFn: ({ signal }) => call(tables.listSavedTables, { signal }),
    refetchInterval: 30_000,
  });
}

/** One key for each press: a call that the browser or a proxy repeats by itself counts once. */
export function useMergeAll() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => call(evening.mergeTables, { idempotencyKey: uuidv7() }), onSettled: refresh });
}

/** Of this device's branch, or of another one that its server keeps. */
export function useEndOfDay() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (branch?: BranchKey) => call(evening.endOfDay, { branch, idempotencyKey: uuidv7() }),
    onSettled: refresh,
  });
}

/** Both change which tables are open, what the feed says and what central lacks, whatever the answer was. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [...backendKey(), "saved-tables"] }),
      client.invalidateQueries({ queryKey: [...backendKey(), "table-log"] }),
      client.invalidateQueries({ queryKey: [...backendKey(), "waiting-days"] }),
    ]);
}

/** Whether this device works for a branch that seats guests. */
export function useSeatsGuests(): boolean {
  const branch = useBranch();
  const { branches, apiBases } = useAppSettings();
  return isOpenRestaurant(branch) && (branches.includes(branch) || branch in apiBases);
}
