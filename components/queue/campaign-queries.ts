"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { v7 as uuidv7 } from "uuid";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/endpoint";
import { isBranchKey } from "@/lib/known-branches";
import type { Campaign, listCampaigns as listContract } from "@/lib/queue/campaigns/contract";
import { askQueueAgain, TASK_POLL_MS, whileLooking } from "./queries";
import { keepWorkersNow } from "./workers-now";

const campaigns = contractsOf(() => import("@/lib/queue/campaigns/contract"));

/** How campaigns go is told for each by itself, and asked for less often than the queue as a whole. */
const CAMPAIGNS_POLL_MS = 5_000;

/** What was queued lately, the newest first; older ones a page at a time. */
export function useCampaigns(isOpen: boolean) {
  return useInfiniteQuery({
    queryKey: [...backendKey(), "queue-campaigns"],
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await call(campaigns.listCampaigns, { query: pageParam ? { before: pageParam } : {}, signal });
      keepWorkersNow(client, backendKey(), page.workers_now, 1.5 * CAMPAIGNS_POLL_MS);
      return page;
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    ...whileLooking(isOpen, CAMPAIGNS_POLL_MS),
  });
}

/** Each once: an older one that is not over comes with the first page, and once more on its own. */
export function listedOf(pages: readonly AnswerOf<typeof listContract>[]): Campaign[] {
  const listed = pages.flatMap((page) => [...page.campaigns, ...(page.unfinished ?? [])]);
  return [...new Map(listed.map((one) => [one.id, one])).values()];
}

/** One of them, guest by guest; asked for until all of it is over. */
export function useCampaign(id: string) {
  return useQuery({
    queryKey: [...backendKey(), "queue-campaign", id],
    queryFn: ({ signal }) => call(campaigns.readCampaign, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && data.counts.PENDING + data.counts.IN_PROGRESS === 0 ? false : TASK_POLL_MS),
    refetchIntervalInBackground: false,
  });
}

/** What is done about one campaign alone. Each press has a key of its own, as those of the pause. @param branch that has queued it */
export function useCampaignCalls(id: string, branch: string) {
  const client = useQueryClient();
  const where = () => ({ params: { id }, idempotencyKey: uuidv7(), ...(isBranchKey(branch) ? { branch } : {}) });
  const onSettled = () => {
    askQueueAgain(client);
    void client.invalidateQueries({ queryKey: [...backendKey(), "birthday-campaign"] });
  };
  return {
    pause: useMutation({ mutationFn: () => call(campaigns.pauseCampaign, where()), onSettled }),
    resume: useMutation({ mutationFn: () => call(campaigns.resumeCampaign, where()), onSettled }),
    cancel: useMutation({ mutationFn: () => call(campaigns.cancelCampaign, where()), onSettled }),
  };
}
