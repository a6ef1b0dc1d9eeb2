import { foldText } from "../fold-text";
import { hasPhoneKey, sharesPhone } from "../phones";
import { BEFORE, type SourceRecord } from "./record-shapes";

/** Contacts from before there were records, among some records: two who met were two guests (docs/book.md, How a store keeps it). */
export interface BeforeRecords {
  isOne: (id: string) => boolean;
  /** Whether both are such contacts and share a number, or an evening and a name where one has no number. Two who came at once are two. */
  areTwo: (id: string, other: string) => boolean;
  /** Whether something that is about some records cannot be about another one by name and number: one of them met it, and is not it. */
  isAway: (about: readonly string[]) => (id: string) => boolean;
}

/** It looks at each two when they are asked for: of a number that hundreds share, a list of all pairs would be the work of minutes. */
export function beforeRecords(records: readonly SourceRecord[]): BeforeRecords {
  const before = new Map(records.filter(({ id }) => id.startsWith(BEFORE)).map((record) => [record.id, record]));
  const isMet = (one: SourceRecord | undefined, other: SourceRecord | undefined) =>
    one !== undefined && other !== undefined && one !== other && (sharesPhone(one.numbers, other.numbers) || isNamesake(one, other));
  /** Whoever came again after they were deleted was recorded then. */
  const isFromBefore = (record: SourceRecord | undefined) => record?.said_at === "";
  return {
    isOne: (id) => before.has(id),
    areTwo(id, other) {
      const [a, b] = [before.get(id), before.get(other)];
      return isFromBefore(a) && isFromBefore(b) && isMet(a, b);
    },
    isAway(about) {
      const own = about.flatMap((id) => before.get(id) ?? []).filter(isFromBefore);
      if (own.length === 0) return () => false;
      return (id) => own.some((one) => isMet(one, before.get(id)));
    },
  };
}

function isNamesake(one: SourceRecord, other: SourceRecord): boolean {
  const isKeyless = !hasPhoneKey(one.numbers) || !hasPhoneKey(other.numbers);
  return isKeyless && one.evening === other.evening && foldText(one.person.name) === foldText(other.person.name);
}
