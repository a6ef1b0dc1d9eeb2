import { GAP_FIELDS, isJoined } from "../guest-fields";
import { valuesIn } from "../joined-values";
import { alsoNames } from "../names";
import { fold } from "./fold";
import type { BookGuest, Decision, SourceRecord } from "./record-shapes";

/** A record or a decision: whatever can give a value. */
export type Saying = SourceRecord | Decision;

/** A guest, and what each value comes from: by `field value`, `number digits` and `name name`, of other names too. */
export interface Provenance {
  guest: BookGuest;
  origins: ReadonlyMap<string, Saying>;
}

/**
 * Where each value of some guests comes from: the fold once more, looking at what each of its steps changes. What is only said again
 * comes from who said it first, also in a guest who became part of another. Whole clusters, as for `fold`.
 */
export function trace(records: readonly SourceRecord[], decisions: readonly Decision[]): Provenance[] {
  let known = new Map<number, Provenance>();
  fold(records, decisions, undefined, (item, guests) => {
    const before = known;
    const there = new Set(guests.map(({ seq }) => seq));
    const gone = [...before].flatMap(([seq, one]) => (there.has(seq) ? [] : [one]));
    known = new Map(
      guests.map((guest) => {
        const earlier = [before.get(guest.seq) ?? [], gone].flat();
        const originOf = (value: string) => earlier.find(({ origins }) => origins.has(value))?.origins.get(value) ?? item;
        return [guest.seq, { guest, origins: new Map(valuesOf(guest).map((value) => [value, originOf(value)])) }];
      }),
    );
  });
  return [...known.values()];
}

/** The values of a guest, as `Provenance` names them. */
function valuesOf(guest: BookGuest): string[] {
  const fields = GAP_FIELDS.flatMap((field) => fieldValues(guest, field).map(({ key }) => key));
  const names = [guest.name, ...alsoNames(guest.also)].filter((name) => name !== "");
  return [...fields, ...guest.numbers.map(({ digits }) => `number ${digits}`), ...names.map((name) => `name ${name}`)];
}

/** What a field of a guest says, one value or several, and how `Provenance` names each. */
export function fieldValues(guest: BookGuest, field: (typeof GAP_FIELDS)[number]): { value: string; key: string }[] {
  if (!guest[field]) return [];
  const values = isJoined(field) ? valuesIn(guest[field]) : [String(guest[field])];
  return values.map((value) => ({ value, key: `${field} ${value}` }));
}
