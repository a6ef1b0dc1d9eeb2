"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSession } from "@/components/app-base/session";
import { call } from "@/lib/api/client";
import type { Reply } from "@/lib/queue/contract";
import { SEES_PHONES } from "@/lib/queue/who-may-send";

const contracts = contractsOf(() => import("@/lib/queue/replies/contract"));

const REPLIES_POLL_MS = 15_000;

/** What guests of one's branches wrote back lately; asked for by those who may read it. */
export function useReplies() {
  const mayRead = useSession().can(SEES_PHONES);
  return useQuery({
    queryKey: [...backendKey(), "replies"],
    queryFn: ({ signal }) => call(contracts.listReplies, { signal }),
    enabled: mayRead,
    refetchInterval: REPLIES_POLL_MS,
    refetchIntervalInBackground: false,
  });
}

/** Says that somebody has opened these replies, each once; what could not be said is said by whoever opens them next. */
export function useOpened(replies: readonly Reply[]): void {
  const client = useQueryClient();
  const told = useRef(new Set<string>());
  const { mutate } = useMutation({
    mutationFn: (ids: string[]) => call(contracts.seeReplies, { body: { ids } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [...backendKey(), "health"] }),
  });
  const unread = replies.filter(({ seen }) => !seen).map(({ id }) => id);
  useEffect(() => {
    const news = unread.filter((id) => !told.current.has(id));
    if (news.length === 0) return;
    for (const id of news) told.current.add(id);
    mutate(news);
  });
}
