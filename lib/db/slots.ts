import { setTimeout as pause } from "node:timers/promises";
import { AppError, type ErrorCode, isAppError } from "../errors";
import { log } from "../log";
import { processWide } from "../process-wide";
import { wasLeftWhole } from "./clean-stop";
import { deepCheck, stopDeepChecks } from "./deep-check";
import { storeFailure } from "./failures";
import { closeHeaders, type Stamp, sameStamp, stampOf } from "./file-header";
import { type Owner, type StoreKind, storeName } from "./files";
import { damagedFile, missingFile, passGate } from "./gate";
import { READ_PATIENCE, tryWhileLocked } from "./locks";
import { finishRestore } from "./restore";
import { openStore, type Store } from "./store";
import { rememberThisTurn } from "./this-turn";
import { type Change, type Watch, watchStore } from "./watch";

/** Where a store lies, and what must be done before it can be opened there. */
export interface Place<Kind extends StoreKind = StoreKind> {
  file: string;
  kind: Kind;
  owner: Owner;
  /** @param onWait is called when it waits for something that is not in this server's hands */
  prepare: (onWait: () => void) => Promise<void>;
}

/**
 * For how long somebody waits for a store: a `call` two seconds, a `probe` not at all for what is not in this server's
 * hands (a lock, a thorough check), a `start` until it is known.
 */
export type Patience = "call" | "probe" | "start";

/** After a refusal, the file is looked at again only after so many milliseconds; a full disk is not filled again and again. */
const REFUSAL_LASTS = 2_000;
const FULL_DISK_LASTS = 30_000;
/** So long after a thorough check that found nothing, SQLite's word alone is no reason for another, in milliseconds. */
const CHECK_LASTS = 60_000;

/** What was said of a file's contents stays true until somebody writes the file. */
const ABOUT_CONTENTS: ErrorCode[] = ["db_corrupt", "db_wrong_branch", "db_newer", "migration_failed"];

interface Opened {
  store: Store<StoreKind>;
  watch: Watch;
}

interface Opening {
  done: Promise<Opened>;
  /** Settles when the opening waits for a lock, a thorough check or a migration. */
  held: Promise<void>;
}

interface Refusal {
  error: AppError;
  until: number;
  /** The file as it was refused, with its `-wal`; null when it may be looked at again without having changed. */
  contents: (Stamp | null)[] | null;
}

interface Slot {
  opened: Opened | null;
  opening: Opening | null;
  closing: Promise<void>;
  refusal: Refusal | null;
  /** It was refused, or changed from outside: all of it is read before it is used again. */
  isDoubted: boolean;
  /** It is not known to be whole since an unclean stop; null before it was first looked at. */
  isUnchecked: boolean | null;
  checkedAt: number;
  /** The code of the last refusal that the log has: whoever polls adds no line. */
  loggedCode: ErrorCode | null;
}

const seen = rememberThisTurn<Opened>(); // a call asks for its store five times in one go; writes look again, before and after

const slots = () => processWide("stores", () => new Map<string, Slot>());
const beside = () => processWide("checks beside the evening", () => ({ begun: false }));

function slotOf(file: string): Slot {
  const known = slots().get(file);
  if (known) return known;
  const slot: Slot = {
    opened: null,
    opening: null,
    closing: Promise.resolve(),
    refusal: null,
    isDoubted: false,
    isUnchecked: null,
    checkedAt: Number.NEGATIVE_INFINITY,
    loggedCode: null,
  };
  slots().set(file, slot);
  return slot;
}

/**
 * The store of a place: the open one, if its file is still the one that was opened; else it is opened.
 * @param onHeld is called when the opening waits for something that is not in this server's hands
 * @throws AppError of the start gate, again and again until the file is put right; `busy` when that takes too long
 */
