"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { contractsOf } from "@/components/app-base/contracts";
import { KEPT_MS } from "@/components/app-base/kept-answers";
import { useSession } from "@/components/app-base/session";
import { isApiError } from "@/lib/api/api-error";
import { call } from "@/lib/api/client";
import type { BranchKey } from "@/lib/known-branches";
import { isBranchKey } from "@/lib/known-branches";
import { POINTS_PER_VISIT } from "@/lib/loyalty/points-per-visit";
import type { Failure, SendCalls } from "./send-draft";

const contacts = contractsOf(() => import("@/lib/guest-search/contract"));
const loyaltyCalls = contractsOf(() => import("@/lib/loyalty/contract"));
const tables = contractsOf(() => import("@/lib/tables/contract"));

/** Where a table lives: the server's address and the branch that is asked for there. */
export interface Place {
  base: string;
  branch: BranchKey | null;
}

/** The server refuses nothing of these for a person who may see the screen; asking twice more would only be slow. */
const isWorthRetrying = (count: number, error: Error) =>
  count < 1 && isApiError(error) && error.code !== "timeout" && (error.status === 0 || error.status >= 500);

/** One typed character is enough; a call that is overtaken by the next one is cancelled, its results stay until then. */
export function useContactSearch(place: Place, typed: string) {
  const search = typed.trim();
  return useQuery({
    queryKey: [place.base, place.branch, "contacts", search],
    enabled: search !== "",
    placeholderData: search === "" ? undefined : keepPreviousData,
    staleTime: 15_000,
    retry: false,
    queryFn: ({ signal }) => call(contacts.searchContacts, { query: { search, limit: 30 }, ...place, signal }),
  });
}

/** The guests who were seated last. What the device has of them stays while nobody answers. */
export function useNewestGuests(place: Place) {
  return useQuery({
    queryKey: [place.base, place.branch, "newest-guests"],
    staleTime: 15_000,
    gcTime: KEPT_MS,
    retry: false,
    queryFn: ({ signal }) => call(contacts.newestGuests, { ...place, signal }),
  });
}

export function useSavedTables(place: Place) {
  return useQuery({
    queryKey: [place.base, place.branch, "saved-tables"],
    retry: isWorthRetrying,
    queryFn: ({ signal }) => call(tables.listSavedTables, { ...place, signal }),
  });
}

/** The same for somebody who begins a table: asked for only where it may be seen, and a failure is not worth a word. */
export function useOpenTables(place: Place) {
  const session = useSession();
  return useQuery({
    queryKey: [place.base, place.branch, "saved-tables"],
    enabled: place.base !== "" && place.branch !== null && session.can("open_saved_tables"),
    retry: false,
    queryFn: ({ signal }) => call(tables.listSavedTables, { ...place, signal }),
  });
}

export function useSavedTable(place: Place, name: string) {
  return useQuery({
    queryKey: [place.base, place.branch, "table", name],
    // What is being edited is not replaced under the hands of the person who edits it.
    staleTime: Number.POSITIVE_INFINITY,
    // Asked for each time it is opened, and kept for when nobody answers.
    refetchOnMount: "always",
    gcTime: KEPT_MS,
    retry: isWorthRetrying,
    queryFn: ({ signal }) => call(tables.openTable, { params: { name }, ...place, signal }),
  });
}

/** The table as it is on the server now, for a conflict whose answer did not carry it. */
export function useFreshTable() {
  return useCallback((place: Place, name: string) => call(tables.openTable, { params: { name }, ...place }), []);
}

export function failureOf(error: unknown): Failure {
  if (isApiError(error)) return { status: error.status, code: error.code, message: error.message, fields: error.fields };
  return { status: 0, code: "", message: error instanceof Error ? error.message : String(error), fields: {} };
}

/** The calls of the saving flow, to the table's own server and to the loyalty service. */
export function sendCallsTo(place: Place, loyaltyBase: string): SendCalls {
  const loyalty = { base: loyaltyBase, branch: place.branch };
  return {
    save: (body, idempotencyKey) => call(tables.saveTable, { body, idempotencyKey, ...place }),
    findCustomers: async (q) => (await call(loyaltyCalls.searchCustomers, { query: { q }, ...loyalty })).results,
    createCustomer: async (body, idempotencyKey) =>
      (await call(loyaltyCalls.createCustomer, { body, idempotencyKey, ...loyalty })).customer,
    award: (visit, idempotencyKey) =>
      call(loyaltyCalls.awardVisit, { body: { ...visit, points: POINTS_PER_VISIT }, idempotencyKey, ...loyalty }),
    failureOf,
  };
}

/** The place that a kept draft or a branch key means; a word that is no branch is left to the server. */
export function placeOf(info: { api_base: string; branch: string }): Place {
  return { base: info.api_base, branch: isBranchKey(info.branch) ? info.branch : null };
}

/** After a save every list that counts tables or guests is asked for anew, whichever feature shows it. */
export function useRefreshAll() {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ predicate: (query) => query.queryKey[2] !== "table" }), [client]);
}
