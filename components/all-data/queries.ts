"use client";

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import type { AllDataChoices } from "@/lib/all-data/choices/contract";
import type { Sort } from "@/lib/all-data/orders";
import { call } from "@/lib/api/client";

const allData = contractsOf(() => import("@/lib/all-data/contract"));
const kept = contractsOf(() => import("@/lib/all-data/choices/contract"));

export interface Wanted {
  /** As the server takes them. */
  filters: Record<string, string>;
  sort: Sort;
  size: AllDataChoices["size"];
}

/** The calls look no longer than a moment: so many are made by themselves until a page is full, and then somebody is asked. */
const CALLS_BY_ITSELF = 8;

/** The guests in an order, a page at a time; null asks for nobody yet. */
export function useAllData(wanted: Wanted | null) {
  const found = useInfiniteQuery({
    queryKey: [...backendKey(), "all-data", wanted],
    enabled: wanted !== null,
    retry: false,
    gcTime: 0, // a whole guest book is kept on no device
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const { filters, sort, size } = wanted as Wanted; // enabled says so
      return call(allData.listAllData, {
        query: { ...filters, sort, size, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      });
    },
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const { data, hasNextPage, isFetching, isPlaceholderData, fetchNextPage, error } = found;
  const pages = isPlaceholderData ? [] : (data?.pages ?? []);
  const full = pages.findLastIndex(({ guests }) => guests.length >= Number(wanted?.size));
  const short = pages.length - 1 - full;
  const isLooking = short > 0 && short <= CALLS_BY_ITSELF && hasNextPage && !error;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  return { ...found, guests: (data?.pages ?? []).flatMap((page) => page.guests), isLooking };
}

/** How many there are, as far as they are counted. */
export function useAllDataCount(filters: Record<string, string> | null) {
  const counted = useInfiniteQuery({
    queryKey: [...backendKey(), "all-data-count", filters],
    enabled: filters !== null,
    retry: false,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(allData.countAllData, { query: { ...filters, ...(pageParam !== undefined && { cursor: pageParam }) }, signal }),
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const { data, hasNextPage, isFetching, fetchNextPage, error } = counted;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage, error]);
  if (!data) return { sum: null, isWhole: false, failed: error !== null };
  return { sum: data.pages.reduce((sum, { count }) => sum + count, 0), isWhole: !hasNextPage, failed: error !== null };
}

const choicesKey = () => [...backendKey(), "all-data-choices"];

export function useKeptChoices() {
  return useQuery({
    queryKey: choicesKey(),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY, // what is chosen here goes on from what is shown
    queryFn: async ({ signal }) => (await call(kept.readChoices, { signal })).choices,
  });
}

export function useKeepChoices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AllDataChoices) => call(kept.saveChoices, { body }),
    onSuccess: (_, body) => client.setQueryData(choicesKey(), body),
  });
}
