import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { userName } from "../../auth/user-name";
import type { Caller } from "../../caller";
import { timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import { runBulk } from "../../db/bulk-steps";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { AppError } from "../../errors";
import { readPhones } from "../../phones";
import { today } from "../../vouchers/list";
import { customersOf } from "../customers-of-guest";
import type { changeTiers, readTiers, Tier, TiersPreview, tiersOfGuests } from "./contract";
import { countsSince, isSeen, tierOf } from "./find";
import type { TiersInput } from "./tiers-step";

/** Their name among the settings of the group. */
const TIERS = "loyalty_tiers";

interface Kept {
  value: string;
  changed_at: string;
  changed_by: string;
}

const keptIn = (sql: Database.Database) =>
  statement<[string], Kept>(sql, "SELECT value, changed_at, changed_by FROM group_setting WHERE name = ?").get(TIERS);

/** The tiers, the one of the fewest visits first; null where there are none. */
export function tiersIn(sql: Database.Database): Tier[] | null {
  const kept = keptIn(sql);
  return kept ? (JSON.parse(kept.value) as Tier[] | null) : null;
}

export async function tiersShown(): Promise<AnswerOf<typeof readTiers>> {
  const { sql } = await hubStore();
  const kept = keptIn(sql);
  return {
    tiers: tiersIn(sql),
    changed: kept ? { by: userName(sql, kept.changed_by) ?? kept.changed_by, at: kept.changed_at } : null,
  };
}

const CHANGED = "Somebody else changed the tiers in the meantime. Nothing of yours was saved. Look at theirs, then save once more.";

const inWords = (tiers: readonly Tier[] | null) => tiers?.map(({ name, visits }) => `${name} ${visits}`).join(", ") ?? "";

/** Names the tiers, or ends them. @throws AppError `conflict` where somebody changed them since */
export async function changeTiersTo({ tiers, seen }: BodyOf<typeof changeTiers>, by: WriteBy): Promise<AnswerOf<typeof changeTiers>> {
  const hub = await hubStore();
  await hub.write(by, async (tx) => {
    const kept = await tx.groupSetting.findUnique({ where: { name: TIERS } });
    if ((kept?.changed_at ?? null) !== seen) throw new AppError("conflict", CHANGED);
    const old = kept ? (JSON.parse(kept.value) as Tier[] | null) : null;
    if (inWords(old) === inWords(tiers)) return { answer: undefined, happened: [] };
    const row = { value: JSON.stringify(tiers), changed_at: timestamp(), changed_by: by.actor.id };
    await tx.groupSetting.upsert({ where: { name: TIERS }, create: { name: TIERS, ...row }, update: row });
    const payload = { old: { tiers: inWords(old) }, new: { tiers: inWords(tiers) } };
    return { answer: undefined, happened: [{ kind: "loyalty.tiers_changed", subjects: [], payload }] };
  });
  const message =
    tiers === null ? "Guests have no tiers any more." : "The tiers count from now on: guests show them by their visits of twelve months.";
  return { ...(await tiersShown()), message };
}

/** Who would be in which tier today. @param visits from how many on, in any order */
export async function previewOfTiers(visits: readonly number[], { branches }: Pick<Caller, "branches">): Promise<TiersPreview> {
  const hub = await hubStore();
  const since = countsSince(today());
  const input: TiersInput = { hub: hub.file, visits: visits.toSorted((a, b) => a - b), since, branches };
  return { since, tiers: await runBulk<TiersPreview["tiers"]>("tiers-preview", input) };
}

/** The tiers of guests at a table, by what they are known by; of nobody whom the caller's branches do not know. */
export async function tiersOf(
  { names, phones }: BodyOf<typeof tiersOfGuests>,
  caller: Pick<Caller, "branches">,
): Promise<AnswerOf<typeof tiersOfGuests>> {
  const { sql } = await hubStore();
  const tiers = tiersIn(sql);
  if (tiers === null) return { is_on: false, tiers: [] };
  const found = phones.flatMap((text, index) => {
    const numbers = readPhones(text, env().DEFAULT_COUNTRY_CODE);
    const customers = customersOf(sql, { names: [names[index] ?? ""], numbers, elders: [] }).map(({ id }) => id);
    const tier = isSeen(sql, customers, caller) ? tierOf(sql, tiers, customers, today()) : null;
    return tier ? [{ ...tier, index }] : [];
  });
  return { is_on: true, tiers: found };
}
