import { v7 as uuid } from "uuid";
import { timestamp } from "../../clock";
import type { Actor } from "../../db/actor";
import type { Prisma, Tx } from "../../db/clients";
import type { Happening, Outcome, Say } from "../../events";
import { failpoint } from "../../test-hooks";
import type { LineSource, LineType } from "./line-types";

/** Records events while the work goes on, and says who does it: each line of the ledger has its author. */
export type Telling = Say & { actor: Actor };

/** Runs work that records events, and returns them with its answer. */
export async function telling<Answer>({ actor }: { actor: Actor }, work: (say: Telling) => Promise<Answer>): Promise<Outcome<Answer>> {
  const happened: Happening[] = [];
  const say: Telling = Object.assign((happening: Happening) => void happened.push(happening), { actor });
  return { answer: await work(say), happened };
}

/** A line as it is stored. */
export type Line = Prisma.LoyaltyLineGetPayload<object>;

/** A line to be written. `of_line`: the line of the points that it is taken of; it must be of the same customer. */
export type NewLine = Pick<Line, "customer_id" | "points"> &
  Partial<Pick<Line, "of_line" | "reverses" | "visit_id" | "redemption_id" | "branch" | "table_key" | "reason">> & {
    type: LineType;
    source: LineSource;
  };

/**
 * Writes lines of the ledger and what they make of the balances, in the caller's transaction. Nothing else writes either.
 * @returns the lines' ids, in their order
 */
export async function writeLines(tx: Tx<"hub">, lines: readonly NewLine[], { actor }: Telling): Promise<string[]> {
  const rows = lines.map((line) => ({
    ...line,
    id: uuid(),
    written_for: line.customer_id,
    actor_kind: actor.kind,
    actor_id: actor.id,
    at: timestamp(),
  }));
  if (rows.length === 0) return [];
  await tx.loyaltyLine.createMany({ data: rows });
  failpoint("loyalty:line");
  for (const [customer_id, points] of sumsOf(rows))
    if (points !== 0) await tx.loyaltyCustomer.update({ where: { id: customer_id }, data: { points: { increment: points } } });
  return rows.map(({ id }) => id);
}

/** The points of some lines, by customer. */
export function sumsOf(lines: readonly Pick<Line, "customer_id" | "points">[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { customer_id, points } of lines) sums.set(customer_id, (sums.get(customer_id) ?? 0) + points);
  return sums;
}

/** Gives lines, and what was taken of them, to another customer, with their points. The lines that stand by themselves are named. */
export async function moveLines(tx: Tx<"hub">, roots: readonly string[], from: string, to: string): Promise<number> {
  const ids = JSON.stringify(roots);
  const [moved] = await tx.$queryRaw<{ points: number | bigint }[]>`
    SELECT coalesce(sum(points), 0) AS points FROM loyalty_ledger
    WHERE customer_id = ${from} AND coalesce(of_line, id) IN (SELECT value FROM json_each(${ids}))`;
  await tx.$executeRaw`
    UPDATE loyalty_ledger SET customer_id = ${to}
    WHERE customer_id = ${from} AND coalesce(of_line, id) IN (SELECT value FROM json_each(${ids}))`;
  const points = Number(moved?.points ?? 0);
  await tx.loyaltyCustomer.update({ where: { id: from }, data: { points: { decrement: points } } });
  await tx.loyaltyCustomer.update({ where: { id: to }, data: { points: { increment: points } } });
  return points;
}

/** The lines by which an award gave its points; none where it gave none. */
export function linesOfAward(tx: Tx<"hub">, visitId: string): Promise<Line[]> {
  return tx.loyaltyLine.findMany({ where: { visit_id: visitId, of_line: null }, orderBy: { seq: "asc" } });
}

type Why = Pick<NewLine, "reason" | "source">;

/** Takes the points of an award back: what was spent of them stays spent, and no balance is cut to fit. What expired of them is gone already. */
export async function reverseAward(tx: Tx<"hub">, visitId: string, why: Why, say: Telling): Promise<void> {
  const lines: NewLine[] = [];
  for (const award of await linesOfAward(tx, visitId)) {
    const expired = await tx.loyaltyLine.aggregate({ _sum: { points: true }, where: { of_line: award.id, type: "EXPIRE_POINTS" } });
    lines.push(takenBack({ ...award, points: award.points + (expired._sum.points ?? 0) }, award.id, why));
  }
  await writeLines(tx, lines, say);
}

/** The award counts again. */
export async function restoreAward(tx: Tx<"hub">, visitId: string, why: Why, say: Telling): Promise<void> {
  for (const { id } of await linesOfAward(tx, visitId)) {
    const taken = await tx.loyaltyLine.findFirst({ where: { of_line: id, type: "OTHER", reverses: id }, orderBy: { seq: "desc" } });
    if (taken) await writeLines(tx, [takenBack(taken, id, why)], say);
  }
}

function takenBack({ id, customer_id, branch, table_key, visit_id, points }: Line, of_line: string, why: Why): NewLine {
  return { customer_id, branch, table_key, visit_id, of_line, reverses: id, type: "OTHER", points: -points, ...why };
}
