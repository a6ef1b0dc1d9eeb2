"use client";

import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSession } from "@/components/app-base/session";
import { call } from "@/lib/api/client";
import type { Reply } from "@/lib/queue/replies/reply";
import { SEES_PHONES } from "@/lib/queue/who-may-send";
import { askQueueAgain } from "./queries";

const contracts = contractsOf(() => import("@/lib/queue/replies/contract"));

const REPLIES_POLL_MS = 15_000;
/** While somebody reads them to answer: who else has answered meanwhile is seen before the same is typed twice. */
const READING_POLL_MS = 4_000;
/** While an answer waits or goes out, so that its state is the one of now. */
const ANSWER_POLL_MS = 3_000;

/**
 * What guests of one's branches wrote back lately, and what answers it; asked for by those who may read it.
 * @param pollMs how often it is asked for anew
 */
export function useReplies(pollMs = REPLIES_POLL_MS) {
  const mayRead = useSession().can(SEES_PHONES);
  return useQuery({
    queryKey: [...backendKey(), "replies"],
    queryFn: ({ signal }) => call(contracts.listReplies, { signal }),
    enabled: mayRead,
    refetchInterval: ({ state }) =>
      state.data?.answers?.some(({ status, next_try }) => (status === "PENDING" && !next_try) || status === "IN_PROGRESS")
        ? ANSWER_POLL_MS
        : pollMs,
    refetchIntervalInBackground: false,
  });
}

/** As `useReplies`, for the dialog in which they are answered. */
export const useRepliesRead = () => useReplies(READING_POLL_MS);

/** Whether a reply waits for everybody. A server of an older version knows only whether it was opened. */
export const isOpen = ({ done, seen }: Reply) => (done === undefined ? !seen : done === null);

/** Says that somebody has opened these replies, each once; what could not be said is said by whoever opens them next. */
export function useOpened(replies: readonly Reply[]): void {
  const told = useRef(new Set<string>());
  const { mutate } = useMutation({ mutationFn: (ids: string[]) => call(contracts.seeReplies, { body: { ids } }) });
  const unread = replies.filter(({ seen }) => !seen).map(({ id }) => id);
  useEffect(() => {
    const news = unread.filter((id) => !told.current.has(id));
    if (news.length === 0) return;
    for (const id of news) told.current.add(id);
    mutate(news);
  });
}

/** Wherever replies are shown they are asked for anew, and the badge on Home with them. */
function askAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [...backendKey(), "replies"] });
  askQueueAgain(client);
}

/** Says that some replies were dealt with, or takes that back. */
export function useSettleReplies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: string[]; how: "answered" | "none" | "open" }) => call(contracts.settleReplies, { body }),
    onSettled: () => askAgain(client),
  });
}

/** Puts an answer into the queue. */
export function useAnswerReplies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: { ids: string[]; message: string; again: boolean; idempotencyKey: string }) =>
      call(contracts.answerReplies, { body, idempotencyKey }),
    onSettled: () => askAgain(client),
  });
}

/** Cancels an answer that waits. */
export function useTakeBack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(contracts.takeBackAnswer, { body: { id } }),
    onSettled: () => askAgain(client),
  });
}
