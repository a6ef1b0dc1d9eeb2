import { v7 as uuidv7 } from "uuid";
import { keyHere } from "@/lib/api/backends";
import type { BodyInputOf } from "@/lib/api/endpoint";
import type { changeReservation, joinWaitlist, makeReservation, stepReservation } from "@/lib/reservations/contract";

/**
 * Changes of reservations that the server has not answered yet: each is on this device before it is sent, goes out with one key
 * however often it is sent, and stays until it was answered.
 */

export interface Bodies {
  make: BodyInputOf<typeof makeReservation>;
  wait: BodyInputOf<typeof joinWaitlist>;
  change: BodyInputOf<typeof changeReservation>;
  step: BodyInputOf<typeof stepReservation>;
}
export type ChangeKind = keyof Bodies;

interface KeptAs<Kind extends ChangeKind> {
  format: 1;
  /** Its Idempotency-Key. */
  id: string;
  kind: Kind;
  /** Whom it is about; null for a reservation that it makes. */
  reservation: string | null;
  body: Bodies[Kind];
  /** What follows as soon as it is made: a walk-in is made and seated. */
  next_step: Bodies["step"]["to"] | null;
  /** In one line, for whoever looks what waits: `Book Nour Karam, 4 people, 20:30`. */
  words: string;
  base: string;
  branch: string;
  created_at: string;
  /** When it was sent for the first time; null before. */
  sent_at: string | null;
  /** Why the server said no, once nobody stood at the form any more; null while it only waits. */
  refused: string | null;
}
export type KeptChange = { [Kind in ChangeKind]: KeptAs<Kind> }[ChangeKind];

/** What a screen says of a change; the rest of it is made here. */
export type NewChange = {
  [Kind in ChangeKind]: Pick<KeptAs<Kind>, "kind" | "reservation" | "body" | "words" | "base" | "branch"> & {
    next_step?: KeptAs<Kind>["next_step"];
  };
}[ChangeKind];

const prefix = () => `${keyHere("daftar_reservation")}_`;
const KINDS: readonly string[] = ["make", "wait", "change", "step"] satisfies ChangeKind[];

function storage(): Storage | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    return null; // reading the property itself throws where a browser blocks storage
  }
}

const watchers = new Set<() => void>();
/** What was read last: the same list until something changes, as `useSyncExternalStore` asks. */
let cache: readonly KeptChange[] | null = null;

function changed(): void {
  cache = null;
  for (const watcher of watchers) watcher();
}

/** Calls back when what is kept changes, in this tab or another one. Returns the way to stop. */
export function watchChanges(watcher: () => void): () => void {
  const ofAnotherTab = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix())) changed();
  };
  if (watchers.size === 0) cache = null; // whatever changed before anybody listened is read anew
  watchers.add(watcher);
  window.addEventListener("storage", ofAnotherTab);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", ofAnotherTab);
  };
}

/** A change that begins: with a key of its own, on this device; and whether the device could keep it. */
export function begin(change: NewChange, now = new Date()): { change: KeptChange; isKept: boolean } {
  const begun = {
    format: 1,
    id: uuidv7(),
    next_step: null,
    created_at: now.toISOString(),
    sent_at: null,
    refused: null,
    ...change,
  } as KeptChange; // kind and body belong together, as the parameter says
  return { change: begun, isKept: keep(begun) };
}

/** Each has a storage entry of its own, so that two tabs never overwrite each other's. @returns false where the device cannot keep it */
export function keep(change: KeptChange): boolean {
  try {
    const store = storage();
    if (!store) return false;
    store.setItem(prefix() + change.id, JSON.stringify(change));
    return true;
  } catch {
    return false;
  } finally {
    changed();
  }
}

export function drop(id: string): void {
  try {
    storage()?.removeItem(prefix() + id);
  } finally {
    changed();
  }
}

export function readChange(id: string): KeptChange | null {
  return parse(storage()?.getItem(prefix() + id) ?? "");
}

const NONE: readonly KeptChange[] = [];

/** All of this device, the oldest first; the same list until one changes. */
export function readChanges(): readonly KeptChange[] {
  if (cache) return cache;
  const store = storage();
  const own = prefix();
  const found: KeptChange[] = [];
  for (let at = 0; store && at < store.length; at++) {
    const key = store.key(at) ?? "";
    const change = key.startsWith(own) ? parse(store.getItem(key) ?? "") : null;
    if (change) found.push(change);
  }
  cache = found.length === 0 ? NONE : found.sort((a, b) => a.created_at.localeCompare(b.created_at));
  return cache;
}

export const noChanges = () => NONE;

/** An entry that cannot be read is left where it is. */
function parse(text: string): KeptChange | null {
  try {
    const stored: unknown = JSON.parse(text);
    return isKept(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is KeptChange {
  if (typeof value !== "object" || value === null) return false;
  const { format, id, kind, body, base, branch, created_at, words } = value as Record<string, unknown>;
  const texts = [id, base, branch, created_at, words].every((text) => typeof text === "string");
  return format === 1 && texts && KINDS.includes(String(kind)) && typeof body === "object" && body !== null;
}

/** Servers remember a key for 24 hours; after that the same booking would be made a second time. */
const KEY_LIVES_MS = 23 * 3_600_000;

/** Whether it may go without anybody pressing a button. */
export function goesByItself({ refused, sent_at }: KeptChange, now = Date.now()): boolean {
  return refused === null && (sent_at === null || now - Date.parse(sent_at) < KEY_LIVES_MS);
}

/** What a version of a reservation became by a change of this page. */
const becomeHere = new Map<string, number>();
const versionKey = (reservation: string | null, version: number) => `${reservation} ${version}`;

/** A change against what this page's own changes left: its form may have been opened before they were answered, and nobody stands in their own way. */
export function againstOwn(change: KeptChange): KeptChange {
  if (!("version" in change.body)) return change;
  let { version } = change.body;
  for (let next: number | undefined = version; next !== undefined; next = becomeHere.get(versionKey(change.reservation, version)))
    version = next;
  return version === change.body.version ? change : ({ ...change, body: { ...change.body, version } } as KeptChange); // only its version is another
}

/** After an answer, what else waits for the same reservation is made against what that answer left. */
export function rebase(reservation: string, answered: { before: number; version: number }): void {
  if (answered.version > answered.before) becomeHere.set(versionKey(reservation, answered.before), answered.version);
  for (const change of readChanges())
    if (change.reservation === reservation && "version" in change.body && change.body.version === answered.before)
      keep({ ...change, body: { ...change.body, version: answered.version } } as KeptChange); // only its version is another
}
