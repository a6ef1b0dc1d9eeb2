"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call } from "@/lib/api/client";

const retention = contractsOf(() => import("@/lib/retention/contract"));

const KEY = "retention";

/** How long guests are kept, for whoever may set it. */
export function useRetention(enabled: boolean) {
  return useQuery({
    queryKey: [...backendKey(), KEY],
    enabled,
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(retention.readRetention, { signal })).retention,
  });
}

/** Whom so many months would erase today; asked for when somebody wants to know. */
export function usePreview(months: number | null) {
  return useQuery({
    queryKey: [...backendKey(), "retention-preview", months],
    enabled: months !== null,
    retry: false,
    queryFn: ({ signal }) => call(retention.previewRetention, { query: { months: months ?? 0 }, signal }),
  });
}

export function useChangeRetention() {
  const client = useQueryClient();
  const withSameKey = useSameKey();
  return useMutation({
    mutationFn: (months: number | null) =>
      withSameKey(months, (idempotencyKey) => call(retention.changeRetention, { body: { months }, idempotencyKey })),
    onSettled: () => client.invalidateQueries({ queryKey: [...backendKey(), KEY] }),
  });
}
