import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { userName } from "../../auth/user-name";
import { timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { AppError } from "../../errors";
import { fieldsChanged } from "../../events";
import { type changeProgramme as changeContract, DEFAULT_PROGRAMME, type Programme, type readProgramme as readContract } from "./contract";

/** Its name among the settings of the group. */
const PROGRAMME = "loyalty_programme";

interface Kept {
  value: string;
  changed_at: string;
  changed_by: string;
}

/** Rules that an older version wrote lack what it did not know. */
const rulesOf = (kept: Pick<Kept, "value"> | null | undefined): Programme => ({
  ...DEFAULT_PROGRAMME,
  ...(kept && (JSON.parse(kept.value) as Partial<Programme>)),
});

/** The rules, as a transaction sees them. */
export async function programmeIn(tx: Tx<"hub">): Promise<Programme> {
  return rulesOf(await tx.groupSetting.findUnique({ where: { name: PROGRAMME } }));
}

const keptIn = (sql: Database.Database) =>
  statement<[string], Kept>(sql, "SELECT value, changed_at, changed_by FROM group_setting WHERE name = ?").get(PROGRAMME);

/** The same for who only reads. */
export const programmeNow = (sql: Database.Database): Programme => rulesOf(keptIn(sql));

/** The rules with who changed them. */
export async function programmeShown(): Promise<AnswerOf<typeof readContract>> {
  const { sql } = await hubStore();
  const kept = keptIn(sql);
  return {
    programme: rulesOf(kept),
    changed: kept ? { by: userName(sql, kept.changed_by) ?? kept.changed_by, at: kept.changed_at } : null,
  };
}

const FIELDS = Object.keys(DEFAULT_PROGRAMME) as (keyof Programme)[];

/** Changes the rules from now on. @throws AppError `conflict` where somebody changed them since */
export async function changeProgrammeTo(
  { programme, seen }: BodyOf<typeof changeContract>,
  by: WriteBy,
): Promise<AnswerOf<typeof changeContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const kept = await tx.groupSetting.findUnique({ where: { name: PROGRAMME } });
    if ((kept?.changed_at ?? null) !== seen) throw new AppError("conflict", CHANGED);
    const old = rulesOf(kept);
    const asTexts = (rules: Programme) => ({ ...rules, branches_off: rules.branches_off.toSorted().join(", ") });
    const change = fieldsChanged(FIELDS, asTexts(old), asTexts(programme));
    const row = { value: JSON.stringify(programme), changed_at: timestamp(), changed_by: by.actor.id };
    if (change) await tx.groupSetting.upsert({ where: { name: PROGRAMME }, create: { name: PROGRAMME, ...row }, update: row });
    const last = change ? row : kept;
    const name = last && ((await tx.user.findUnique({ where: { id: last.changed_by } }))?.name ?? last.changed_by);
    return {
      answer: {
        message: change ? "The rules are changed. They count for points that are given from now on." : "Nothing was changed.",
        programme,
        changed: last && { by: name ?? "", at: last.changed_at },
      },
      happened: change ? [{ kind: "loyalty.programme_changed" as const, subjects: [], payload: change }] : [],
    };
  });
}

const CHANGED = "Somebody else changed the rules in the meantime. Nothing of yours was saved. Look at theirs, then save once more.";
