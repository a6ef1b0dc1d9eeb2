"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { useSameKey } from "@/components/app-base/idempotency-key";
import { askQueueAgain } from "@/components/queue/queries";
import { call, fetchFile } from "@/lib/api/client";
import type { BodyInputOf } from "@/lib/api/endpoint";
import type { changeExpiry } from "@/lib/loyalty/expiry/contract";
import type { changeProgramme } from "@/lib/loyalty/programme/contract";
import type { changeTiers } from "@/lib/loyalty/tiers/contract";
import type { adjustPoints } from "@/lib/points-by-hand/contract";
import type { changeReward, createReward, issueReward } from "@/lib/rewards/contract";

const panel = contractsOf(() => import("@/lib/loyalty/panel/contract"));
const programme = contractsOf(() => import("@/lib/loyalty/programme/contract"));
const expiry = contractsOf(() => import("@/lib/loyalty/expiry/contract"));
const tiers = contractsOf(() => import("@/lib/loyalty/tiers/contract"));
const rewards = contractsOf(() => import("@/lib/rewards/contract"));
const statements = contractsOf(() => import("@/lib/statement/contract"));
const byHand = contractsOf(() => import("@/lib/points-by-hand/contract"));

export const usePanel = () =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-panel"],
    retry: false,
    staleTime: 30_000,
    queryFn: ({ signal }) => call(panel.loyaltyPanel, { signal }),
  });

export const useProgramme = () =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-programme"],
    staleTime: 0,
    queryFn: ({ signal }) => call(programme.readProgramme, { signal }),
  });

export const useExpiry = () =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-expiry"],
    staleTime: 0,
    queryFn: ({ signal }) => call(expiry.readExpiry, { signal }),
  });

/** Whom it would be; asked for once months are chosen. */
export const useExpiryPreview = (months: number | null) =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-expiry", "preview", months],
    enabled: months !== null,
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => call(expiry.previewExpiry, { query: { months: months ?? 0 }, signal }),
  });

export const useTiersSetting = () =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-tiers"],
    staleTime: 0,
    queryFn: ({ signal }) => call(tiers.readTiers, { signal }),
  });

/** Who would be in which tier. @param visits from how many on, as `2,5,12`; empty asks nobody */
export const useTiersPreview = (visits: string) =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-tiers", "preview", visits],
    enabled: visits !== "",
    retry: false,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(tiers.previewTiers, { query: { visits }, signal }),
  });

export const useRewards = () =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-rewards"],
    staleTime: 0,
    queryFn: ({ signal }) => call(rewards.listRewards, { signal }),
  });

export const useWaiting = () =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-waiting"],
    staleTime: 0,
    queryFn: ({ signal }) => call(byHand.listAdjustments, { signal }),
  });

/** Drawn anew whenever it is opened, and kept by no page: each time is in the trail. */
export const useStatement = (guest: string) =>
  useQuery({
    queryKey: [...backendKey(), "loyalty-statement", guest],
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => fetchFile(statements.pointsStatement, { params: { id: guest } }),
  });

/** Queued as a letter; the queue shows what becomes of it. */
export function useSendStatement() {
  const client = useQueryClient();
  const once = useSameKey();
  return useMutation({
    mutationFn: (id: string) => once(id, (idempotencyKey) => call(statements.sendStatement, { params: { id }, idempotencyKey })),
    onSettled: () => {
      askQueueAgain(client);
      void client.invalidateQueries({ queryKey: [...backendKey(), "guest-page"] });
    },
  });
}

const CHANGED = [
  "loyalty-panel",
  "loyalty-expiry",
  "loyalty-tiers",
  "tiers-of",
  "loyalty-programme",
  "loyalty-rewards",
  "loyalty-waiting",
  "guest-page",
  "guest-card",
];

/** Whatever was done and however it ended, what shows points is asked for anew. */
function useDone<Input, Answer>(work: (input: Input, idempotencyKey: string) => Promise<Answer>) {
  const client = useQueryClient();
  const once = useSameKey();
  return useMutation({
    mutationFn: (input: Input) => once(input, (key) => work(input, key)),
    onSettled: () => Promise.all(CHANGED.map((name) => client.invalidateQueries({ queryKey: [...backendKey(), name] }))),
  });
}

export const useChangeProgramme = () =>
  useDone((body: BodyInputOf<typeof changeProgramme>, idempotencyKey) => call(programme.changeProgramme, { body, idempotencyKey }));

export const useChangeExpiry = () =>
  useDone((body: BodyInputOf<typeof changeExpiry>, idempotencyKey) => call(expiry.changeExpiry, { body, idempotencyKey }));

export const useChangeTiers = () =>
  useDone((body: BodyInputOf<typeof changeTiers>, idempotencyKey) => call(tiers.changeTiers, { body, idempotencyKey }));

export const useSaveReward = () =>
  useDone(
    (
      { id, ...body }: { id: string | null; reward: BodyInputOf<typeof createReward> } & Omit<BodyInputOf<typeof changeReward>, "reward">,
      idempotencyKey,
    ) =>
      id === null
        ? call(rewards.createReward, { body: body.reward, idempotencyKey })
        : call(rewards.changeReward, { params: { id }, body, idempotencyKey }),
  );

export const useAdjust = () =>
  useDone((body: BodyInputOf<typeof adjustPoints>, idempotencyKey) => call(byHand.adjustPoints, { body, idempotencyKey }));

export const useDecide = () =>
  useDone(({ id, approve }: { id: string; approve: boolean }, idempotencyKey) =>
    call(byHand.decideAdjustment, { params: { id }, body: { approve }, idempotencyKey }),
  );

export const useIssue = () =>
  useDone((body: BodyInputOf<typeof issueReward>, idempotencyKey) => call(rewards.issueReward, { body, idempotencyKey }));

export const useConfirm = () =>
  useDone(({ id, code }: { id: string; code: string }, idempotencyKey) =>
    call(rewards.confirmReward, { params: { id }, body: { code }, idempotencyKey }),
  );

export const useFinish = () =>
  useDone(({ id, what }: { id: string; what: "redeem" | "release" }, idempotencyKey) =>
    call(rewards.finishReward, { params: { id }, body: { what }, idempotencyKey }),
  );

export const useReplaceCard = () =>
  useDone(({ id, reason }: { id: string; reason: string }, idempotencyKey) =>
    call(rewards.replaceCard, { params: { id }, body: { reason }, idempotencyKey }),
  );

export const useUndoReward = () =>
  useDone(({ id }: { id: string }, idempotencyKey) => call(rewards.undoReward, { params: { id }, idempotencyKey }));
