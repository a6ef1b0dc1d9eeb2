"use client";

import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { contractsOf } from "@/components/app-base/contracts";
import { isUnanswered } from "@/components/ui/change-failure";
import { isApiError } from "@/lib/api/api-error";
import { call } from "@/lib/api/client";
import { isRestaurant, type Restaurant } from "@/lib/known-branches";
import type { StaffLists, StaffRole } from "@/lib/staff/contract";
import { DEFAULT_STAFF, withName, withoutName } from "@/lib/staff/names";
import { keepStaff, rememberedStaff } from "./kept-staff";

const staff = contractsOf(() => import("@/lib/staff/contract"));

/** Whose lists: a branch, and the address of the server that is asked; empty where nobody keeps it. */
export interface StaffPlace {
  base: string;
  branch: string | null;
}

const queryKeyOf = ({ base, branch }: StaffPlace) => [base, branch, "staff"];

/** Null if no server can be asked. */
function askable({ base, branch }: StaffPlace): { base: string; branch: Restaurant } | null {
  return branch !== null && isRestaurant(branch) && base !== "" ? { base, branch } : null;
}

const isWorthRetrying = (count: number, error: Error) =>
  count < 1 && isApiError(error) && error.code !== "timeout" && (error.status === 0 || error.status >= 500);

/** A branch's hostesses and waiters: the server's, else those that this device had last, else the defaults. */
export function useStaff(place: StaffPlace) {
  const asked = askable(place);
  const { data, isError, isPending, isFetching, refetch } = useQuery({
    queryKey: queryKeyOf(place),
    staleTime: 60_000,
    retry: isWorthRetrying,
    queryFn:
      asked === null
        ? skipToken
        : async ({ signal }) => {
            const lists = await call(staff.listStaff, { params: { branch: asked.branch }, ...asked, signal });
            keepStaff(asked.base, asked.branch, lists);
            return lists;
          },
  });
  const lists: StaffLists = data ?? rememberedStaff(place.base, place.branch ?? "");
  return { lists, isOffline: isError, isLoading: asked !== null && isPending && isFetching, refetch };
}

export type StaffChange = { kind: "add" | "remove"; role: StaffRole; name: string } | { kind: "reset" };

/** The lists as a change leaves them. */
function changed(lists: StaffLists, change: StaffChange): StaffLists {
  if (change.kind === "reset") return DEFAULT_STAFF;
  return (change.kind === "add" ? withName : withoutName)(lists, change.role, change.name);
}

/**
 * Changes a branch's lists: what is shown changes at once, and goes back when the server does not do it. Changes go out one
 * after the other, and each takes back only itself: whoever was added meanwhile stays.
 */
export function useStaffChange(place: StaffPlace) {
  const client = useQueryClient();
  const queryKey = queryKeyOf(place);
  const mutationKey = [...queryKey, "change"];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: (change: StaffChange) => send(place, change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = listsIn(client, place);
      show(client, place, changed(before, change));
      return { before };
    },
    onSuccess: (lists) => {
      // An answer to the first of two changes does not know the second.
      if (client.isMutating({ mutationKey }) === 1) show(client, place, lists);
    },
    // A change without an answer may have been made, so the list is loaded again.
    onSettled: (_, error) => void (isUnanswered(error) && client.invalidateQueries({ queryKey })),
    onError: (_, change) => {
      const now = listsIn(client, place);
      // "Using local defaults.": this device goes on with them; the next answer of the server brings its own.
      if (change.kind === "reset") show(client, place, DEFAULT_STAFF);
      else show(client, place, changed(now, { ...change, kind: change.kind === "add" ? "remove" : "add" }));
    },
  });
}

function listsIn(client: QueryClient, place: StaffPlace): StaffLists {
  return client.getQueryData<StaffLists>(queryKeyOf(place)) ?? rememberedStaff(place.base, place.branch ?? "");
}

function show(client: QueryClient, place: StaffPlace, lists: StaffLists): void {
  client.setQueryData(queryKeyOf(place), lists);
  if (place.branch) keepStaff(place.base, place.branch, lists);
}

async function send(place: StaffPlace, change: StaffChange): Promise<StaffLists> {
  const asked = askable(place);
  if (!asked) throw new Error("No branch is chosen.");
  const to = { params: { branch: asked.branch }, ...asked };
  if (change.kind === "reset") return call(staff.resetStaff, to);
  const body = { role: change.role, name: change.name };
  return change.kind === "add" ? call(staff.addStaff, { ...to, body }) : call(staff.removeStaff, { ...to, body });
}
