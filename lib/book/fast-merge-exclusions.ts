import { strandsOf } from "./apply-decisions";
import type { OpenBook } from "./open-book";

/** Contacts of which something else is to be heeded than the next record. */
export interface FastMergeExclusions {
  /** Whether a decision may be about the contact, by its records, its numbers, or the name of one without a number. */
  isDecided: (seq: number) => boolean;
  /** Whether something was said of the contact by this batch that is not the newest. */
  isUnsettled: (seq: number) => boolean;
  /** A record that nothing else was decided about became the contact's. */
  joined: (seq: number, record: string) => void;
  united: (kept: number, gone: number) => void;
}

/**
 * Asks it of each contact once while records come in, and reads nothing of what was said: a regular has thousands of records, and a file
 * may hold one guest thousands of times.
 */
export function fastMergeExclusions({ database, store, decided, unsettled }: OpenBook): FastMergeExclusions {
  const hasDecisions = decided.isAny();
  const isSpokenOf = database
    .prepare<[number, number], number>(
      `SELECT 1 FROM source_record r JOIN decision_strand d ON d.strand = 'record ' || r.id WHERE r.contact_seq = ?
       UNION ALL SELECT 1 FROM source_record r JOIN record_strand s ON s.record_seq = r.seq JOIN decision_strand d ON d.strand = s.strand
         WHERE r.contact_seq = ? LIMIT 1`,
    )
    .pluck();
  const strandsOfRecords = database
    .prepare<[number, number], string>(
      `SELECT 'record ' || id FROM source_record WHERE contact_seq = ?
       UNION ALL SELECT DISTINCT s.strand FROM source_record r JOIN record_strand s ON s.record_seq = r.seq WHERE r.contact_seq = ?`,
    )
    .pluck();
  /** Those that need no look at its records. */
  const ownStrands = (seq: number) => {
    const before = store.before(seq);
    return [...(before ? strandsOf(before) : []), ...store.numbersOfContact(seq).map(({ key }) => `key ${key}`)];
  };
  const isDecided = new Map<number, boolean>();
  const isUnsettled = new Map<number, boolean>();
  const once = (known: Map<number, boolean>, seq: number, ask: () => boolean): boolean => {
    const answer = known.get(seq) ?? ask();
    known.set(seq, answer);
    return answer;
  };
  return {
    isDecided: (seq) =>
      hasDecisions && once(isDecided, seq, () => ownStrands(seq).some(decided.isAt) || isSpokenOf.get(seq, seq) !== undefined),
    isUnsettled: (seq) =>
      unsettled.size > 0 &&
      once(isUnsettled, seq, () => [...ownStrands(seq), ...strandsOfRecords.all(seq, seq)].some((one) => unsettled.has(one))),
    joined(seq, record) {
      if (hasDecisions && decided.isAt(`record ${record}`)) isDecided.set(seq, true);
    },
    united(kept, gone) {
      for (const known of [isDecided, isUnsettled]) {
        known.delete(kept);
        known.delete(gone);
      }
    },
  };
}
