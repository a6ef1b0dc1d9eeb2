import { v7 as uuidv7 } from "uuid";
import { keyHere } from "./api/backends";
import { type AwardState, type Draft, type DraftGuest, type GuestFields, parseDraft, type TableInfo } from "./draft-form";
import { LATE_SAID, NOTHING_SAID, pickFields, SAID_FIELDS } from "./guest-fields";
import { partySizeOf } from "./party-size";
import type { SavedTable } from "./tables/contract";

export type { AwardState, Draft, DraftGuest, GuestFields, PendingGuest, TableInfo } from "./draft-form";

/**
 * Tables that are not (wholly) on the server yet, kept on this device from the first keystroke until every step is
 * acknowledged. A reload or a crash between two steps goes on with the same keys, so nothing is saved or awarded twice.
 */

export const NO_TABLE_INFO: TableInfo = { hostess: "", waiter: "", table_number: "", party_size: "", branch: "", api_base: "" };

export const BLANK_GUEST: GuestFields = pickFields(NOTHING_SAID, SAID_FIELDS);

export function newDraft(info: TableInfo, now = new Date()): Draft {
  return {
    format: 1,
    id: uuidv7(),
    info,
    guests: [],
    pending: null,
    step: "writing",
    attempt: 1,
    sent: null,
    sent_at: null,
    reservation: null,
    seating: null,
    table_name: null,
    version: null,
    original: null,
    original_party_size: "",
    loyalty_base: null,
    awards: {},
    last_error: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

/** The changes to a saved table, before the first of them. */
export function draftOfTable(table: SavedTable, { branch, api_base }: { branch: string; api_base: string }, now = new Date()): Draft {
  const { hostess, waiter, table_number } = table.metadata;
  const party_size = String(table.metadata.party_size ?? "");
  const guests = table.contacts.map((contact) => ({ ...fieldsOf(contact), key: contact.id, id: contact.id }));
  return {
    ...newDraft({ hostess, waiter, table_number, party_size, branch, api_base }, now),
    guests,
    original: guests,
    original_party_size: party_size,
    table_name: table.table_name,
    version: table.version,
  };
}

export function newGuest(fields: Partial<GuestFields>): DraftGuest {
  return { ...fieldsOf({ ...BLANK_GUEST, ...fields, birth_year: fields.birth_year ?? null }), key: uuidv7(), id: null };
}

/** A row with nothing in it is not a guest; it is left out of a save. */
export function isBlank(guest: GuestFields): boolean {
  return Object.values(fieldsOf(guest)).every((value) => value === null || String(value).trim() === "");
}

export function fieldsOf(guest: GuestFields): GuestFields {
  return pickFields(guest, SAID_FIELDS);
}

/** What came in a later version is named where it says something: then a save that waits is the same as before the update. */
function saidOf(guest: GuestFields): Partial<GuestFields> {
  return pickFields(
    guest,
    SAID_FIELDS.filter((field) => guest[field] !== "" || !LATE_SAID.some((late) => late === field)),
  );
}

export function saveBody(of: Draft) {
  const { hostess, waiter, table_number, branch, api_base } = of.info;
  return {
    metadata: { hostess, waiter, table_number, branch, api_base, party_size: partySizeSaid(of), ...reservationSaid(of) },
    // With the id that the server gave: who got another name and another phone is still the same guest.
    contacts: of.guests.filter((guest) => !isBlank(guest)).map((guest) => ({ ...saidOf(guest), id: guest.id ?? undefined })),
    ...(of.table_name === null ? {} : { table_name: of.table_name, version: of.version ?? undefined }),
  };
}

/** By the save that makes the table, which the reservation then leads to. */
function reservationSaid({ reservation, seating, table_name }: Draft): { reservation_id?: string; reservation_seating?: number } {
  if (reservation === null || table_name !== null) return {};
  return { reservation_id: reservation, ...(seating !== null && { reservation_seating: seating }) };
}

/** Not named where it is as it was: what another tablet said of it stands, and a save that waits is the same as before. */
function partySizeSaid(of: Draft): number | string | null | undefined {
  if (!isPartySizeChanged(of)) return undefined;
  const size = partySizeOf(of.info.party_size);
  return size === "wrong" ? of.info.party_size : size; // the server says what is wrong with it
}

export function isPartySizeChanged({ info, original_party_size }: Draft): boolean {
  return info.party_size.trim() !== original_party_size;
}
export type SaveBody = ReturnType<typeof saveBody>;

/** The body that a save sends: the one that had no answer again, else the draft's. */
export function bodyToSend(of: Draft): SaveBody {
  return of.sent === null ? saveBody(of) : (JSON.parse(of.sent) as SaveBody);
}

export function saveKey(of: Draft): string {
  return `${of.id}-save-${of.attempt}`;
}

export function customerKey(of: Draft, guestKey: string): string {
  return `${of.id}-customer-${guestKey}`;
}

export function awardKey(of: Draft, guestKey: string): string {
  return `${of.id}-visit-${guestKey}`;
}

export function saveBegun(of: Draft, now = new Date()): Draft {
  return { ...of, step: "saving", sent: JSON.stringify(bodyToSend(of)), sent_at: of.sent_at ?? now.toISOString(), last_error: null };
}

/** Servers remember a key for 24 hours; after that the same save would make a second table. */
const KEY_LIVES_MS = 23 * 3_600_000;

export function isSentTooLongAgo(of: Draft, now = new Date()): boolean {
  return of.sent !== null && of.sent_at !== null && now.getTime() - Date.parse(of.sent_at) > KEY_LIVES_MS;
}

/** The server may or may not have it: the same body goes again with the same key. */
export function saveUncertain(of: Draft, error: string): Draft {
  return { ...of, step: "saving", last_error: error };
}

/** The server refused it, so nothing was saved; what is sent next is another save. */
export function saveRefused(of: Draft, error: string): Draft {
  return { ...of, step: "writing", sent: null, sent_at: null, attempt: of.attempt + 1, last_error: error };
}

/**
 * Acknowledged. When guests were changed after the answered body had gone out, the draft is to be saved once more, now
 * as a change of the table that the first save made.
 */
export function saveAcknowledged(of: Draft, answer: { table_name: string; version: number }, hasPhone: (phones: string) => boolean): Draft {
  const behind = of.sent !== null && of.sent !== JSON.stringify(saveBody(of));
  const { table_name, version } = answer;
  const saved = { ...of, table_name, version, sent: null, sent_at: null, attempt: of.attempt + 1, last_error: null };
  if (behind) return { ...saved, step: "writing" };
  const seatedNow = of.guests.filter((guest) => guest.id === null && hasPhone(guest.phones));
  const awards = { ...Object.fromEntries(seatedNow.map(({ key }) => [key, "waiting" as const])), ...of.awards };
  return { ...saved, step: "awarding", awards };
}

export function awardSettled(of: Draft, guestKey: string, state: AwardState): Draft {
  return { ...of, awards: { ...of.awards, [guestKey]: state } };
}

/** Guests whose points are still to be asked for. */
export function awardsToDo(of: Draft): DraftGuest[] {
  return of.guests.filter((guest) => of.awards[guest.key] === "waiting");
}

export function awardCount(of: Draft, state: AwardState): number {
  return Object.values(of.awards).filter((award) => award === state).length;
}

/** Sent at least once and not wholly acknowledged; the others are still being written. */
export function isWaiting(of: Draft): boolean {
  return of.step !== "writing" || of.last_error !== null;
}

/** Nothing was typed that somebody would miss. */
export function isWorthKeeping(of: Draft): boolean {
  if (isWaiting(of)) return true;
  if (isPartySizeChanged(of)) return true;
  if (of.original) return JSON.stringify(of.original) !== JSON.stringify(of.guests);
  return of.info.table_number.trim() !== "" || of.guests.length > 0 || of.pending !== null;
}

/** Each server's drafts stand under keys of their own: what was written for one is neither shown at another nor sent from there. */
const prefix = () => `${keyHere("daftar_draft")}_`;

/** The device's storage, or a stand-in for it in a test. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

function deviceStorage(): DraftStorage | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    // Reading the property itself throws where a browser blocks storage.
    return null;
  }
}

const watchers = new Set<() => void>();

/** Calls back when a draft changes, in this tab or in another one. Returns the way to stop. */
export function watchDrafts(listener: () => void): () => void {
  const ofAnotherTab = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(prefix())) listener();
  };
  watchers.add(listener);
  window.addEventListener("storage", ofAnotherTab);
  return () => {
    watchers.delete(listener);
    window.removeEventListener("storage", ofAnotherTab);
  };
}

