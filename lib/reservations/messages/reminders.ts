import { v7 as uuid } from "uuid";
import { bySystem } from "../../db/actor";
import { branchStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import type { BranchKey } from "../../known-branches";
import { momentNow } from "../booking";
import { rulesIn } from "../rules/stored-rules";
import { reachOf } from "./tell";

/** So shortly before nobody is reminded any more: the message would arrive with the guest. */
const NOT_BEFORE = 2 * 3_600_000;
/** Who booked so lately knows. */
const BOOKED_BEFORE = 6 * 3_600_000;

// A reservation that was moved is reminded of anew: what was told before its last change of day or hour counts no more.
const DUE = `SELECT r.id, r.phones FROM reservation r
  WHERE r.status = 'CONFIRMED' AND r.business_day BETWEEN @from AND @until AND r.starts_at > @soonest AND r.starts_at <= @latest
    AND r.created_at <= @booked AND r.answered IS NULL
    AND NOT EXISTS (SELECT 1 FROM reservation_message m WHERE m.reservation_id = r.id AND m.kind = 'reminder' AND m.state <> 'dropped')
  ORDER BY r.starts_at LIMIT 200`;

/** Writes down who is to be reminded: a guest who wants no messages is called (docs/design/open-screens.md 2.1, point 7). */
export async function noteReminders(branch: BranchKey): Promise<void> {
  const store = await branchStore(branch, "table");
  const { rules } = rulesIn(store.sql);
  if (!rules.messages) return;
  const { at, iso } = momentNow();
  const instant = (milliseconds: number) => new Date(at.getTime() + milliseconds).toISOString();
  const latest = instant(rules.reminder_hours * 3_600_000);
  const soonest = instant(NOT_BEFORE);
  const due = statement<Record<string, string>[], { id: string; phones: string }>(store.sql, DUE).all({
    // The business days around, by which its index finds them.
    from: instant(-86_400_000).slice(0, 10),
    until: latest.slice(0, 10),
    soonest,
    latest,
    booked: instant(-BOOKED_BEFORE),
  });
  if (due.length === 0) return;
  const reaches = await Promise.all(due.map(async ({ id, phones }) => ({ id, ...(await reachOf(phones)) })));
  await store.write(bySystem("reservations"), async (tx) => {
    await tx.reservationMessage.createMany({
      data: reaches.map(({ id, can, why }) => ({
        id: uuid(),
        reservation_id: id,
        kind: "reminder",
        due_at: iso,
        state: can ? "due" : "call",
        why,
        at: iso,
      })),
    });
    return { answer: undefined, happened: [] };
  });
}
