"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { GuestLists, openGuest } from "@/lib/guest-page/contract";
import type { Cut } from "@/lib/guest-page/cut-list";
import type { GuestList } from "@/lib/guest-page/rights";
import type { BranchKey } from "@/lib/known-branches";

const pages = contractsOf(() => import("@/lib/guest-page/contract"));

export type GuestPageAnswer = AnswerOf<typeof openGuest>;

/** Whose book a page is of; null for this device's branch. */
export type BookOf = BranchKey | null;

/** Without one the call is about this device's branch. */
const of = (branch: BookOf) => (branch === null ? {} : { branch });

/** A guest as one page. @param id of the guest, of one at a table, or of a message to them */
export function useGuestPage(id: string, branch: BookOf = null) {
  return useQuery({
    queryKey: [...backendKey(), "guest-page", id, branch],
    retry: false,
    staleTime: 15_000,
    queryFn: ({ signal }) => call(pages.openGuest, { params: { id }, signal, ...of(branch) }),
  });
}

/** A list of the page with what somebody asked for beyond its first lines. @param listOf the list in an answer */
export function useWholeList<Item>(
  { id, branch }: { id: string; branch: BookOf },
  list: GuestList,
  first: Cut<Item>,
  listOf: (lists: GuestLists) => Cut<Item> | null,
) {
  const [isAsked, setAsked] = useState(false);
  const rest = useInfiniteQuery({
    queryKey: [...backendKey(), "guest-page", id, branch, list, first.next],
    enabled: isAsked && first.next !== null,
    retry: false,
    staleTime: 15_000,
    initialPageParam: first.next ?? "",
    queryFn: ({ pageParam, signal }) =>
      call(pages.moreOfGuest, { params: { id }, query: { of: list, next: pageParam }, signal, ...of(branch) }),
    getNextPageParam: (last) => listOf(last)?.next ?? undefined,
  });
  const later = rest.data?.pages.flatMap((page) => listOf(page) ?? []) ?? [];
  const more = later.at(-1)?.more ?? first.more;
  const ask = () => {
    if (!isAsked) setAsked(true);
    else if (rest.data) void rest.fetchNextPage();
    else void rest.refetch();
  };
  return { items: [...first.items, ...later.flatMap(({ items }) => items)], more, ask, isAsking: rest.isFetching, error: rest.error };
}
