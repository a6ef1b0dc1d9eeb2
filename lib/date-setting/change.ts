import type { AnswerOf, BodyOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { localToday, timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { DATE_FORMAT, formatOf, keptFormat, learnDateFormatAgain } from "../db/date-format-row";
import { hubStore } from "../db/find-store";
import type { changeDateFormat as changeContract, readDateFormat as readContract } from "./contract";
import { writtenNow } from "./date-setting-texts";

/** How dates are written, with who chose that. */
export async function dateFormatShown(): Promise<AnswerOf<typeof readContract>> {
  const { sql } = await hubStore();
  const kept = keptFormat(sql);
  return { format: formatOf(kept), changed: kept ? { by: userName(sql, kept.changed_by) ?? kept.changed_by, at: kept.changed_at } : null };
}

/** Chooses it for every branch; pages that are open keep what they were opened with. Chosen already, nothing changes. */
export async function changeDateFormat({ format }: BodyOf<typeof changeContract>, by: WriteBy): Promise<AnswerOf<typeof changeContract>> {
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx) => {
    const kept = await tx.groupSetting.findUnique({ where: { name: DATE_FORMAT } });
    const old = formatOf(kept ?? undefined);
    const answer = { message: writtenNow(format, localToday()), format };
    if (old === format) return { answer, happened: [] };
    const row = { value: format, changed_at: timestamp(), changed_by: by.actor.id };
    await tx.groupSetting.upsert({ where: { name: DATE_FORMAT }, create: { name: DATE_FORMAT, ...row }, update: row });
    return { answer, happened: [{ kind: "dates.format_changed" as const, subjects: [], payload: { old, new: format } }] };
  });
  learnDateFormatAgain(hub.sql);
  return answer;
}
