"use client";

import { type QueryClient, queryOptions, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { v7 as uuidv7 } from "uuid";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { call, fetchFile } from "@/lib/api/client";
import type { BodyInputOf } from "@/lib/api/endpoint";
import type { BranchKey } from "@/lib/known-branches";
import type { Limits } from "@/lib/queue/limits/contract";
import type { CancelState } from "@/lib/queue/pause/contract";
import type { issueWorkerToken as IssueWorkerToken } from "@/lib/queue/worker-tokens/contract";
import { asOfNow, keepWorkersNow, type ToldNow, workersNowKey } from "./workers-now";

const limits = contractsOf(() => import("@/lib/queue/limits/contract"));
const senders = contractsOf(() => import("@/lib/queue/senders/contract"));
const tokens = contractsOf(() => import("@/lib/queue/worker-tokens/contract"));
const sandbox = contractsOf(() => import("@/lib/queue/sandbox/contract"));
const queue = contractsOf(() => import("@/lib/queue/contract"));
const retries = contractsOf(() => import("@/lib/queue/retry-by-hand/contract"));
const pause = contractsOf(() => import("@/lib/queue/pause/contract"));

/** docs/design/spec-guests.md 9. */
const QUEUE_POLL_MS = 1_500;
export const TASK_POLL_MS = 2_000;
export const WORKERS_POLL_MS = 10_000;
/** A code that links a phone is another one every twenty seconds. */
const LINKING_POLL_MS = 2_000;
/** Somebody else's pause is seen this soon; one's own at once. */
const BRAKE_POLL_MS = 5_000;
/** So many of the messages that wait are asked for. */
export const MOST_PENDING = 200;

/** Another server of the list than this page's, whose queue is looked at: that of a table which was saved there. */
export const QueueServerContext = createContext<{ base: string; branch: BranchKey | null } | null>(null);

/** Whose queue is asked: where its answers are kept, and how it is called. */
function useQueueServer() {
  const server = useContext(QueueServerContext);
  return { key: server ? [server.base, server.branch] : backendKey(), at: server ?? {} };
}

/** Asked for as long as somebody looks at it: the section is open and the page in sight. */
export const whileLooking = (isOpen: boolean, ms: number) => ({ enabled: isOpen, refetchInterval: ms, refetchIntervalInBackground: false });

export function useQueueStats(isOpen: boolean) {
  const { key, at } = useQueueServer();
  return useQuery({
    queryKey: [...key, "queue-stats"],
    queryFn: ({ signal }) => call(queue.queueStats, { signal, ...at }),
    ...whileLooking(isOpen, QUEUE_POLL_MS),
  });
}

/** How many messages stand where, and how many of those sent went to the sandbox alone: told together, so that nothing counts as sent that was not. */
export function useQueueCounts(isOpen: boolean) {
  const stats = useQueueStats(isOpen);
  const { key, at } = useQueueServer();
  const { data, isPending } = useQuery({
    queryKey: [...key, "queue-sandbox"],
    queryFn: async ({ signal }) => {
      const { sandbox = 0, said_no = 0, unanswered, since } = await call(queue.queuePending, { query: { limit: 1 }, signal, ...at });
      return { sandbox, said_no, ...(unanswered && { unanswered }), ...(since && { since }) };
    },
    ...whileLooking(isOpen, QUEUE_POLL_MS),
  });
  return { ...stats, data: stats.data && !isPending ? { ...stats.data, ...data } : undefined };
}

/** The messages that are still to go out; the first 200. */
export function usePending(isOpen: boolean) {
  return useQuery({
    queryKey: [...backendKey(), "queue-pending"],
    queryFn: ({ signal }) => call(queue.queuePending, { query: { limit: MOST_PENDING }, signal }),
    ...whileLooking(isOpen, QUEUE_POLL_MS),
  });
}

/** The worker PCs, as whatever told an obstacle last says of them. */
export function useWorkers(isOpen: boolean) {
  const { key, at } = useQueueServer();
  const now = useQuery<ToldNow>({ queryKey: workersNowKey(key), queryFn: skipToken });
  const list = useQuery({
    queryKey: [...key, "workers"],
    queryFn: ({ signal }) => call(senders.listWorkers, { signal, ...at }),
    ...whileLooking(isOpen, WORKERS_POLL_MS),
    refetchInterval: ({ state }) => (state.data?.workers.some(({ pairing }) => pairing) ? LINKING_POLL_MS : WORKERS_POLL_MS),
  });
  const { data, dataUpdatedAt } = list;
  const shown = useMemo(
    () => data && asOfNow(data, dataUpdatedAt, now.data, now.dataUpdatedAt),
    [data, dataUpdatedAt, now.data, now.dataUpdatedAt],
  );
  return { ...list, data: shown };
}

/** Of another server than this page's where one is named. */
const keyAt = (base?: string) => (base ? [base, backendKey()[1]] : backendKey());
export function useResumeSender() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(senders.resumeSender, { params: { id }, idempotencyKey: uuidv7() }),
    onSettled: () => void client.invalidateQueries({ queryKey: [...backendKey(), "workers"] }),
  });
}

