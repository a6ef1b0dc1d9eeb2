import type { WriteBy } from "../../db/actor";
import { hubStore } from "../../db/find-store";
import { type AllDataChoices, allDataChoices } from "./contract";

const ABOUT = "all-data";

/** What somebody chose; null for nothing, and where another version wrote what this one cannot read. */
export async function choicesOf(userId: string): Promise<AllDataChoices | null> {
  const { read } = await hubStore();
  const row = await read.userChoice.findUnique({ where: { user_id_about: { user_id: userId, about: ABOUT } } });
  return row && (allDataChoices.safeParse(JSON.parse(row.value)).data ?? null);
}

/** Keeps it. It is no change of the house's data: no event says it. */
export async function keepChoices(userId: string, choices: AllDataChoices, by: WriteBy): Promise<{ ok: true }> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const row = { user_id: userId, about: ABOUT, value: JSON.stringify(choices) };
    await tx.userChoice.upsert({ where: { user_id_about: { user_id: userId, about: ABOUT } }, create: row, update: row });
    return { answer: { ok: true }, happened: [] };
  });
}
