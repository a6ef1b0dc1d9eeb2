import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { type Caller, mayWorkIn } from "../caller";
import { now, timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { branchStore, hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import { newCustomer } from "../loyalty/award";
import { numbersOf } from "../loyalty/award-matching";
import { type NewLine, telling, writeLines } from "../loyalty/ledger/lines";
import { takenOf } from "../loyalty/ledger/spend";
import { programmeIn } from "../loyalty/programme/programme";
import { balanceOf, customersNow, type LoyaltyGuest, loyaltyOfGuest } from "../rewards/loyalty-of-guest";
import type { adjustPoints as adjustContract, decideAdjustment as decideContract, listAdjustments } from "./contract";

type Adjusted = AnswerOf<typeof adjustContract>;

const DAY = 24 * 3_600_000;

/**
 * Gives or takes points by hand. Above the limit of the programme it waits for a second person.
 * @throws AppError `not_found`, `conflict` where the guest has fewer points, or no number by which points could be found again
 */
export async function adjustPoints(
  branch: Branch,
  { guest, points, reason }: BodyOf<typeof adjustContract>,
  by: WriteBy,
): Promise<Adjusted> {
  const known = await loyaltyOfGuest(branch, guest);
  const hub = await hubStore();
  return hub.write(by, async (tx): Promise<Outcome<Adjusted>> => {
    const { adjust_limit } = await programmeIn(tx);
    const before = await byHandLately(tx, await customersNow(tx, known), by.actor.id);
    if (before + Math.abs(points) <= adjust_limit) return change(tx, known, { points, reason, branch: branch.key, by });
    await requireEnough(tx, known, points);
    const id = uuid();
    const who = { guest_id: known.contact.id, guest_name: known.contact.name, branch: branch.key };
    await tx.loyaltyAdjustment.create({
      data: { id, ...who, points, reason, state: "waiting", asked_at: timestamp(), asked_by: by.actor.id },
    });
    const total = await balanceOf(tx, await customersNow(tx, known));
    const lately = before > 0 ? ` within a day, and you have changed ${before} by hand already,` : "";
    const message = `More than ${adjust_limit} points${lately} need a second person. Nothing is changed until they decide.`;
    return {
      answer: { message, state: "waiting", total },
      happened: [{ kind: "points.adjustment_asked", subjects: [id], payload: { points, reason, branch: branch.key } }],
    };
  });
}

/** How many points one person has changed by hand for a guest within a day: many small changes are one large one. */
async function byHandLately(tx: Tx<"hub">, customers: readonly string[], person: string): Promise<number> {
  const since = new Date(now().getTime() - DAY).toISOString();
  const [found] = await tx.$queryRaw<{ points: number | bigint | null }[]>`
    SELECT sum(abs(l.points)) AS points FROM json_each(${JSON.stringify(customers)}) j CROSS JOIN loyalty_ledger l ON l.customer_id = j.value
    WHERE l.type = 'ADJUST_POINTS' AND l.actor_id = ${person} AND l.at >= ${since}`;
  return Number(found?.points ?? 0);
}

interface ByHand {
  points: number;
  reason: string;
  branch: string;
  by: WriteBy;
  /** Of one that a second person decides. */
  asked?: { id: string; by: string };
}

async function change(tx: Tx<"hub">, known: LoyaltyGuest, { points, reason, branch, by, asked }: ByHand): Promise<Outcome<Adjusted>> {
  await requireEnough(tx, known, points);
  return telling(by, async (say) => {
    const what = { type: "ADJUST_POINTS", source: "by hand", branch, reason } as const;
    const ids = await customersNow(tx, known);
    const lines: NewLine[] = [];
    if (points > 0) lines.push({ ...what, customer_id: ids[0] ?? (await madeFor(tx, known, say)), points });
    else lines.push(...(await takenOf(tx, ids, -points, what)));
    await writeLines(tx, lines, say);
    const customers = [...new Set(lines.map((line) => line.customer_id))];
    const payload = { points, reason, ...(asked && { asked_by: asked.by }) };
    say({ kind: "points.adjusted", subjects: [...customers, ...(asked ? [asked.id] : [])], payload });
    const total = await balanceOf(tx, customers.concat(ids));
    const name = known.contact.name || "The guest";
    return { message: `${name} has ${total} points now.`, state: "done" as const, total };
  });
}

/** @throws AppError `conflict` */
async function requireEnough(tx: Tx<"hub">, known: LoyaltyGuest, points: number): Promise<void> {
  const has = await balanceOf(tx, await customersNow(tx, known));
  if (points < 0 && has < -points)
    throw new AppError("conflict", `${known.contact.name || "This guest"} has ${has} points: no more can be taken. Nothing was changed.`);
}

async function madeFor(tx: Tx<"hub">, { contact }: LoyaltyGuest, say: Parameters<typeof newCustomer>[2]): Promise<string> {
  const numbers = numbersOf(contact.phones, env().DEFAULT_COUNTRY_CODE);
  if (numbers.length === 0)
    throw new AppError(
      "conflict",
      "Points are found again by a phone number, and this guest has none. Nothing was changed. Add one first.",
    );
  return (await newCustomer(tx, { name: contact.name, phones: contact.phones, numbers }, say)).id;
}

/** What waits for a second person, in the branches of whoever asks. */
export async function adjustmentsWaiting(caller: Pick<Caller, "branches">, userId: string): Promise<AnswerOf<typeof listAdjustments>> {
  const { read, sql } = await hubStore();
  const rows = await read.loyaltyAdjustment.findMany({ where: { state: "waiting" }, orderBy: { asked_at: "asc" } });
  const waiting = rows
    .filter(({ branch }) => mayWorkIn(caller.branches, branch))
    .map(({ asked_by, guest_name, id, branch, points, reason, asked_at }) => {
      return {
        id,
        branch,
        points,
        reason,
        asked_at,
        guest: guest_name,
        by: userName(sql, asked_by) ?? asked_by,
        is_own: asked_by === userId,
      };
    });
  return { waiting };
}

/**
 * Decides an adjustment of somebody else's.
 * @throws AppError `not_found`, `forbidden` for one's own, `conflict` for one that was decided, or where the guest has fewer points by now
 */
export async function decideAdjustment(
  id: string,
  { approve }: BodyOf<typeof decideContract>,
  caller: Pick<Caller, "branches">,
  by: WriteBy,
): Promise<AnswerOf<typeof decideContract>> {
  const hub = await hubStore();
  const asked = await hub.read.loyaltyAdjustment.findUnique({ where: { id } });
  if (!asked || !mayWorkIn(caller.branches, asked.branch)) throw new AppError("not_found", "There is no such change of points.");
  if (asked.asked_by === by.actor.id)
    throw new AppError("forbidden", "You asked for this yourself: another person has to decide. Nothing was changed.");
  const book = { key: asked.branch, contacts: () => branchStore(asked.branch, "contacts") };
  const known = approve ? await loyaltyOfGuest(book, asked.guest_id) : null;
  return hub.write(by, async (tx): Promise<Outcome<AnswerOf<typeof decideContract>>> => {
    const { state, points, reason, branch, asked_by } = await tx.loyaltyAdjustment.findUniqueOrThrow({ where: { id } });
    if (state !== "waiting") throw new AppError("conflict", "This was decided already. Nothing was changed.");
    const decided = { decided_at: timestamp(), decided_by: by.actor.id };
    await tx.loyaltyAdjustment.update({ where: { id }, data: { ...decided, state: approve ? "done" : "refused" } });
    if (!known) {
      const happened = [{ kind: "points.adjustment_refused" as const, subjects: [id], payload: { points, branch } }];
      return { answer: { message: "Refused. Nothing was changed." }, happened };
    }
    const { answer, happened } = await change(tx, known, { points, reason, branch, by, asked: { id, by: asked_by } });
    return { answer: { message: answer.message }, happened };
  });
}