/** What has become of a task; asked for until all of it is done, failed or cancelled, as long as the page is in sight. */
export const taskQuery = (id: string, base?: string) =>
  queryOptions({
    queryKey: [...keyAt(base), "queue-task", id],
    queryFn: async ({ signal, client }) => {
      const task = await call(queue.openTask, { params: { id }, signal, base });
      keepWorkersNow(client, keyAt(base), task.workers_now, task.status === "PENDING" ? 1.5 * TASK_POLL_MS : 0);
      return task;
    },
    refetchInterval: ({ state }) => (state.data && state.data.status !== "PENDING" ? false : TASK_POLL_MS),
    refetchIntervalInBackground: false,
  });

export function useTask(id: string | null) {
  return useQuery({ ...taskQuery(id ?? ""), enabled: id !== null });
}

/** After messages were put in: whoever shows the queue asks for it anew. */
export function askQueueAgain(client: QueryClient, base?: string): void {
  // Home says by the check of the server how many wait, and how far the greetings of today are.
  for (const part of ["health", "sending-day", "queue-stats", "queue-pending", "queue-campaigns", "queue-campaign", "queue-task"]) {
    void client.invalidateQueries({ queryKey: [...keyAt(base), part] });
  }
}

/** What stands beside the counts, and is asked for less often by itself. */
export function askCardsAgain(client: QueryClient): void {
  for (const part of ["queue-campaigns", "workers", "queue-pending"]) void client.invalidateQueries({ queryKey: [...backendKey(), part] });
}

/** What is done about one of which nobody knows whether it arrived. */
export function useDoubtCalls(): DoubtCalls {
  const client = useQueryClient();
  return {
    send: (id: string, idempotencyKey: string) => call(retries.sendDespiteDoubt, { params: { id }, idempotencyKey }),
    arrived: (id: string, idempotencyKey: string) => call(retries.sayArrived, { params: { id }, idempotencyKey }),
    onEnd: () => askQueueAgain(client),
  };
}

/** Both ends of a doubt, each with the words of the server. */
export interface DoubtCalls {
  send: (id: string, idempotencyKey: string) => Promise<{ sent: boolean; held?: boolean | undefined; message: string }>;
  arrived: (id: string, idempotencyKey: string) => Promise<{ settled: boolean; message: string }>;
  /** The server has answered, or did not: what is shown may be old. */
  onEnd: () => unknown;
}

const SENDING_PAUSE = "cancel-status";

/** How sending stands of the branch that is chosen. */

export function useSendingPauseState(isOpen: boolean) {
  const { key, at } = useQueueServer();
  return useQuery({
    queryKey: [...key, SENDING_PAUSE, false],
    queryFn: ({ signal }) => call(pause.cancelStatus, { query: {}, signal, ...at }),
    ...whileLooking(isOpen, BRAKE_POLL_MS),
  });
}

