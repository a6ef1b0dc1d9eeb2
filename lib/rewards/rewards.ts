import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { HubClient, Prisma, Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import { fieldsChanged } from "../events";
import { programmeNow } from "../loyalty/programme/programme";
import type { changeReward as changeContract, createReward as createContract, listRewards, Reward } from "./contract";
import { COUNTING, type RewardKind } from "./states";

type Row = Prisma.LoyaltyRewardGetPayload<object>;
type Said = BodyOf<typeof createContract>;

const dataOf = ({ branches, ...rest }: Said) => ({ ...rest, branches: JSON.stringify(branches) });

/** How often each reward was given, or is being given. */
async function takenOfEach(from: HubClient | Tx<"hub">): Promise<Map<string, number>> {
  const counts = await from.loyaltyRedemption.groupBy({ by: ["reward_id"], where: { state: { in: [...COUNTING] } }, _count: true });
  return new Map(counts.map(({ reward_id, _count }) => [reward_id, _count]));
}

const shown = ({ created_at: _, ...row }: Row, taken: number): Reward => ({
  ...row,
  kind: row.kind as RewardKind, // as written below
  branches: JSON.parse(row.branches) as string[],
  taken,
});

/** Every reward, those that are given no more last. */
export async function rewardsShown(): Promise<AnswerOf<typeof listRewards>> {
  const { read, sql } = await hubStore();
  const [rows, taken] = await Promise.all([
    read.loyaltyReward.findMany({ orderBy: [{ is_ended: "asc" }, { points: "asc" }, { name: "asc" }, { id: "asc" }] }),
    takenOfEach(read),
  ]);
  const { unit, currency } = programmeNow(sql);
  return { rewards: rows.map((row) => shown(row, taken.get(row.id) ?? 0)), unit, currency };
}

export async function makeReward(said: Said, by: WriteBy): Promise<AnswerOf<typeof createContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const row = await tx.loyaltyReward.create({ data: { id: uuid(), ...dataOf(said), created_at: timestamp() } });
    const payload = { name: row.name, points: row.points };
    return {
      answer: { message: `Guests can get ${row.name} for ${row.points} points now.`, reward: shown(row, 0) },
      happened: [{ kind: "reward.created", subjects: [row.id], payload }],
    };
  });
}

const FIELDS = [
  "name",
  "points",
  "kind",
  "value",
  "branches",
  "valid_from",
  "valid_until",
  "stock",
  "per_guest",
  "is_partial",
  "is_ended",
] as const;

/** Changes or ends a reward; what is being given now stays as it was begun. @throws AppError `not_found`, `conflict` */
export async function changeRewardTo(
  id: string,
  { reward, is_ended, version }: BodyOf<typeof changeContract>,
  by: WriteBy,
): Promise<AnswerOf<typeof changeContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const old = await tx.loyaltyReward.findUnique({ where: { id } });
    if (!old) throw new AppError("not_found", "There is no such reward. Nothing was changed.");
    if (old.version !== version)
      throw new AppError("conflict", "Somebody else changed this reward in the meantime. Nothing of yours was saved. Look at it again.");
    const data = { ...dataOf(reward), is_ended };
    const taken = (await takenOfEach(tx)).get(id) ?? 0;
    const change = fieldsChanged(FIELDS, old, data);
    if (!change) return { answer: { message: "Nothing was changed.", reward: shown(old, taken) }, happened: [] };
    const row = await tx.loyaltyReward.update({ where: { id }, data: { ...data, version: version + 1 } });
    const message =
      is_ended && !old.is_ended ? `${row.name} is given no more. Who is getting it now still does.` : `${row.name} is changed.`;
    return {
      answer: { message, reward: shown(row, taken) },
      happened: [{ kind: "reward.changed", subjects: [id], payload: { ...change, name: row.name } }],
    };
  });
}
