import type { AnswerOf } from "../api/endpoint";
import { now, timestamp } from "../clock";
import { stepOf, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import { type Telling, telling } from "../loyalty/ledger/lines";
import { voucherKeys } from "../vouchers/keys";
import { requireNotReplaced } from "./cards";
import { type Card, cardOfCode, codeOf, isSame } from "./codes";
import type { confirmReward as confirmContract } from "./contract";
import { lapseRewards } from "./lapse";
import { giveBack, noteGiven, type RedemptionRow } from "./lines";
import { customersNow, loyaltyOfGuest } from "./loyalty-of-guest";
import { isOfToday, redemptionShown } from "./shown";
import { HELD_FOR, MOST_TRIES } from "./states";

type Answer = AnswerOf<typeof confirmContract>;

/** @throws AppError `not_found` for one of another restaurant too */
async function rowIn(tx: Tx<"hub">, branch: Branch, id: string): Promise<RedemptionRow> {
  const row = await tx.loyaltyRedemption.findUnique({ where: { id }, include: { reward: true } });
  if (!row || row.branch !== branch.key) throw new AppError("not_found", "There is no such reward under way in this restaurant.");
  return row;
}

const OVER = {
  EXPIRED: "The ten minutes are over: the points are back with the guest. Begin again.",
  RELEASED: "This was released: the points are back with the guest. Begin again.",
  REDEEMED: "The guest has this reward already.",
} as const;

/** @throws AppError `conflict` */
function requireState({ state }: RedemptionRow, wanted: readonly string[]): void {
  if (wanted.includes(state)) return;
  const why =
    state in OVER
      ? OVER[state as keyof typeof OVER]
      : state === "ISSUED"
        ? "The guest has not confirmed this yet."
        : "The guest has confirmed this already.";
  throw new AppError("conflict", `${why} Nothing was changed.`);
}

/**
 * The guest confirms, by the code of the message or by the own card.
 * @throws AppError `not_found`, `conflict` for a wrong code, for a card that was replaced, and for a reward that waits for no confirmation
 */
export async function confirmReward(branch: Branch, id: string, code: string, by: WriteBy): Promise<Answer> {
  await lapseRewards();
  const hub = await hubStore();
  const shown = await confirmationIn(branch, id, code);
  if (shown === null) throw await wrongCode(branch, id, by);
  return hub.write(by, async (tx) => {
    // By the transaction: a card stops at once. It is the guest's own, so it is no try of somebody who guesses.
    if (shown !== "code") await requireNotReplaced(tx, shown);
    const before = await rowIn(tx, branch, id);
    requireState(before, ["ISSUED"]);
    return telling(by, async (say) => {
      const data = { state: "HELD", held_at: timestamp(), until: new Date(now().getTime() + HELD_FOR).toISOString() };
      const row = await tx.loyaltyRedemption.update({ where: { id }, data, include: { reward: true } });
      say({ kind: "reward.confirmed", subjects: [id], payload: { reward: row.reward.name, branch: row.branch } });
      return {
        message: `${row.guest_name || "The guest"} has confirmed. Give ${row.reward.name} within ten minutes.`,
        redemption: await redemptionShown(tx, row),
      };
    });
  });
}

/** What confirms a reward: the code of its message, or a card that is or was the guest's; null where it is neither. */
async function confirmationIn(branch: Branch, id: string, code: string): Promise<"code" | Card | null> {
  const hub = await hubStore();
  const keys = await voucherKeys();
  const row = await hub.read.loyaltyRedemption.findUnique({ where: { id }, include: { reward: true } });
  if (!row || row.branch !== branch.key) throw new AppError("not_found", "There is no such reward under way in this restaurant.");
  if (!keys) return null;
  if (row.way === "message" && isSame(code.replace(/\s/g, ""), codeOf(id, keys.addresses))) return "code";
  const card = cardOfCode(code, keys.addresses);
  if (card === null) return null;
  const { customers } = await loyaltyOfGuest(branch, row.guest_id);
  const [ofCard] = await customersNow(hub.read, { customers: [{ id: card.customer, points: 0 }] });
  return customers.some((one) => one.id === ofCard) ? card : null;
}

/** Counts a wrong code; the last one ends the reward. */
async function wrongCode(branch: Branch, id: string, by: WriteBy): Promise<AppError> {
  const hub = await hubStore();
  const left = await hub.write(stepOf(by), async (tx): Promise<Outcome<number>> => {
    const row = await rowIn(tx, branch, id);
    requireState(row, ["ISSUED"]);
    const { tries } = await tx.loyaltyRedemption.update({ where: { id }, data: { tries: { increment: 1 } } });
    return telling(by, async (say) => {
      if (tries >= MOST_TRIES) await giveBack(tx, row, "expired", timestamp(), say);
      return MOST_TRIES - tries;
    });
  });
  const next =
    left > 0
      ? `${left === 1 ? "One more try" : `${left} more tries`}.`
      : "That was the last try: the points are back with the guest. Begin again.";
  return new AppError("conflict", `This is not the code of this guest's reward. ${next}`);
}

/** Gives a confirmed reward, or releases one. @throws AppError `not_found`, `conflict` */
export async function finishReward(branch: Branch, id: string, what: "redeem" | "release", by: WriteBy): Promise<Answer> {
  await lapseRewards();
  return settle(branch, id, by, async (tx, row, say) => {
    requireState(row, what === "redeem" ? ["HELD"] : ["ISSUED", "HELD"]);
    if (what === "release") {
      await giveBack(tx, row, "released", timestamp(), say);
      return `Released: ${row.points} points are back with ${row.guest_name || "the guest"}.`;
    }
    const customers = await noteGiven(tx, row, say);
    await tx.loyaltyRedemption.update({
      where: { id },
      data: { state: "REDEEMED", redeemed_at: timestamp(), ended_at: timestamp(), ended_by: by.actor.id },
    });
    say({
      kind: "reward.redeemed",
      subjects: [id, ...customers],
      payload: { reward: row.reward.name, points: row.points, branch: row.branch },
    });
    return `${row.reward.name} is given to ${row.guest_name || "the guest"} for ${row.points} points.`;
  });
}

/** Undoes a reward that was given on this business day. @throws AppError `not_found`, `conflict` */
export async function undoReward(branch: Branch, id: string, by: WriteBy): Promise<Answer> {
  return settle(branch, id, by, async (tx, row, say) => {
    if (row.state !== "REDEEMED") throw new AppError("conflict", "This reward was not given, so there is nothing to undo.");
    if (!isOfToday(row)) throw new AppError("conflict", "This was given on an earlier evening: it stays. Give points by hand instead.");
    await giveBack(tx, row, "undone", timestamp(), say);
    return `Undone: ${row.points} points are back with ${row.guest_name || "the guest"}.`;
  });
}

async function settle(
  branch: Branch,
  id: string,
  by: WriteBy,
  work: (tx: Tx<"hub">, row: RedemptionRow, say: Telling) => Promise<string>,
): Promise<Answer> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const row = await rowIn(tx, branch, id);
    return telling(by, async (say) => {
      const message = await work(tx, row, say);
      return { message, redemption: await redemptionShown(tx, await rowIn(tx, branch, id)) };
    });
  });
}