/** The same of that branch or of the whole group, as it is when it is asked for: what waits is about to be cancelled. */
export function useSendingPauseNow(whole_group: boolean) {
  return useQuery({
    queryKey: [...backendKey(), SENDING_PAUSE, whole_group, "now"],
    queryFn: ({ signal }) => call(pause.cancelStatus, { query: wholeOf(whole_group), signal }),
    gcTime: 0,
  });
}

const wholeOf = (whole_group: boolean) => (whole_group ? { whole_group: "true" } : {});

/**
 * The calls of the pause; what each answers is shown at once wherever the state stands. Each press has a key of its own: a
 * second press must stop what somebody resumed in between, and not be given the answer of the first.
 */
export function useSendingPauseCalls() {
  const client = useQueryClient();
  return useMemo(() => {
    const tell = <State extends CancelState>(state: State): State => {
      const { cancelled, by, at, branch, whole_group } = state;
      const key = [...backendKey(), SENDING_PAUSE];
      if (branch !== null) client.setQueryData<CancelState>([...key, false], { cancelled, by, at, branch, whole_group });
      else void client.invalidateQueries({ queryKey: key });
      askQueueAgain(client);
      return state;
    };
    return {
      stop: async (whole_group: boolean) => tell(await call(pause.cancelSending, asking(whole_group))),
      cancelAll: async (whole_group: boolean) => tell(await call(pause.cancelAll, asking(whole_group))),
      resume: async (whole_group: boolean) => tell(await call(pause.resetCancel, asking(whole_group))),
      read: async () => tell(await call(pause.cancelStatus, { query: {} })),
    };
  }, [client]);
}

/** A server of an older version takes no body, and knows the whole group alone. */
const asking = (whole_group: boolean) => ({ ...(whole_group ? { body: { whole_group } } : {}), idempotencyKey: uuidv7() });

const limitsKey = () => [...backendKey(), "sending-limits"];

export function useLimits() {
  return useQuery({ queryKey: limitsKey(), queryFn: ({ signal }) => call(limits.readLimits, { signal }) });
}

export function useChangeLimits() {
  const client = useQueryClient();
  const sendOnce = useSameKey();
  return useMutation({
    mutationFn: (body: Limits & { seen: string | null }) =>
      sendOnce(body, (idempotencyKey) => call(limits.changeLimits, { body, idempotencyKey })),
    onSuccess: (answer) => {
      client.setQueryData(limitsKey(), answer);
      // What lacked a template may go by one now.
      void client.invalidateQueries({ queryKey: [...backendKey(), "workers"] });
    },
  });
}

const tokensKey = () => [...backendKey(), "worker-tokens"];

export function useWorkerTokens() {
  return useQuery({ queryKey: tokensKey(), queryFn: ({ signal }) => call(tokens.listWorkerTokens, { signal }) });
}

/** What is told of a new token stays in the dialog that asked for it, and in no cache. */
export function useIssueToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof IssueWorkerToken>) => call(tokens.issueWorkerToken, { body }),
    gcTime: 0,
    // Also after a failure: a token whose answer was lost is made.
    onSettled: () => void client.invalidateQueries({ queryKey: tokensKey() }),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(tokens.revokeWorkerToken, { params: { id }, idempotencyKey: uuidv7() }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey() }),
    onError: () => void client.invalidateQueries({ queryKey: tokensKey() }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [...backendKey(), "workers"] });
    },
  });
}

/** What the sandbox would have sent, asked for again as long as somebody looks. */
export function useSandbox() {
  return useQuery({
    queryKey: [...backendKey(), "sandbox"],
    queryFn: ({ signal }) => call(sandbox.sandboxMessages, { query: {}, signal }),
    ...whileLooking(true, TASK_POLL_MS),
  });
}

/** The picture or PDF of such a message, which stays the same. */
export function useSandboxFile(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...backendKey(), "sandbox-file", id],
    queryFn: () => fetchFile(sandbox.sandboxFile, { params: { id } }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
