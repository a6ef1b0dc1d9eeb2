"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { KEPT_MS } from "@/components/app-base/kept-answers";
import { isApiError } from "@/lib/api/api-error";
import { call, callUnlessUnchanged } from "@/lib/api/client";
import type { BodyInputOf } from "@/lib/api/endpoint";
import type { BranchKey } from "@/lib/known-branches";
import type { messageReservation } from "@/lib/reservations/contract";
import type { saveDay, saveRules } from "@/lib/reservations/rules/contract";

const reservations = contractsOf(() => import("@/lib/reservations/contract"));
const days = contractsOf(() => import("@/lib/reservations/day/contract"));
const rules = contractsOf(() => import("@/lib/reservations/rules/contract"));

/** Whose reservations: the server's address, and the restaurant. */
export interface Place {
  base: string;
  branch: BranchKey;
}

const POLL_MS = 5_000;

const keyOf = ({ base, branch }: Place, ...what: unknown[]) => [base, branch, ...what];

/** Asking twice more would only be slow where the server refuses. */
const isWorthRetrying = (count: number, error: Error) =>
  count < 1 && isApiError(error) && error.code !== "timeout" && (error.status === 0 || error.status >= 500);

/** A day of a restaurant, with everything that List, Slots, Floor and Waitlist show; tonight's stays on the device. */
export function useReservations(place: Place, date: string) {
  return useQuery({
    queryKey: keyOf(place, "reservations", date),
    gcTime: KEPT_MS,
    retry: isWorthRetrying,
    queryFn: ({ signal }) => callUnlessUnchanged(days.listReservations, { query: { date }, ...place, signal }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });
}

/** Of any day, from two letters or digits on. */
export function useFoundReservations(place: Place, typed: string) {
  const search = typed.trim();
  return useQuery({
    queryKey: keyOf(place, "reservation-search", search),
    enabled: search.length >= 2,
    placeholderData: search.length >= 2 ? keepPreviousData : undefined,
    retry: false,
    staleTime: 15_000,
    queryFn: ({ signal }) => call(days.searchReservations, { query: { search }, ...place, signal }),
  });
}

/** One reservation with every change of it. */
export function useReservation(place: Place, id: string | null) {
  return useQuery({
    queryKey: keyOf(place, "reservation", id),
    enabled: id !== null,
    retry: isWorthRetrying,
    queryFn: ({ signal }) => call(reservations.openReservation, { params: { id: id ?? "" }, ...place, signal }),
  });
}

export interface AskedTimes {
  date: string;
  party: number;
  time?: string;
  stay_minutes?: number;
  area?: string;
  except?: string;
}

/** When there is a table; with a time also which ones, and who has the others. Those of the choice before stay, greyed. */
export function useAvailability(place: Place, asked: AskedTimes | null) {
  return useQuery({
    queryKey: keyOf(place, "reservation-times", asked),
    enabled: asked !== null && asked.date !== "",
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
    queryFn: ({ signal }) => call(days.availability, { query: asked ?? { date: "", party: 1 }, ...place, signal }),
  });
}

/** What fills in the form of a seated party's table, or null where nobody answers in a moment. */
const TABLE_FORM_MS = 2_500;

export async function tableFormOf(place: Place, id: string) {
  try {
    return await call(reservations.seatReservation, { params: { id }, ...place, signal: AbortSignal.timeout(TABLE_FORM_MS) });
  } catch {
    return null;
  }
}

export function useDaySheet(place: Place, date: string, by: "time" | "table") {
  return useQuery({
    queryKey: keyOf(place, "reservation-sheet", date, by),
    gcTime: KEPT_MS,
    retry: isWorthRetrying,
    queryFn: ({ signal }) => call(days.daySheet, { query: { date, by }, ...place, signal }),
  });
}

export function useTellGuest(place: Place) {
  const client = useQueryClient();
  const withSameKey = useSameKey();
  return useMutation({
    mutationFn: (input: { id: string } & BodyInputOf<typeof messageReservation>) =>
      withSameKey(input, (idempotencyKey) =>
        call(reservations.messageReservation, { params: { id: input.id }, body: { kind: input.kind }, ...place, idempotencyKey }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(place, "reservations") }),
  });
}

export function useDeleteReservation(place: Place) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      call(reservations.deleteReservation, { params: { id }, query: { version }, ...place }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(place, "reservations") }),
  });
}

export function useRules(place: Place) {
  return useQuery({
    queryKey: keyOf(place, "reservation-rules"),
    gcTime: KEPT_MS,
    staleTime: Number.POSITIVE_INFINITY, // what is being changed is not replaced under the hands of who changes it
    refetchOnMount: "always",
    retry: isWorthRetrying,
    queryFn: ({ signal }) => call(rules.readRules, { ...place, signal }),
  });
}

export function useSaveRules(place: Place) {
  const client = useQueryClient();
  const withSameKey = useSameKey();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof saveRules>) =>
      withSameKey(body, (idempotencyKey) => call(rules.saveRules, { body, ...place, idempotencyKey })),
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[2]).startsWith("reservation") }),
  });
}

export function useSpecialDays(place: Place, from: string, until: string) {
  return useQuery({
    queryKey: keyOf(place, "reservation-days", from, until),
    retry: isWorthRetrying,
    queryFn: ({ signal }) => call(rules.listDays, { query: { from, until }, ...place, signal }),
  });
}

/** Each change of a special day; whatever became of it, the days and the lists are asked for anew. */
export function useSpecialDayChanges(place: Place) {
  const client = useQueryClient();
  const withSameKey = useSameKey();
  const after = useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[2]).startsWith("reservation") }),
    [client],
  );
  const save = useMutation({
    mutationFn: (body: BodyInputOf<typeof saveDay>) =>
      withSameKey(body, (idempotencyKey) => call(rules.saveDay, { body, ...place, idempotencyKey })),
    onSettled: after,
  });
  const clear = useMutation({
    mutationFn: (date: string) =>
      withSameKey({ clear: date }, (idempotencyKey) => call(rules.clearDay, { query: { date }, ...place, idempotencyKey })),
    onSettled: after,
  });
  return { save, clear };
}
