"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isApiError } from "@/lib/api/api-error";
import { currentBackend, isPagesServer } from "@/lib/api/backends";
import { call } from "@/lib/api/client";
import { useLearnBranches } from "./app-settings";
import { backendKey } from "./backend-key";
import { contractsOf } from "./contracts";
import { checkOf } from "./server-health";
import { useSession } from "./session";
import { storeSession } from "./session-store";

const auth = contractsOf(() => import("@/lib/auth/contract"));

const meKey = () => [...backendKey(), "me"];

/**
 * Roles may have changed since the sign-in: the server's word replaces what this device remembers. It is asked anew as soon
 * as a check of the server's health says that the rights are others, or that the sign-in is over.
 */
export function useFreshSession(): void {
  const client = useQueryClient();
  const { status } = useSession();
  const { data: rights } = useQuery({ ...checkOf(client), select: ({ health }) => health.rights });
  const { data } = useQuery({
    queryKey: meKey(),
    queryFn: ({ signal }) => call(auth.me, { signal }),
    enabled: status !== "unknown",
    staleTime: 60_000,
  });
  useEffect(() => {
    if (data) storeSession(data.user);
  }, [data]);
  const known = data?.rights;
  useEffect(() => {
    if (known && rights !== undefined && rights !== known) void client.invalidateQueries({ queryKey: meKey() });
  }, [client, known, rights]);
}

/**
 * The branches of the group as the server of this page knows them: one that was opened, renamed or closed is so on every open
 * screen with its next check of the server's health.
 */
export function useFreshBranches(): void {
  const client = useQueryClient();
  const learn = useLearnBranches();
  const { data } = useQuery({
    ...checkOf(client),
    select: ({ health: { branches, restaurants } }) => (restaurants ? { branches, branchRows: restaurants } : null),
  });
  useEffect(() => {
    if (data && isPagesServer(currentBackend().base)) learn(data);
  }, [data, learn]);
}

/** After a refusal the rights are asked for, so often at most: a poll may be refused again and again. */
const ASK_AFTER_REFUSAL_MS = 60_000;
let askedAfterRefusal = Number.NEGATIVE_INFINITY;

/** A refusal may mean that this person may do less than the screen offers. */
export function askRightsAfter(error: unknown, client: QueryClient): void {
  if (!isApiError(error) || error.status !== 403 || performance.now() - askedAfterRefusal < ASK_AFTER_REFUSAL_MS) return;
  askedAfterRefusal = performance.now();
  void client.invalidateQueries({ queryKey: meKey() });
}

/** A server that hangs must not keep somebody signed in on this device. */
const LOGOUT_GIVES_UP_MS = 4_000;

export function endToken(base: string): Promise<unknown> {
  return call(auth.logout, { base, branch: null, signal: AbortSignal.timeout(LOGOUT_GIVES_UP_MS) });
}
