import { eachField, LATE_SAID, SAID_TEXTS, type SaidValues } from "./guest-fields";

/**
 * What a table on this device looks like in its storage. It is checked by hand: the page that shows it must not wait for
 * the library that checks the server's answers.
 */

export interface DraftGuest extends SaidValues {
  /** Stays the same while the draft lives; the award's key is made of it. */
  key: string;
  /** The server's id of a guest who was already saved at this table; null for one who is new. */
  id: string | null;
}
export type GuestFields = SaidValues;

/** The new guest that stands half typed in the form: the phone as it was typed, and the country beside it. */
export interface PendingGuest extends GuestFields {
  country: string;
  agreed: string;
}

export interface TableInfo {
  hostess: string;
  waiter: string;
  table_number: string;
  /** The party size as typed; empty if none was given. */
  party_size: string;
  branch: string;
  api_base: string;
}

const STEPS = ["writing", "saving", "awarding"] as const;
const AWARD_STATES = ["waiting", "awarded", "already", "failed", "repeated"] as const;
export type AwardState = (typeof AWARD_STATES)[number];

export interface Draft {
  format: 1;
  id: string;
  info: TableInfo;
  guests: DraftGuest[];
  pending: PendingGuest | null;
  step: (typeof STEPS)[number];
  /** Counts the saves that were settled; each new save gets a new Idempotency-Key. */
  attempt: number;
  /** The body of a save whose answer is not known. It is sent again unchanged: one key never goes with two bodies. */
  sent: string | null;
  /** When it was sent for the first time. */
  sent_at: string | null;
  /** The reservation whose party sits down there; null for a table that nobody reserved. */
  reservation: string | null;
  /** Which seating of that party it is; null where it is not known. */
  seating: number | null;
  /** The saved table that this draft changes, or became. */
  table_name: string | null;
  version: number | null;
  /** The saved guests that an edit started from; null for a table that was new. */
  original: DraftGuest[] | null;
  /** How many people sat there when the edit started; empty for a table that was new. */
  original_party_size: string;
  /** The loyalty service that was asked for its points first: it alone knows whether they were awarded. */
  loyalty_base: string | null;
  /** By guest key. Guests without a phone are not in it. */
  awards: Record<string, AwardState>;
  last_error: string | null;
  created_at: string;
  updated_at: string;
}

type Check<T> = (value: unknown) => value is T;
type Checks<T> = { [Field in keyof T]-?: Check<T[Field]> };

const isText: Check<string> = (value) => typeof value === "string";
const isNumber: Check<number> = (value) => typeof value === "number";
const isOneOf =
  <T>(choices: readonly T[]): Check<T> =>
  (value): value is T =>
    choices.includes(value as T);
const isNullOr =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);
const isListOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const has =
  <T extends object>(checks: Checks<T>): Check<T> =>
  (value): value is T =>
    isRecord(value) && (Object.keys(checks) as (keyof T & string)[]).every((field) => checks[field](value[field]));

const GUEST_FIELDS: Checks<GuestFields> = {
  ...eachField(SAID_TEXTS, () => isText),
  birth_year: isNullOr(isNumber),
};
const isGuest = has<DraftGuest>({ ...GUEST_FIELDS, key: isText, id: isNullOr(isText) });

const isDraft = has<Draft>({
  format: isOneOf([1] as const),
  id: isText,
  info: has<TableInfo>({ hostess: isText, waiter: isText, table_number: isText, party_size: isText, branch: isText, api_base: isText }),
  guests: isListOf(isGuest),
  pending: isNullOr(has<PendingGuest>({ ...GUEST_FIELDS, country: isText, agreed: isText })),
  step: isOneOf(STEPS),
  attempt: isNumber,
  sent: isNullOr(isText),
  sent_at: isNullOr(isText),
  reservation: isNullOr(isText),
  seating: isNullOr(isNumber),
  table_name: isNullOr(isText),
  version: isNullOr(isNumber),
  original: isNullOr(isListOf(isGuest)),
  original_party_size: isText,
  loyalty_base: isNullOr(isText),
  awards: (value): value is Draft["awards"] => isRecord(value) && Object.values(value).every(isOneOf(AWARD_STATES)),
  last_error: isNullOr(isText),
  created_at: isText,
  updated_at: isText,
});

/** What an earlier version did not ask of a guest. */
function fillLate(guest: unknown): void {
  if (isRecord(guest)) for (const field of LATE_SAID) guest[field] ??= "";
}

/** @returns null for what cannot be read */
export function parseDraft(text: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(text);
    // Drafts of an earlier version did not say which question about the phone had been answered.
    if (isRecord(stored) && isRecord(stored.pending)) stored.pending.agreed ??= "";
    if (isRecord(stored)) stored.loyalty_base ??= null; // nor where their points were asked for
    if (isRecord(stored)) stored.reservation ??= null; // nor who had reserved
    if (isRecord(stored)) stored.seating ??= null;
    // nor how many people sit there
    if (isRecord(stored)) stored.original_party_size ??= "";
    if (isRecord(stored) && isRecord(stored.info)) stored.info.party_size ??= "";
    if (isRecord(stored)) for (const guest of [stored.pending, stored.guests, stored.original].flat()) fillLate(guest);
    return isDraft(stored) ? stored : null;
  } catch {
    return null;
  }
}
