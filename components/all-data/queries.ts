"use client";

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import type { AllDataChoices } from "@/lib/all-data/choices/contract";
import type { Sort } from "@/lib/all-data/orders";
import type { changeTogether } from "@/lib/all-data/together/contract";
import { call, fetchFile } from "@/lib/api/client";
import type { BodyInputOf } from "@/lib/api/endpoint";
import type { ExportFormat } from "@/lib/export-formats";

const allData = contractsOf(() => import("@/lib/all-data/contract"));
const together = contractsOf(() => import("@/lib/all-data/together/contract"));
const exporting = contractsOf(() => import("@/lib/all-data/export/contract"));
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

export type GuestChange = Pick<BodyInputOf<typeof changeTogether>, "set" | "delete">;

/** Whatever was done with many guests, and however it ended, the grid, its count and the bin are asked for anew. */
function useDone<Input, Answer>(work: (input: Input, idempotencyKey: string) => Promise<Answer>) {
  const client = useQueryClient();
  const withSameKey = useSameKey();
  return useMutation({
    mutationFn: (input: Input) => withSameKey(input, (key) => work(input, key)),
    onSettled: () =>
      Promise.all(
        ["all-data", "all-data-count", "all-data-bin"].map((what) => client.invalidateQueries({ queryKey: [...backendKey(), what] })),
      ),
  });
}

export const useChangeTogether = () =>
  useDone((body: BodyInputOf<typeof changeTogether>, idempotencyKey) => call(together.changeTogether, { body, idempotencyKey }));

export const useUndoChange = () =>
  useDone((undo_id: string, idempotencyKey) => call(together.undoChange, { body: { undo_id }, idempotencyKey }));

export const usePutBack = () => useDone((id: string, idempotencyKey) => call(together.putBack, { body: { id }, idempotencyKey }));

/** The guests whom somebody deleted. */
export function useBin() {
  return useInfiniteQuery({
    queryKey: [...backendKey(), "all-data-bin"],
    retry: false,
    gcTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => call(together.listBin, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: (last) => last.next ?? undefined,
  });
}

interface WantedFile extends Omit<Wanted, "size"> {
  format: ExportFormat;
  reason: string;
}

/** The guests whom filters find, as a file. */
export function useExportAllData() {
  return useMutation({ mutationFn: (body: WantedFile) => fetchFile(exporting.exportAllData, { body }) });
}
