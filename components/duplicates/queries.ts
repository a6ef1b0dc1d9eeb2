"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call } from "@/lib/api/client";
import type { ChosenValues } from "@/lib/guests/who-is-who/chosen-fields";

const duplicates = contractsOf(() => import("@/lib/duplicates/contract"));
const pages = contractsOf(() => import("@/lib/guest-page/contract"));
const guests = contractsOf(() => import("@/lib/guests/contract"));

/** So often is asked whether a look has ended that somebody else began, in milliseconds. */
const WHILE_LOOKING = 3_000;

/** The pairs, a page at a time. */
export function useDuplicates() {
  return useInfiniteQuery({
    queryKey: [...backendKey(), "duplicates"],
    retry: false,
    gcTime: 0, // guests of a whole book are kept on no device
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(duplicates.listDuplicates, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.is_looking ? WHILE_LOOKING : false),
  });
}

/** Who else a guest may be. */
export function useMightBe(id: string) {
  return useQuery({
    queryKey: [...backendKey(), "guest-duplicates", id],
    retry: false,
    staleTime: 15_000,
    queryFn: ({ signal }) => call(duplicates.mightBeSame, { params: { id }, signal }),
  });
}

/** One of two guests with what is known of them, as their page shows it. */
export function useGuestOfPair(id: string) {
  return useQuery({
    queryKey: [...backendKey(), "guest-page", id, null],
    retry: false,
    staleTime: 15_000,
    queryFn: ({ signal }) => call(pages.openGuest, { params: { id }, signal }),
  });
}

/** How a guest was put together, once it is asked for. */
export function useReceipts(id: string, isAsked: boolean) {
  return useQuery({
    queryKey: [...backendKey(), "guest-receipts", id],
    enabled: isAsked,
    retry: false,
    staleTime: 15_000,
    queryFn: ({ signal }) => call(duplicates.listReceipts, { params: { id }, signal }),
  });
}

const CHANGED = [
  "duplicates",
  "guest-duplicates",
  "guest-receipts",
  "guest-search",
  "guest-card",
  "guest-page",
  "guest-where-from",
  "all-data",
];

/** Whatever was done and however it ended, what shows guests is asked for anew. */
function useDone<Input, Answer>(work: (input: Input, idempotencyKey: string) => Promise<Answer>) {
  const client = useQueryClient();
  const once = useSameKey();
  return useMutation({
    mutationFn: (input: Input) => once(input, (key) => work(input, key)),
    onSettled: () => Promise.all(CHANGED.map((name) => client.invalidateQueries({ queryKey: [...backendKey(), name] }))),
  });
}

export const useLook = () => useDone((_: "look", idempotencyKey) => call(duplicates.findDuplicates, { body: {}, idempotencyKey }));

/** Two guests by their ids, as numbers may be masked where they are listed. */
export interface Two {
  one: string;
  other: string;
}

export const useUnite = () =>
  useDone(({ one, other, values }: Two & { values: ChosenValues }, idempotencyKey) =>
    call(guests.sayOnePerson, { body: { identifier: { id: one }, other: { id: other }, values }, idempotencyKey }),
  );

export const useNotSame = () =>
  useDone(({ one, other }: Two, idempotencyKey) =>
    call(duplicates.sayNotSame, { body: { identifier: { id: one }, other: { id: other } }, idempotencyKey }),
  );

export const useEnd = () => useDone((undo_id: string, idempotencyKey) => call(guests.endDecision, { body: { undo_id }, idempotencyKey }));
