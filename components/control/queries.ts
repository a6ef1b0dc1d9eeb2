"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call } from "@/lib/api/client";

const control = contractsOf(() => import("@/lib/control/contract"));

const KEY = "control";
/** In milliseconds. */
const LOOK_EVERY = 30_000;

/** How the house stands; asked for anew as long as it is looked at. */
export function useControl() {
  return useQuery({
    queryKey: [...backendKey(), KEY],
    staleTime: 0,
    refetchInterval: LOOK_EVERY,
    queryFn: ({ signal }) => call(control.readControl, { signal }),
  });
}

/** Whatever was switched counts on every page: what the frame shows of it is asked for anew too. */
function useSwitching<Input>(work: (input: Input, idempotencyKey: string) => Promise<{ message: string }>) {
  const client = useQueryClient();
  const withSameKey = useSameKey();
  return useMutation({
    mutationFn: (input: Input) => withSameKey(input, (key) => work(input, key)),
    onSettled: () => Promise.all([KEY, "health"].map((what) => client.invalidateQueries({ queryKey: [...backendKey(), what] }))),
  });
}

export const useChangeNotice = () =>
  useSwitching((text: string, idempotencyKey) => call(control.changeNotice, { body: { text }, idempotencyKey }));

export const useChangeReadOnly = () =>
  useSwitching((body: { on: boolean; reason: string }, idempotencyKey) => call(control.changeReadOnly, { body, idempotencyKey }));

export const useChangeBirthdays = () =>
  useSwitching((body: { branch: string; on: boolean }, idempotencyKey) => call(control.changeBirthdays, { body, idempotencyKey }));
