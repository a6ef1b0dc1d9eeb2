"use client";

import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { afterPress } from "@/components/ui/hold-while-pressed";
import { isApiError } from "@/lib/api/api-error";
import { currentBackend } from "@/lib/api/backends";
import { call } from "@/lib/api/client";
import type { Health, StoreHealth } from "@/lib/health/contract";
import { backendKey } from "./backend-key";
import { type CheckHistory, HISTORY_MS, NO_CHECKS, withCheck } from "./check-history";
import { answersNow, watchConnection } from "./connection";
import { contractsOf } from "./contracts";

const checks = contractsOf(() => import("@/lib/health/contract"));
const rebuilding = contractsOf(() => import("@/lib/rebuild/contract"));

export interface HealthCheck {
  health: Health;
  /** Milliseconds from asking to the answer. */
  latency: number;
  /** Milliseconds that the server's clock is ahead of this device's. */
  clockOffset: number;
}

const CHECK_EVERY_MS = 15_000;
const CHECK_WHEN_OFF_MS = 3_000;
/** A server that takes longer to say that it is well is not one that anybody can work with. */
const CHECK_GIVES_UP_MS = 8_000;

/** The query of the server's health, for `useQuery`. */
export const checkOf = (client: QueryClient) => ({
  queryKey: [...backendKey(), "health"],
  queryFn: ({ signal }: { signal: AbortSignal }) => checkHealth(client, signal),
  retry: false,
  staleTime: 0,
});

/** Asks for the server's health while the page is in sight; the answer carries the server's clock too. */
export function useHealth() {
  return useQuery({
    ...checkOf(useQueryClient()),
    refetchInterval: (query) => (query.state.status === "error" ? CHECK_WHEN_OFF_MS : CHECK_EVERY_MS),
    refetchIntervalInBackground: false,
  });
}

/** What this page's branch, or the group, lacks of what was acknowledged; nothing once somebody has seen it. */
export function useMissing(): StoreHealth[] {
  const { data } = useHealth();
  if (!data) return [];
  const branch = currentBackend().branch ?? data.health.branch;
  return data.health.stores.filter((store) => store.missing && (store.branch === "hub" || store.branch === branch));
}

/** This page's guest book, where its guests were not what was said of them when it was compared. */
export function useDiffers(): StoreHealth | undefined {
  const { data } = useHealth();
  if (!data) return undefined; // on the server too, which knows no chosen branch
  const branch = currentBackend().branch ?? data.health.branch;
  return data.health.stores.find((store) => store.differs && store.branch === branch);
}

/** Writes them as they must be. */
export function useRebuild() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(rebuilding.rebuildBook),
    onSettled: () => client.invalidateQueries({ queryKey: [...backendKey(), "health"] }),
  });
}

/** Says that somebody has seen what a store lacks. */
export function useSeenMissing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ branch, kind }: StoreHealth) => call(checks.seenMissing, { body: { branch, kind } }),
    onSettled: () => client.invalidateQueries({ queryKey: [...backendKey(), "health"] }),
  });
}

export type ServerState = "pending" | "ok" | "off";

const watchWhatIsShown = (watcher: () => void) => watchConnection(() => afterPress(watcher));

/** The state that the badge shows: the last health check's, unless the browser or a later call says that the server does not answer. */
export function useServerState(): ServerState {
  const check = useHealth();
  const answers = useSyncExternalStore(watchWhatIsShown, answersNow, () => true);
  if (!answers || check.isError) return "off";
  return check.isPending ? "pending" : "ok";
}

/** Asks again as soon as something changes: a line that is cut or comes back is then seen at once, and not at the next check. */
export function useCheckOnChange(): void {
  const client = useQueryClient();
  useEffect(() => {
    const check = () => void client.refetchQueries({ queryKey: [...backendKey(), "health"] }, { cancelRefetch: false });
    window.addEventListener("online", check);
    let lostAt = 0;
    const stop = watchConnection(() => {
      check();
      if (!answersNow()) {
        lostAt = Date.now();
        return;
      }
      // One call that dies again and again while the server answers all others would be asked for without an end.
      const checkFailedAt = client.getQueryState([...backendKey(), "health"])?.errorUpdatedAt ?? 0;
      if (checkFailedAt < lostAt) return;
      // What could not be shown meanwhile is asked for now, and not at a press of Retry.
      void client.invalidateQueries({ predicate: (query) => query.state.status === "error" });
    });
    return () => {
      window.removeEventListener("online", check);
      stop();
    };
  }, [client]);
}

async function checkHealth(client: QueryClient, signal: AbortSignal): Promise<HealthCheck> {
  const asked = Date.now();
  // Tablets of a few years ago cannot join signals; there the browser's own patience decides.
  const inTime = AbortSignal.any?.([signal, AbortSignal.timeout(CHECK_GIVES_UP_MS)]) ?? signal;
  const answer = await call(checks.health, { signal: inTime })
    .catch(healthOfThisBranch)
    .catch((error) => {
      if (!signal.aborted) noteCheck(client, Date.now(), null);
      throw error;
    });
  const answered = Date.now();
  const latency = answered - asked;
  noteCheck(client, answered, latency);
  return { health: answer, latency, clockOffset: Date.parse(answer.time) - (asked + answered) / 2 };
}

/** A server that lost another branch's store says 503, and goes on working for this one. */
async function healthOfThisBranch(error: unknown): Promise<Health> {
  const said = isApiError(error) && error.status === 503 ? (await checks.health()).answer.safeParse(error.fields) : null;
  if (!said?.success) throw error;
  const branch = currentBackend().branch ?? said.data.branch;
  const isUsable = ({ ok, code }: StoreHealth) => ok || code === "incomplete";
  const works = said.data.stores.every((store) => isUsable(store) || (store.branch !== "hub" && store.branch !== branch));
  if (!works) throw error;
  return said.data;
}

const historyKey = () => [...backendKey(), "check-history"];

function noteCheck(client: QueryClient, at: number, latency: number | null): void {
  // Nobody looks at it most of the time, and it must not be thrown away for that.
  client.setQueryDefaults(historyKey(), { gcTime: HISTORY_MS });
  client.setQueryData<CheckHistory>(historyKey(), (history) => withCheck(history, at, latency));
}

/** What the checks of the last hour said, as far as this page has asked. */
export function useCheckHistory(): CheckHistory {
  const { data } = useQuery<CheckHistory>({ queryKey: historyKey(), queryFn: () => NO_CHECKS, enabled: false });
  return data ?? NO_CHECKS;
}
