import type { After } from "../all-data/cursor";
import { bySystem } from "../db/actor";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";

/** After whom of which book the next night goes on. */
export interface Place {
  branch: string;
  after: After;
}

/** Its name in the hub's `store_info`. */
const PLACE = "retention_place";

/** Where the last night stopped; null where it came round, or there was none. */
export async function keptPlace(): Promise<Place | null> {
  const { sql } = await hubStore();
  const kept = statement<[string], { value: string }>(sql, "SELECT value FROM store_info WHERE name = ?").get(PLACE);
  return kept ? (JSON.parse(kept.value) as Place | null) : null;
}

/** It is no news: no event says it. */
export async function keepPlace(place: Place | null): Promise<void> {
  const hub = await hubStore();
  const value = JSON.stringify(place);
  await hub.write(bySystem("retention"), async (tx) => {
    await tx.storeInfo.upsert({ where: { name: PLACE }, create: { name: PLACE, value }, update: { value } });
    return { answer: undefined, happened: [] };
  });
}
