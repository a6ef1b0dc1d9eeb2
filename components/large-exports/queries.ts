"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { call } from "@/lib/api/client";

const large = contractsOf(() => import("@/lib/large-exports/contract"));

const KEY = "large-exports";
/** In milliseconds. */
const LOOK_EVERY = 120_000;

/** What was taken out and not seen yet, for whoever may do everything. */
export function useLargeExports(enabled: boolean) {
  return useQuery({
    queryKey: [...backendKey(), KEY],
    enabled,
    refetchInterval: LOOK_EVERY,
    queryFn: ({ signal }) => call(large.listLargeExports, { signal }),
  });
}

export function useSeenLargeExports() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (up_to: number) => call(large.seenLargeExports, { body: { up_to } }),
    onSettled: () => client.invalidateQueries({ queryKey: [...backendKey(), KEY] }),
  });
}