export async function storeAt<Kind extends StoreKind>(
  place: Place<Kind>,
  patience: Patience = "call",
  onHeld: () => void = () => {},
): Promise<Store<Kind>> {
  const slot = slotOf(place.file);
  const opened = slot.opened;
  if (opened) {
    const isKnown = patience === "call" && seen.has(opened);
    const change = isKnown ? null : await tryWhileLocked(() => opened.watch.look(), patience === "probe" ? 0 : READ_PATIENCE);
    if (!change) {
      if (patience === "probe" && opened.watch.isUnsure()) throw busy();
      seen.add(opened);
      return opened.store as unknown as Store<Kind>; // the file name decides the kind
    }
    takeOut(slot, opened, change);
  }
  refuseAgain(slot, place.file);
  slot.opening ??= beginOpening(slot, place);
  void slot.opening.held.then(onHeld);
  const { store } = await patiently(slot.opening, patience);
  return store as unknown as Store<Kind>; // the file name decides the kind
}

function busy(): AppError {
  return new AppError("busy", "The data is busy. Nothing was changed. Try again in a moment.", { retryAfter: 1 });
}

async function patiently({ done, held }: Opening, patience: Patience): Promise<Opened> {
  if (patience === "start") return done;
  const end = new AbortController();
  const tooLong = patience === "probe" ? held : pause(READ_PATIENCE, undefined, { signal: end.signal, ref: false });
  try {
    return await Promise.race([
      done,
      tooLong.then(() => {
        throw busy();
      }),
    ]);
  } finally {
    end.abort();
  }
}

/** @throws AppError the last refusal, while there is no reason to look again */
function refuseAgain(slot: Slot, file: string): void {
  const { refusal } = slot;
  if (!refusal) return;
  if (performance.now() < refusal.until) throw refusal.error;
  if (refusal.contents?.every((stamp, index) => sameStamp(stamp, contentsOf(file)[index] ?? null))) throw refusal.error;
  slot.refusal = null;
}

function contentsOf(file: string): (Stamp | null)[] {
  return [stampOf(file), stampOf(`${file}-wal`)];
}

function beginOpening(slot: Slot, place: Place): Opening {
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const done = open(slot, place, hold)
    .then(
      (opened) => {
        if (slots().get(place.file) !== slot) void opened.store.close(); // the server stops
        slot.opened = opened;
        slot.loggedCode = null;
        if (beside().begun && slot.isUnchecked) void checkInUse(place);
        return opened;
      },
      (error: unknown) => {
        if (isAppError(error)) refuseFrom(slot, place, error);
        throw error;
      },
    )
    .finally(() => {
      slot.opening = null;
    });
  done.catch(() => {}); // whoever waits for it hears it; perhaps nobody does any more
  return { done, held };
}

async function open(slot: Slot, place: Place, onWait: () => void): Promise<Opened> {
  const { file, kind, owner } = place;
  await slot.closing; // a -wal that is still to be moved belongs to the file that was taken out
  finishRestore(place.file); // one that was killed must be done before anybody looks at the store
  await place.prepare(onWait);
  slot.isUnchecked ??= !wasLeftWhole(file);
  const thorough = slot.isDoubted;
  await passGate(file, kind, owner, { thorough, onWait });
  const opened = await tryWhileLocked(() => openWatched(slot, place), READ_PATIENCE, onWait);
  if (thorough) pass(slot);
  return opened;
}

function pass(slot: Slot): void {
  slot.isDoubted = false;
  slot.isUnchecked = false;
  slot.checkedAt = performance.now();
}

async function openWatched(slot: Slot, { file, kind, owner }: Place): Promise<Opened> {
  const store: Store<StoreKind> = openStore(kind, file, (work) => watch.guard(work));
  let watch: Watch;
  try {
    watch = watchStore(file, kind, store.sql, (change) => {
      takeOut(slot, opened, change);
      if (change === "unlogged") return busy(); // nothing of the store is lost: closing moves it all into the file
      return verdict(change === "missing" ? missingFile(owner, kind) : damagedFile(owner, kind, new Error(change)));
    });
  } catch (error) {
    await store.drop();
    throw error;
  }
  const opened: Opened = { store, watch };
  return opened;
}

