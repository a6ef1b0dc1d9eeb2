import type Database from "better-sqlite3";
import { userName } from "../../auth/user-name";
import { now } from "../../clock";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { processWide } from "../../process-wide";
import { wordsInForce } from "../recipients/opt-out-words";
import { stoppedTemplates } from "../templates/suspended";
import { type TemplateStop, whyStopped } from "../templates/suspension-rule";
import { type Limits, limits } from "./contract";
import { DEFAULT_LIMITS } from "./default-limits";

export const LIMITS = "limits";

interface Kept {
  value: string;
  changed_at: string;
  changed_by: string;
}

/** The text last read, and what it says: it is asked for at every message, and changes once a year. */
const last = () => processWide("sending limits", () => ({ value: "", limits: DEFAULT_LIMITS }));

function keptIn(sql: Database.Database): Kept | undefined {
  return statement<[string], Kept>(sql, "SELECT value, changed_at, changed_by FROM queue_setting WHERE name = ?").get(LIMITS);
}

/** The limits that are in force. */
export function limitsIn(sql: Database.Database): Limits {
  const kept = keptIn(sql);
  return kept ? read(kept.value) : DEFAULT_LIMITS;
}

function read(value: string): Limits {
  const memory = last();
  if (memory.value !== value) {
    // A text of an older version lacks what came later: the default counts for that.
    const known = JSON.parse(value) as Partial<Limits>;
    const read = limits.parse({ ...DEFAULT_LIMITS, ...known });
    memory.limits = { ...read, words: wordsInForce(read.words) };
    memory.value = value;
  }
  return memory.limits;
}

/** When they were last changed (ISO 8601); empty for never. */
export function limitsSince(sql: Database.Database): string {
  return keptIn(sql)?.changed_at ?? "";
}

/** Templates that WhatsApp does not take, as whoever sets the limits is told. */
export const shownStops = (stops: readonly TemplateStop[]) => stops.map(({ account: _, ...stop }) => ({ ...stop, why: whyStopped(stop) }));

/** The limits with who changed them last, for whoever may change them. */
export async function limitsShown() {
  const { sql } = await hubStore();
  const kept = keptIn(sql);
  return {
    limits: limitsIn(sql),
    defaults: DEFAULT_LIMITS,
    stopped: shownStops(stoppedTemplates(sql, now().getTime())),
    changed: kept ? { by: userName(sql, kept.changed_by) ?? kept.changed_by, at: kept.changed_at } : null,
  };
}
