import type { Prisma, Tx } from "../db/clients";
import { type Line, type NewLine, type Telling, writeLines } from "../loyalty/ledger/lines";

export type RedemptionRow = Prisma.LoyaltyRedemptionGetPayload<{ include: { reward: true } }>;

const takenFor = (tx: Tx<"hub">, redemption_id: string): Promise<Line[]> =>
  tx.loyaltyLine.findMany({ where: { redemption_id, type: "CREATE_REWARD" }, orderBy: { seq: "asc" } });

/** Gives the points of a reward back, each to the line that it was taken of, and ends it. */
export async function giveBack(
  tx: Tx<"hub">,
  row: RedemptionRow,
  why: "released" | "expired" | "undone",
  at: string,
  say: Telling,
): Promise<void> {
  const lines = (await takenFor(tx, row.id)).map(
    ({ id, customer_id, of_line, points, branch }): NewLine => ({
      ...{ customer_id, of_line, branch, reverses: id, points: -points, redemption_id: row.id },
      ...{ type: "DELETE_REWARD", source: "reward", reason: row.reward.name },
    }),
  );
  await writeLines(tx, lines, say);
  const data = { state: why === "expired" ? "EXPIRED" : "RELEASED", ended_at: at, ended_by: say.actor.id };
  await tx.loyaltyRedemption.update({ where: { id: row.id }, data });
  const payload = { reward: row.reward.name, points: row.points, branch: row.branch, why };
  say({ kind: "reward.given_back", subjects: [row.id, ...customersOf(lines)], payload });
}

/** The guest has it: a line that is worth nothing says so, of each customer who paid. */
export async function noteGiven(tx: Tx<"hub">, row: RedemptionRow, say: Telling): Promise<string[]> {
  const paid = await takenFor(tx, row.id);
  const first = [...new Map(paid.map((line) => [line.customer_id, line])).values()];
  const lines = first.map(({ customer_id, of_line, branch }): NewLine => {
    return {
      customer_id,
      of_line,
      branch,
      points: 0,
      redemption_id: row.id,
      type: "REDEEM_REWARD",
      source: "reward",
      reason: row.reward.name,
    };
  });
  await writeLines(tx, lines, say);
  return customersOf(lines);
}

export const customersOf = (lines: readonly Pick<NewLine, "customer_id">[]) => [...new Set(lines.map((line) => line.customer_id))];