function refuseFrom(slot: Slot, { file, owner, kind }: Place, error: AppError): void {
  const lasts = error.code === "disk_full" ? FULL_DISK_LASTS : REFUSAL_LASTS;
  const isAnothers = isVerdict(error) && error !== slot.refusal?.error; // the hub's: nothing is known of this file
  const isAboutContents = !isAnothers && ABOUT_CONTENTS.includes(error.code);
  slot.isDoubted ||= isAboutContents || (!isAnothers && error.code === "db_missing");
  slot.refusal = { error: verdict(error), until: performance.now() + lasts, contents: isAboutContents ? contentsOf(file) : null };
  if (isAnothers || slot.loggedCode === error.code) return;
  slot.loggedCode = error.code;
  log().error({ store: storeName(owner, kind), code: error.code, err: error, why: whyOf(error) }, "a store is not used");
}

/** What was thrown beneath a refusal: of SQLite, the gate or a migration, none of which quotes what somebody typed. */
function whyOf({ cause }: AppError): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

/**
 * Takes an open store out of use. A file that lies elsewhere by now gets what stands in its `-wal`, as at any closing, and so
 * does one whose `-wal` lies nowhere any more; one that was changed in its place is left as it is.
 */
function takeOut(slot: Slot, opened: Opened, change: Change): void {
  opened.watch.end(change);
  seen.delete(opened);
  if (slot.opened !== opened) return;
  slot.opened = null;
  slot.isDoubted = true;
  const isElsewhere = change === "missing" || change === "replaced" || change === "unlogged";
  slot.closing = (isElsewhere ? opened.store.close() : opened.store.drop()).catch(() => {});
  log().error({ store: `${opened.store.kind}`, change }, "a store was taken out of use");
}

const verdicts = () => processWide("verdicts on stores", () => new WeakSet<AppError>());

function verdict(error: AppError): AppError {
  verdicts().add(error);
  return error;
}

/** Whether an error is this module's own judgement of a store, and no news about it. */
export function isVerdict(error: unknown): boolean {
  return isAppError(error) && verdicts().has(error);
}

/**
 * Reads all of a store that is in use, beside the server. Calls go on meanwhile; when damage is found, the store is taken out
 * of use.
 */
export async function checkInUse(place: Place): Promise<void> {
  const slot = slotOf(place.file);
  const { opened } = slot;
  if (!opened || (!slot.isUnchecked && performance.now() - slot.checkedAt < CHECK_LASTS)) return;
  try {
    await deepCheck(place);
    pass(slot);
  } catch (error) {
    const failure = storeFailure(error);
    if (slot.opened !== opened || slots().get(place.file) !== slot) return; // it was taken out or closed meanwhile
    if (!isAppError(failure) || !ABOUT_CONTENTS.includes(failure.code)) {
      log().warn({ err: error, branch: place.owner, kind: place.kind }, "a store could not be checked");
      return;
    }
    takeOut(slot, opened, "overwritten");
    await slot.closing;
    refuseFrom(slot, place, failure);
  }
}

/**
 * From now on every store that the last stop did not leave whole is read, one after the other, beside the evening; those
 * that are opened later too.
 * @returns when those that are open now have been read
 */
export async function beginChecksBeside(places: Place[]): Promise<void> {
  beside().begun = true;
  await Promise.all(places.filter(({ file }) => slotOf(file).isUnchecked).map(checkInUse));
}

/**
 * Closes every store; the next call opens them again.
 * @returns the files of those that were in use, and whole as far as is known
 */
export async function closeSlots(): Promise<string[]> {
  const all = [...slots()];
  slots().clear();
  await stopDeepChecks();
  await Promise.all(
    all.map(async ([, slot]) => {
      await slot.closing;
      await slot.opened?.store.close({ checkpoint: true }).catch(() => {});
    }),
  );
  closeHeaders();
  return all.filter(([, slot]) => slot.opened && !slot.isUnchecked).map(([file]) => file);
}
