import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { mayAsk, useSession } from "@/components/app-base/session";
import { call, fetchFile } from "@/lib/api/client";
import type { BodyInputOf, QueryInputOf } from "@/lib/api/endpoint";
import type * as Contract from "@/lib/competitions/contract";
import type { listEntries } from "@/lib/competitions/entries/contract";
import { COMPETITION_RIGHTS } from "@/lib/competitions/rights";

const competitions = contractsOf(() => import("@/lib/competitions/contract"));
const entries = contractsOf(() => import("@/lib/competitions/entries/contract"));

/** How often what runs is asked for anew, in milliseconds. */
const POLL_MS = 60_000;

export const useCompetitions = () =>
  useQuery({
    queryKey: [...backendKey(), "competitions"],
    queryFn: ({ signal }) => call(competitions.listCompetitions, { signal }),
  });

export const useCompetition = (id: string) =>
  useQuery({
    queryKey: [...backendKey(), "competition", id],
    retry: false,
    queryFn: ({ signal }) => call(competitions.openCompetition, { params: { id }, signal }),
    // What may be done next changes with the clock too.
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });

export type WhichEntries = NonNullable<QueryInputOf<typeof listEntries>["which"]>;

export const useEntries = (id: string, version: number, query: { which: WhichEntries; search: string; offset: number }) =>
  useQuery({
    queryKey: [...backendKey(), "competition-entries", id, version, query],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(entries.listEntries, { params: { id }, query: { ...query, limit: 50 }, signal }),
  });

/** What runs now; nothing where somebody may not see competitions. */
export function useCompetitionsAtHome() {
  const session = useSession();
  return useQuery({
    queryKey: [...backendKey(), "competitions-home"],
    enabled: session.can(COMPETITION_RIGHTS.view) && mayAsk(COMPETITION_RIGHTS.view),
    retry: false,
    queryFn: ({ signal }) => call(competitions.competitionsAtHome, { signal }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });
}

const SHOWN = ["competitions", "competition", "competition-entries", "competitions-home"];

/** Whatever was done and however it ended, what shows competitions is asked for anew. */
function useDone<Input, Answer>(
  work: (input: Input, idempotencyKey: string) => Promise<Answer>,
  intentOf: (input: Input) => unknown = (input) => input,
) {
  const client = useQueryClient();
  const once = useSameKey();
  return useMutation({
    mutationFn: (input: Input) => once(intentOf(input), (key) => work(input, key)),
    onSettled: () => Promise.all(SHOWN.map((name) => client.invalidateQueries({ queryKey: [...backendKey(), name] }))),
  });
}

export const useMake = () =>
  useDone((body: BodyInputOf<typeof Contract.makeCompetition>, idempotencyKey) =>
    call(competitions.makeCompetition, { body, idempotencyKey }),
  );

export const useChange = (id: string) =>
  useDone((body: BodyInputOf<typeof Contract.changeCompetition>, idempotencyKey) =>
    call(competitions.changeCompetition, { params: { id }, body, idempotencyKey }),
  );

export const useStep = (id: string) =>
  useDone((body: BodyInputOf<typeof Contract.stepCompetition>, idempotencyKey) =>
    call(competitions.stepCompetition, { params: { id }, body, idempotencyKey }),
  );

export const useBring = (id: string) =>
  useDone(
    ({ file, source }: { file: File; source: "file" | "paste" }, idempotencyKey) =>
      call(entries.bringEntries, { params: { id }, query: { source }, file, idempotencyKey }),
    ({ file: { name, size, lastModified }, source }) => [name, size, source === "file" && lastModified, source],
  );

export const useFetchComments = (id: string) =>
  useDone((_: null, idempotencyKey) => call(entries.fetchEntries, { params: { id }, idempotencyKey }));

export const useSaveStaff = () =>
  useDone((staff: string[], idempotencyKey) => call(competitions.saveCompetitionStaff, { body: { staff }, idempotencyKey }));

export const useLock = (id: string) =>
  useDone((body: BodyInputOf<typeof Contract.lockCompetition>, idempotencyKey) =>
    call(competitions.lockCompetition, { params: { id }, body, idempotencyKey }),
  );

export const useDraw = (id: string) =>
  useDone((body: BodyInputOf<typeof Contract.drawCompetition>, idempotencyKey) =>
    call(competitions.drawCompetition, { params: { id }, body, idempotencyKey }),
  );

export const useDisqualify = (id: string, place: string) =>
  useDone((body: BodyInputOf<typeof Contract.disqualifyWinner>, idempotencyKey) =>
    call(competitions.disqualifyWinner, { params: { id, place }, body, idempotencyKey }),
  );

export const useLinkGuest = (id: string, place: string) =>
  useDone((body: BodyInputOf<typeof Contract.linkWinner>, idempotencyKey) =>
    call(competitions.linkWinner, { params: { id, place }, body, idempotencyKey }),
  );

export const useGiveVoucher = (id: string, place: string) =>
  useDone((body: BodyInputOf<typeof Contract.giveVoucher>, idempotencyKey) =>
    call(competitions.giveVoucher, { params: { id, place }, body, idempotencyKey }),
  );

export const useProofFile = () => useMutation({ mutationFn: (id: string) => fetchFile(competitions.proofFile, { params: { id } }) });
