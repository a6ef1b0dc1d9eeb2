"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call } from "@/lib/api/client";

const backups = contractsOf(() => import("@/lib/backups/contract"));

const KEY = "backups";

export interface NamedBackup {
  store: string;
  backup: string;
}

/** Anew whenever the list is opened. */
export function useBackups() {
  return useQuery({
    queryKey: [...backendKey(), KEY],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(backups.listBackupsOfAll, { signal })).stores,
  });
}

export function useVerifyBackup() {
  const withSameKey = useSameKey();
  return useMutation({
    mutationFn: (body: NamedBackup) => withSameKey(body, (idempotencyKey) => call(backups.verifyBackup, { body, idempotencyKey })),
  });
}

export function useCopyBackup() {
  const client = useQueryClient();
  const withSameKey = useSameKey();
  return useMutation({
    mutationFn: (body: NamedBackup) => withSameKey(body, (idempotencyKey) => call(backups.copyBackup, { body, idempotencyKey })),
    onSettled: () => client.invalidateQueries({ queryKey: [...backendKey(), KEY] }),
  });
}
