"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { contractsOf } from "@/components/app-base/contracts";
import { backendKey } from "@/components/app-base/queries";
import { call, fetchFile, openStream } from "@/lib/api/client";
import { readEvents } from "@/lib/event-stream";
import { type Ending, followMaking, type MakingCalls, type Vouchers } from "./voucher-making";

const birthdays = contractsOf(() => import("@/lib/birthday-search/contract"));
const vouchers = contractsOf(() => import("@/lib/vouchers/contract"));
const jobs = contractsOf(() => import("@/lib/jobs/contract"));

const MOST = 5_000;

/** Who celebrates on a date; asked for when the search was pressed. */
export function useBirthdays(date: string) {
  return useQuery({
    queryKey: [...backendKey(), "birthdays", date],
    retry: false,
    queryFn: ({ signal }) => call(birthdays.searchBirthdays, { query: { date, limit: MOST }, signal }),
  });
}

export function useBirthdayStats(date: string) {
  return useQuery({
    queryKey: [...backendKey(), "birthday-stats", date],
    retry: false,
    gcTime: 0, // figures of another moment would be shown for those of now
    queryFn: ({ signal }) => call(birthdays.birthdayStats, { query: { date }, signal }),
  });
}

export function fetchBirthdays(date: string, kind: "csv" | "vcf"): Promise<File> {
  return fetchFile(kind === "csv" ? birthdays.exportBirthdaysCsv : birthdays.exportBirthdaysVcf, { query: { date } });
}

const listVouchers = (date: string, signal: AbortSignal) => call(vouchers.listVouchers, { query: { date }, signal });

const callsFor = (date: string): MakingCalls => ({
  stream: async (signal) => readEvents(await openStream(vouchers.makeVouchers, { query: { date }, signal })),
  list: (signal) => listVouchers(date, signal),
  job: async (id, signal) => (await call(jobs.openJob, { params: { id }, signal })).job,
});

const NONE: Vouchers = { files: [], running: null };

/** The vouchers of a date, and the making of them: begun here, or found under way. */
export function useVouchers(date: string) {
  const client = useQueryClient();
  const key = [...backendKey(), "vouchers", date];
  const {
    data,
    error: listError,
    refetch,
  } = useQuery({ queryKey: key, retry: false, queryFn: ({ signal }) => listVouchers(date, signal) });
  const [state, setState] = useState<{ following: boolean; ending: Ending | null; error: unknown }>({
    following: false,
    ending: null,
    error: null,
  });
  const line = useRef<AbortController | null>(null);

  const follow = useCallback(
    async (asked: boolean) => {
      if (line.current) return;
      const closing = new AbortController();
      line.current = closing;
      const own = [...backendKey(), "vouchers", date];
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
    files: data?.files ?? NONE.files,
    running: data?.running ?? null,
    isKnown: data !== undefined,
    listError,
    refetch,
    generate: () => follow(true),
  };
}

export function useStopMaking() {
  return useMutation({ mutationFn: (id: string) => call(jobs.cancelJob, { params: { id }, idempotencyKey: uuidv7() }) });
}
