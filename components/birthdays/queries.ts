"use client";

import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { askQueueAgain, type DoubtCalls, taskQuery, WORKERS_POLL_MS } from "@/components/queue/queries";
import { keepWorkersNow } from "@/components/queue/workers-now";
import { isApiError } from "@/lib/api/api-error";
import { currentBackend } from "@/lib/api/backends";
import { addressBelow, call, fetchFile, openStream } from "@/lib/api/client";
import type { BodyInputOf } from "@/lib/api/endpoint";
import { readEvents } from "@/lib/event-stream";
import type { EnqueueBatch } from "@/lib/queue/contract";
import type { retryAll as RetryAll } from "@/lib/queue/retry-by-hand/contract";
import type { VoucherFile } from "@/lib/vouchers/contract";
import { type Ending, followMaking, type MakingCalls, type Vouchers } from "./voucher-making";

const birthdays = contractsOf(() => import("@/lib/birthdays/contract"));
const vouchers = contractsOf(() => import("@/lib/vouchers/contract"));
const campaigns = contractsOf(() => import("@/lib/queue/birthday-campaign/contract"));
const queue = contractsOf(() => import("@/lib/queue/contract"));
const retries = contractsOf(() => import("@/lib/queue/retry-by-hand/contract"));
const jobs = contractsOf(() => import("@/lib/jobs/contract"));

const MOST = 5_000;

/** The server of birthdays, where one was chosen: its guests, vouchers and messages belong to it alone. */
const there = () => ({ base: currentBackend().birthdaysBase });

function birthdaysKey(): [string, string | null] {
  const [, branch] = backendKey();
  return typeof window === "undefined" ? ["", branch] : [there().base, branch];
}

/** Who celebrates on a date; asked for when the search was pressed. */
export function useBirthdays(date: string) {
  return useQuery({
    queryKey: [...birthdaysKey(), "birthdays", date],
    retry: false,
    queryFn: ({ signal }) => call(birthdays.searchBirthdays, { query: { date, limit: MOST }, signal, ...there() }),
  });
}

export function useBirthdayStats(date: string) {
  return useQuery({
    queryKey: [...birthdaysKey(), "birthday-stats", date],
    retry: false,
    gcTime: 0, // figures of another moment would be shown for those of now
    queryFn: ({ signal }) => call(birthdays.birthdayStats, { query: { date }, signal, ...there() }),
  });
}

export function fetchBirthdays(date: string, kind: "csv" | "vcf"): Promise<File> {
  return fetchFile(kind === "csv" ? birthdays.exportBirthdaysCsv : birthdays.exportBirthdaysVcf, { query: { date }, ...there() });
}

const listVouchers = (date: string, signal: AbortSignal) => call(vouchers.listVouchers, { query: { date }, signal, ...there() });

/** Pictures lie on the server that drew them. */
const addressed = (file: VoucherFile): VoucherFile => ({
  ...file,
  view_url: addressBelow(file.view_url, there().base),
  download_url: addressBelow(file.download_url, there().base),
  thumbnail_url: addressBelow(file.thumbnail_url, there().base),
  pdf_url: addressBelow(file.pdf_url, there().base),
});

const callsFor = (date: string): MakingCalls => ({
  stream: async (signal) => readEvents(await openStream(vouchers.makeVouchers, { query: { date }, signal, ...there() })),
  list: (signal) => listVouchers(date, signal),
  job: async (id, signal) => (await call(jobs.openJob, { params: { id }, signal, ...there() })).job,
});

const NONE: Vouchers = { files: [], running: null };

/** Another device may make vouchers: they are asked for while they are shown. @param isFollowed what is made now is told by its stream */
const useVoucherList = (date: string, isFollowed: boolean) =>
  useQuery({
    queryKey: [...birthdaysKey(), "vouchers", date],
    retry: false,
    queryFn: ({ signal }) => listVouchers(date, signal),
    refetchInterval: isFollowed ? false : WORKERS_POLL_MS,
    refetchIntervalInBackground: false,
  });

