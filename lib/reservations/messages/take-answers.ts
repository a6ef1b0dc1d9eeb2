import { timestamp } from "../../clock";
import { bySystem } from "../../db/actor";
import { branchStore, hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import type { BranchKey } from "../../known-branches";
import type { ReservationAnswer } from "../../queue/recipients/reservation-answers";
import { momentNow } from "../booking";
import { type ReservationRow, rowById } from "../rows";
import { mayStep, type ReservationStatus } from "../states";
import { factsOf } from "../step-facts";
import { takeBack, untrueAfter } from "./take-back";

interface Answer {
  id: string;
  reservation_id: string;
  said: ReservationAnswer;
  at: string;
}

const WAITING = "SELECT id, reservation_id, said, at FROM reservation_talk WHERE branch = ? AND taken = 0 ORDER BY at, id LIMIT 200";

/** What guests answered sets their reservations (docs/design/open-screens.md 2.1, point 7); heard again, an answer changes nothing more. */
export async function takeAnswers(branch: BranchKey): Promise<void> {
  const hub = await hubStore();
  const answers = statement<[string], Answer>(hub.sql, WAITING).all(branch);
  for (const answer of answers) {
    await takeOne(branch, answer);
    await hub.write(bySystem("reservations"), async (tx) => {
      await tx.reservationTalk.update({ where: { id: answer.id }, data: { taken: true } });
      return { answer: undefined, happened: [] };
    });
  }
}

const ANSWERED = { confirm: "confirmed", cancel: "cancelled", late: "late", cancel_word: "cancel_asked" } as const;
const STEP: Partial<Record<ReservationAnswer, ReservationStatus>> = { cancel: "CANCELLED", late: "LATE" };

async function takeOne(branch: BranchKey, { reservation_id, said, at }: Answer): Promise<void> {
  const store = await branchStore(branch, "table");
  const moment = momentNow();
  await store.write(bySystem("guest"), async (tx) => {
    const row = rowById(store.sql, reservation_id);
    const nothing = { answer: undefined, happened: [] };
    if (!row || isKnown(row, at)) return nothing;
    const to = STEP[said];
    const isStep = to !== undefined && mayStep(factsOf(row, moment), to);
    const isCancel = said === "cancel";
    // A cancelling that comes too late, or of who sits here by now, is for a person.
    const answered = isCancel && !isStep ? "cancel_asked" : ANSWERED[said];
    const step = isStep && {
      status: to,
      was: row.status,
      status_at: moment.iso,
      status_day: moment.today,
      ...(isCancel && { cancel_reason: "guest" }),
    };
    await tx.reservation.update({
      where: { id: row.id },
      data: { ...step, answered, answered_at: at, version: row.version + 1, updated_at: timestamp(), updated_by: "guest" },
    });
    if (isStep) await takeBack(tx, row.id, untrueAfter(row.status, to));
    const stepped = {
      kind: "reservation.stepped" as const,
      subjects: [row.id],
      payload: {
        code: row.code,
        from: row.status,
        to: to ?? row.status,
        undone: false,
        reason: isCancel ? "guest" : "",
        late_minutes: null,
        tables: row.tables,
        override: "",
        by_guest: true,
      },
    };
    const heard = { kind: "reservation.answered" as const, subjects: [row.id], payload: { code: row.code, answer: answered } };
    return { answer: undefined, happened: isStep ? [heard, stepped] : [heard] };
  });
}

/** Whether this very answer, or a later one, was taken already. */
function isKnown({ answered_at }: ReservationRow, at: string): boolean {
  return answered_at !== null && answered_at >= at;
}