/**
 * Each draft has a storage entry of its own, so that two tabs never overwrite each other's tables.
 * Returns false when the device cannot keep it (storage full or blocked); the screen then says so.
 */
export function keepDraft(of: Draft, storage = deviceStorage(), now = new Date()): boolean {
  try {
    if (!storage) return false;
    storage.setItem(prefix() + of.id, JSON.stringify({ ...of, updated_at: now.toISOString() }));
    return true;
  } catch {
    return false;
  } finally {
    for (const watcher of watchers) watcher();
  }
}

export function dropDraft(id: string, storage = deviceStorage()): void {
  try {
    storage?.removeItem(prefix() + id);
  } finally {
    for (const watcher of watchers) watcher();
  }
}

export function readDraft(id: string, storage = deviceStorage()): Draft | null {
  const text = storage?.getItem(prefix() + id);
  return text ? parseDraft(text) : null;
}

/** What was read last, by its text: the list is read anew at each letter that somebody types into one of them. */
let lastRead = new Map<string, Draft | null>();

/**
 * The drafts of this device, the last touched first; one that did not change is the very object of the time before. An
 * entry that cannot be read is left where it is.
 */
export function readDrafts(storage = deviceStorage()): Draft[] {
  const drafts: Draft[] = [];
  const read = new Map<string, Draft | null>();
  const own = prefix();
  for (let index = 0; storage && index < storage.length; index++) {
    const key = storage.key(index) ?? "";
    if (!key.startsWith(own)) continue;
    const text = storage.getItem(key) ?? "";
    const known = lastRead.get(text);
    const draft = known === undefined ? parseDraft(text) : known;
    read.set(text, draft);
    if (draft) drafts.push(draft);
  }
  lastRead = read;
  return drafts.sort((a, b) => b.updated_at.localeCompare(a.updated_at));
}
