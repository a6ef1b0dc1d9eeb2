import type { AnswerOf } from "../api/endpoint";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import type { saveCompetitionStaff } from "./contract";
import { STAFF_SETTING, staffIn } from "./entries/stored-comments";

/** Keeps which of the house's own people take part in no competition. */
export async function saveStaff(names: readonly string[], by: WriteBy): Promise<AnswerOf<typeof saveCompetitionStaff>> {
  const staff = [...new Set(names)].sort();
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const old = staffIn(hub.sql).length;
    const data = { value: JSON.stringify(staff), changed_at: timestamp(), changed_by: by.actor.id };
    await tx.groupSetting.upsert({ where: { name: STAFF_SETTING }, create: { name: STAFF_SETTING, ...data }, update: data });
    const message = `${staff.length} of the house’s own people take part in no competition.`;
    const payload = { old, new: staff.length };
    return { answer: { ok: true, message, staff }, happened: [{ kind: "competition_staff.changed", subjects: [], payload }] };
  });
}
