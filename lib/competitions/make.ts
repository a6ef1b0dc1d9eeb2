import { v7 as uuid } from "uuid";
import type { BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import type { ChangedCompetition, changeCompetition as changeContract, makeCompetition as makeContract } from "./contract";
import { type CompetitionRow, toldOf } from "./rows";
import { isBeforeLock, stateInWords } from "./states";
import { requireAllOf, visibleCompetition } from "./visible";

type Made = BodyOf<typeof makeContract>;

/** Makes a draft. @throws AppError `branch_forbidden`, `invalid_request` for times in no order */
export async function makeCompetition(body: Made, by: WriteBy, caller: Caller): Promise<ChangedCompetition> {
  requireAllOf(body, caller);
  requireInOrder(body);
  const hub = await hubStore();
  return hub.write(by, async (tx): Promise<Outcome<ChangedCompetition>> => {
    const id = uuid();
    const at = timestamp();
    await tx.competition.create({
      data: { ...stored(body), id, state: "DRAFT", created_at: at, created_by: by.actor.id, updated_at: at },
    });
    const answer = {
      ok: true as const,
      message: `${body.title} is a draft. Open it when it is right.`,
      id,
      version: 1,
      state: "DRAFT" as const,
    };
    return { answer, happened: [{ kind: "competition.made", subjects: [id], payload: toldOf(body) }] };
  });
}

function requireInOrder({ opens_at, closes_at }: Pick<Made, "opens_at" | "closes_at">): void {
  if (opens_at < closes_at) return;
  const message = "It closes before it opens. Nothing was changed. Choose a later time for closing.";
  throw new AppError("invalid_request", message, { issues: [{ path: "closes_at", message }] });
}

/** JSON stands in three of the columns. */
function stored({ branches, rules, filters, opens_at, closes_at, ...rest }: Made) {
  const instants = { opens_at: new Date(opens_at).toISOString(), closes_at: new Date(closes_at).toISOString() };
  return { ...rest, ...instants, branches: JSON.stringify(branches), rules: JSON.stringify(rules), filters: JSON.stringify(filters) };
}

type Changes = BodyOf<typeof changeContract>;

/** Changes what was said of a competition, before its lock. @throws AppError `not_found`, `branch_forbidden`, `conflict` */
export async function changeCompetition(
  id: string,
  { version, ...changes }: Changes,
  by: WriteBy,
  caller: Caller,
): Promise<ChangedCompetition> {
  const hub = await hubStore();
  return hub.write(by, async (tx): Promise<Outcome<ChangedCompetition>> => {
    const row = visibleCompetition(hub.sql, id, caller);
    requireAllOf(row, caller);
    requireVersion(row, version);
    if (!isBeforeLock(row.state))
      throw new AppError("conflict", `This competition is ${stateInWords(row.state)}, and stays as it is. Nothing was changed.`);
    const next = { ...detailsOf(row), ...changes };
    requireAllOf(next, caller);
    requireInOrder(next);
    if (row.state !== "DRAFT" && next.two_people !== row.two_people)
      throw new AppError("conflict", "Whether two people are needed is decided in the draft. Nothing was changed.");
    const data = stored(next);
    const before = stored(detailsOf(row));
    const changed = (Object.keys(data) as (keyof typeof data)[]).filter((field) => data[field] !== before[field]);
    if (changed.length > 0)
      await tx.competition.update({ where: { id }, data: { ...data, version: version + 1, updated_at: timestamp() } });
    const answer = { ok: true as const, id, state: row.state, version: changed.length > 0 ? version + 1 : version };
    if (changed.length === 0) return { answer: { ...answer, message: "Nothing was changed." }, happened: [] };
    const happened = [{ kind: "competition.changed" as const, subjects: [id], payload: { ...toldOf(next), changed } }];
    return { answer: { ...answer, message: `${next.title} is changed.` }, happened };
  });
}

/** What people say of it, without what became of it. */
function detailsOf(row: CompetitionRow): Made {
  const { title, branches, post_url, media_id, prize, winners, reserves, opens_at, closes_at, rules, filters, two_people, voucher_days } =
    row;
  return { title, branches, post_url, media_id, prize, winners, reserves, opens_at, closes_at, rules, filters, two_people, voucher_days };
}

/** @throws AppError `conflict` where somebody changed it since the caller looked */
export function requireVersion(row: CompetitionRow, version: number): void {
  if (row.version === version) return;
  throw new AppError("conflict", "Somebody has changed this competition in between. Nothing was changed. Look at it again.", {
    fields: { current: { version: row.version, state: row.state } },
  });
}

/** Notes that a competition was changed in a transaction. @returns its new version */
export async function countUp(tx: Tx<"hub">, { id, version }: Pick<CompetitionRow, "id" | "version">, data: object = {}): Promise<number> {
  await tx.competition.update({ where: { id }, data: { ...data, version: version + 1, updated_at: timestamp() } });
  return version + 1;
}
