import type { AnswerOf } from "../api/endpoint";
import { businessDayOf, businessDayRange, eveningHours } from "../business-day";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import type { HubClient, Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import type { listRedemptions, Redemption } from "./contract";
import type { RedemptionRow } from "./lines";
import { type RedemptionState, type RewardKind, WAITING } from "./states";

/** Whether a reward was given on this business day. */
export function isOfToday({ redeemed_at }: Pick<RedemptionRow, "redeemed_at">): boolean {
  const hours = eveningHours(env());
  return redeemed_at !== null && businessDayOf(new Date(redeemed_at), hours) === businessDayOf(now(), hours);
}

/** A guest's reward as a screen shows it. */
export async function redemptionShown(from: HubClient | Tx<"hub">, row: RedemptionRow): Promise<Redemption> {
  const state = row.state as RedemptionState; // as lib/loyalty/rewards writes it
  const by = (await from.user.findUnique({ where: { id: row.issued_by }, select: { name: true } }))?.name ?? "";
  return {
    ...{ id: row.id, reward: row.reward.name, kind: row.reward.kind as RewardKind, worth: row.worth, points: row.points, state },
    ...{
      way: row.way as Redemption["way"],
      guest_id: row.guest_id,
      guest: row.guest_name,
      branch: row.branch,
      issued_at: row.issued_at,
      by,
    },
    until: WAITING.includes(state) ? row.until : null,
    may_undo: state === "REDEEMED" && isOfToday(row),
  };
}

/** The rewards of this business day in a restaurant, the newest first. */
export async function redemptionsOfToday(branch: Branch): Promise<AnswerOf<typeof listRedemptions>> {
  const hours = eveningHours(env());
  const { from } = businessDayRange(businessDayOf(now(), hours), hours);
  const { read } = await hubStore();
  const rows = await read.loyaltyRedemption.findMany({
    where: { branch: branch.key, issued_at: { gte: from.toISOString() } },
    include: { reward: true },
    orderBy: [{ issued_at: "desc" }, { id: "desc" }],
    take: 200,
  });
  return { redemptions: await Promise.all(rows.map((row) => redemptionShown(read, row))) };
}