/** The vouchers of a date, and the making of them: begun here, or found under way. */
export function useVouchers(date: string) {
  const client = useQueryClient();
  const [state, setState] = useState<{ following: boolean; ending: Ending | null; error: unknown }>({
    following: false,
    ending: null,
    error: null,
  });
  const { data, error: listError, refetch } = useVoucherList(date, state.following);
  const line = useRef<AbortController | null>(null);

  const follow = useCallback(
    async (asked: boolean) => {
      if (line.current) return;
      const closing = new AbortController();
      line.current = closing;
      const own = [...birthdaysKey(), "vouchers", date];
      const tell = (change: (before: Vouchers) => Vouchers) => client.setQueryData<Vouchers>(own, (before) => change(before ?? NONE));
      setState({ following: true, ending: null, error: null });
      try {
        const ending = await followMaking(asked, callsFor(date), tell, closing.signal);
        if (!closing.signal.aborted) setState({ following: false, ending, error: null });
      } catch (error) {
        if (closing.signal.aborted) return;
        tell(({ files }) => ({ files, running: null }));
        setState({ following: false, ending: null, error });
      } finally {
        if (line.current === closing) line.current = null;
      }
    },
    [client, date],
  );

  const listed = data?.files;
  const files = useMemo(() => listed?.map(addressed) ?? NONE.files, [listed]);
  const isRunning = Boolean(data?.running);
  useEffect(() => {
    if (isRunning) void follow(false);
  }, [isRunning, follow]);
  useEffect(
    () => () => {
      line.current?.abort();
      line.current = null;
    },
    [],
  );
  return {
    ...state,
    files,
    running: data?.running ?? null,
    isKnown: data !== undefined,
    listError,
    refetch,
    generate: () => follow(true),
  };
}

export function useStopMaking() {
  return useMutation({ mutationFn: (id: string) => call(jobs.cancelJob, { params: { id }, idempotencyKey: uuidv7(), ...there() }) });
}

const campaignKey = (date: string) => [...birthdaysKey(), "birthday-campaign", date];

/**
 * Where a date's messages stand, by the server: another device may have begun them, and WhatsApp tells late that one arrived, or did
 * not. Asked for as often as the workers, as long as the page is in sight.
 */
export function useCampaignState(date: string) {
  return useQuery({
    queryKey: campaignKey(date),
    retry: false,
    queryFn: async ({ signal, client }) => {
      const campaign = await call(campaigns.openCampaign, { query: { date }, signal, ...there() });
      keepWorkersNow(client, birthdaysKey(), campaign.workers_now, 0);
      return campaign;
    },
    refetchInterval: WORKERS_POLL_MS,
    refetchIntervalInBackground: false,
  });
}

/** What the tasks of a campaign say of each message; each is asked for every two seconds until it is over. */
export function useTasks(ids: readonly string[]) {
  return useQueries({ queries: ids.map((id) => taskQuery(id, there().base)) });
}

/** After something changed: the campaign, its tasks and who sends are asked for anew. */
export function useAskCampaignAgain(date: string) {
  const client = useQueryClient();
  return useCallback(async () => {
    askQueueAgain(client, there().base);
    void client.invalidateQueries({ queryKey: [...birthdaysKey(), "workers"] });
    await client.invalidateQueries({ queryKey: [...birthdaysKey(), "birthday-campaign", date] });
  }, [client, date]);
}

/** What is sent again of one campaign; `another_day` where somebody has said that it may go on another day than the birthday. */
export type WhatRetries = Required<NonNullable<BodyInputOf<typeof RetryAll>>>;

/** @returns how many are sent again, with the server's own words */
export const retryFailed = (body: WhatRetries, idempotencyKey: string) => call(retries.retryAll, { body, idempotencyKey, ...there() });

/** What is done about one of which nobody knows whether it arrived. */
export const doubtCalls: Omit<DoubtCalls, "onEnd"> = {
  send: (id, idempotencyKey) => call(retries.sendDespiteDoubt, { params: { id }, idempotencyKey, ...there() }),
  arrived: (id, idempotencyKey) => call(retries.sayArrived, { params: { id }, idempotencyKey, ...there() }),
};

/** No address took the messages; those that were tried, in order. */
export class EnqueueFailed extends Error {
  override readonly name = "EnqueueFailed";
  constructor(
    readonly tried: readonly string[],
    readonly reason: unknown,
  ) {
    super(reason instanceof Error ? reason.message : String(reason));
  }
}

/** What an older server says of an address that it does not have (docs/design/spec-guests.md 7). */
const TRY_THE_NEXT = [404, 405, 422];

/**
 * Puts one task into the queue: by the first address that knows how, all of them with one and the same key, so that a batch
 * whose answer was lost is found again. The specification's last ways (a form, then a GET for each guest) are not gone: no
 * server that has them lacks the others, and a GET must not send anything.
 * @throws EnqueueFailed
 */
export async function enqueueTask(body: EnqueueBatch, idempotencyKey: string) {
  const tried: string[] = [];
  let reason: unknown;
  for (const [path, endpoint] of [
    ["/queue/enqueue/batch", queue.enqueueBatch],
    ["/queue/enqueue-items", queue.enqueueItems],
    ["/queue/enqueue", queue.enqueue],
  ] as const) {
    tried.push(`POST ${path}`);
    try {
      return await call(endpoint, { body, idempotencyKey, ...there() });
    } catch (error) {
      reason = error;
      if (!isApiError(error) || !TRY_THE_NEXT.includes(error.status)) break;
    }
  }
  throw new EnqueueFailed(tried, reason);
}
