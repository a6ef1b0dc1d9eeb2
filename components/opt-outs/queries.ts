"use client";

import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { call } from "@/lib/api/client";
import type { BranchKey } from "@/lib/known-branches";
import type { Agreed, SaidNo } from "@/lib/opt-outs/contract";
import { MAY_HAVE_SAID_NO, OPTED_OUT } from "@/lib/queue/left-out-reasons";

const optOuts = contractsOf(() => import("@/lib/opt-outs/contract"));

/** As many as one call takes (lib/opt-outs/contract.ts); no list shows more. */
const MOST_ASKED = 500;

/**
 * Who of a list wants no messages, by their phones as the list has them: one call for all of it. Where nobody answers there
 * is no mark; the server leaves them out of a sending all the same.
 * @param server another one than this page's, which has the list
 */
export function useOptOuts(phones: readonly string[], server: { base: string; branch: BranchKey | null } | null = null) {
  const { data } = useQuery({ ...askedAbout(askedOf(phones), server), select: ({ saidNo }) => saidNo });
  return (text: string): SaidNo | null => data?.get(text) ?? null;
}

/** Of the same list, who wrote what sounds like a no, on which nobody has decided. @returns since when, ISO 8601 */
export function useUnsure(phones: readonly string[], server: { base: string; branch: BranchKey | null } | null = null) {
  const { data } = useQuery({ ...askedAbout(askedOf(phones), server), select: ({ unsure }) => unsure });
  return (text: string): string | null => data?.get(text)?.since ?? null;
}

/** Why nobody of a list is written to whom their own words keep from it, in the server's words; null for the others. As `useOptOuts`. */
export function useRefusals(phones: readonly string[], server: { base: string; branch: BranchKey | null } | null = null) {
  const saidNo = useOptOuts(phones, server);
  const unsure = useUnsure(phones, server);
  return (text: string): string | null => {
    if (saidNo(text) !== null) return OPTED_OUT;
    return unsure(text) === null ? null : MAY_HAVE_SAID_NO;
  };
}

const askedOf = (phones: readonly string[]) => [...new Set(phones.filter((text) => text.trim() !== ""))].sort().slice(0, MOST_ASKED);

/** Whether a guest has agreed to offers, and how; null for never, undefined while it is not known. */
export function useAgreement(phones: string): Agreed | null | undefined {
  const { data } = useQuery({ ...askedAbout(phones.trim() ? [phones] : [], null), select: ({ agreed }) => agreed });
  return data && (data.get(phones) ?? null);
}

function askedAbout(asked: readonly string[], server: { base: string; branch: BranchKey | null } | null) {
  const key = server ? [server.base, server.branch] : backendKey();
  return queryOptions({
    queryKey: [...key, "opted-out", asked],
    enabled: asked.length > 0,
    retry: false,
    staleTime: 30_000,
    refetchInterval: 30_000, // a guest, or somebody at another device, may say no meanwhile
    refetchIntervalInBackground: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const {
        opted_out,
        agreed = [],
        unsure = [],
      } = await call(optOuts.optedOut, { body: { phones: [...asked] }, signal, ...(server ?? {}) });
      return {
        saidNo: new Map(opted_out.map((said) => [asked[said.index], said])),
        agreed: new Map(agreed.map((said) => [asked[said.index], said])),
        unsure: new Map(unsure.map((said) => [asked[said.index], said])),
      };
    },
  });
}

/** The queries whose answers show opt-outs and possible ones. */
const SHOW_IT = ["opted-out", "replies", "health", "guest-page"];

/** Every list that shows the guest asks anew. */
export function useSetOptOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { phones: string; opted_out: boolean; reason?: string; was_no_no?: boolean }) => call(optOuts.setOptOut, { body }),
    onSettled: () => void client.invalidateQueries({ predicate: ({ queryKey }) => SHOW_IT.some((list) => queryKey.includes(list)) }),
  });
}
