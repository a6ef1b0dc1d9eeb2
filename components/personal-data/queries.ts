"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { call, fetchFile } from "@/lib/api/client";

const personalData = contractsOf(() => import("@/lib/personal-data/contract"));

/** Who is meant: a guest of the guest book, and whoever has one of their numbers. */
export interface Whom {
  id: string;
  phones: string;
}

export function useFindPersonalData() {
  return useMutation({ mutationFn: (whom: Whom) => call(personalData.findPersonalData, { body: whom }) });
}

export function useExportPersonalData() {
  return useMutation({
    mutationFn: (body: Whom & { as: "json" | "pdf" }) => fetchFile(personalData.exportPersonalData, { body }),
  });
}

/** Every list that may show the guest asks anew. */
export function useErasePersonalData() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (whom: Whom) => call(personalData.erasePersonalData, { body: whom, idempotencyKey: crypto.randomUUID() }),
    onSettled: () => client.invalidateQueries({ queryKey: backendKey() }),
  });
}
