"use client";

import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { call, fetchFile } from "@/lib/api/client";
import type { QueryInputOf } from "@/lib/api/endpoint";
import type { exportAudit } from "@/lib/audit/contract";

const audit = contractsOf(() => import("@/lib/audit/contract"));

/** What is asked of the trail; a field that is left out asks for everything. */
export type AuditFilter = NonNullable<QueryInputOf<typeof exportAudit>>;

export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: [...backendKey(), "audit", filter],
    retry: false,
    gcTime: 0, // the trail is kept on no device
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => call(audit.listAudit, { query: { ...filter, before: pageParam }, signal }),
    getNextPageParam: (last) => last.next ?? undefined,
  });
}

export function useAuditExport() {
  return useMutation({ mutationFn: (filter: AuditFilter) => fetchFile(audit.exportAudit, { query: filter }) });
}

export function useAuditCheck() {
  return useMutation({ mutationFn: () => call(audit.checkAudit) });
}
