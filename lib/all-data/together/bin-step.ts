import type { AnswerOf } from "../../api/endpoint";
import { publish } from "../../book/publishing";
import type { Decision } from "../../book/record-shapes";
import type { DayHours } from "../../business-day";
import type { WriteBy } from "../../db/actor";
import { bulkRead } from "../../db/bulk-read";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import type { PhoneNumber } from "../../phones";
import type { putBack as putBackContract } from "./contract";

export interface BinInput {
  book: string;
  /** The id of the decision behind which to go on; null for the newest. */
  after: string | null;
  most: number;
}

/** A deletion as a decision of the book. */
export interface Deleted {
  id: string;
  name: string;
  numbers: PhoneNumber[];
  at: string;
  by: string | null;
}

/** How long a step looks for deletions among what else was decided, in milliseconds. */
const PATIENCE = 300;

// Ids begin with the batch, whose own begin with the moment (UUID v7): their order is that of the deletions.
const NEWEST = "SELECT id, decision FROM book_decision WHERE id < ? ORDER BY id DESC";
const BEHIND_ALL = "\u{10ffff}";

/** The step of a page of the bin. */
export function deletedGuests({ book, after, most }: BinInput): { deleted: Deleted[]; next: string | null } {
  return bulkRead({ book }, ({ book: sql }) => {
    const until = performance.now() + PATIENCE;
    const deleted: Deleted[] = [];
    let last: string | null = after;
    const rows = sql.prepare<[string], [id: string, decision: string]>(NEWEST).raw();
    for (const [id, text] of rows.iterate(after ?? BEHIND_ALL)) {
      if (deleted.length === most || performance.now() > until) return { deleted, next: last };
      last = id;
      if (!text.includes('"left-out"')) continue;
      const decision = JSON.parse(text) as Decision; // as decide wrote it
      if (decision.kind !== "left-out") continue;
      const { about, said_at, by } = decision;
      deleted.push({ id, name: about.names[0] ?? "", numbers: about.numbers, at: said_at, by: by ?? null });
    }
    return { deleted, next: null };
  });
}

export interface PutBackInput {
  file: string;
  by: WriteBy;
  hours: DayHours;
  id: string;
}

/** @throws AppError `not_found` for a deletion that there is not, or not any more */
export function putBack({ file, by, hours, id }: PutBackInput): AnswerOf<typeof putBackContract> {
  return bulkWrite(file, by, (database, say) => {
    const found = database.prepare<[string], { batch: string; decision: string }>("SELECT batch, decision FROM book_decision WHERE id = ?");
    const { batch, decision } = found.get(id) ?? {};
    const said = decision === undefined ? null : (JSON.parse(decision) as Decision); // as decide wrote it
    if (batch === undefined || said?.kind !== "left-out") {
      throw new AppError("not_found", "This guest is not in the bin: somebody put them back already. Nothing was changed.");
    }
    publish(database, { undone: { batch, decisions: [id] } }, { hours, say, why: "decision" });
    return {
      answer: { message: "The guest is in the guest book again." },
      happened: [{ kind: "contact.put_back", subjects: [id], payload: { decision: id } }],
    };
  });
}
