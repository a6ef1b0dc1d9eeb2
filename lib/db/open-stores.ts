import { setTimeout as pause } from "node:timers/promises";
import { isAppError } from "../errors";
import { log } from "../log";
import { processWide } from "../process-wide";
import { requireOpen } from "../require-open-branch";
import { checkBeforeOpen, damagedFile, missingFile } from "./check-before-open";
import { wasLeftWhole } from "./clean-stop";
import { deepCheck, stopDeepChecks } from "./deep-check";
import { isBroken, storeFailure } from "./failures";
import { closeHeaders } from "./file-header";
import { type Owner, type StoreKind, storeName } from "./files";
import { closeLastCommits } from "./last-commits";
import { READ_PATIENCE, tryWhileLocked } from "./locks";
import { findLostWrites, lostWritesIn } from "./lost-writes";
import {
  ABOUT_CONTENTS,
  busy,
  contentsOf,
  isVerdict,
  type Opened,
  type Opening,
  type Place,
  pass,
  refuseAgain,
  refuseFrom,
  type Slot,
  slotOf,
  slots,
  verdict,
} from "./opening";
import { cacheForThisTick } from "./per-tick-cache";
import { finishRestore } from "./restore";
import { type MayWrite, openStore, type Store } from "./store";
import { type Change, type Watch, watchStore } from "./watch";

/**
 * For how long somebody waits for a store: a `call` two seconds, a `probe` not at all for what is not in this server's
 * hands (a lock, a thorough check), a `start` until it is known.
 */
export type Patience = "call" | "probe" | "start";

/** So long after a thorough check that found nothing, SQLite's word alone is no reason for another, in milliseconds. */
const CHECK_LASTS = 60_000;

const seen = cacheForThisTick<Opened>(); // a call asks for its store five times in one go; writes look again, before and after

const beside = () => processWide("checks beside the evening", () => ({ begun: false }));

/**
 * The store of a place: the open one, if its file is still the one that was opened; else it is opened.
 * @param onHeld is called when the opening waits for something that is not in this server's hands
 * @throws AppError of the check before opening, again and again until the file is put right; `busy` when that takes too long
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
      if (patience === "probe" && slot.suspicion) throw slot.suspicion;
      if (patience === "probe" && opened.watch.isUnsure()) throw busy();
      seen.add(opened);
      return opened.store as unknown as Store<Kind>; // the file name decides the kind
    }
    takeOut(slot, place, opened, change);
  }
  refuseAgain(slot, place.file);
  slot.opening ??= beginOpening(slot, place);
  void slot.opening.held.then(onHeld);
  const { store } = await patiently(slot, slot.opening, patience);
  return store as unknown as Store<Kind>; // the file name decides the kind
}

async function patiently(slot: Slot, { done, held }: Opening, patience: Patience): Promise<Opened> {
  if (patience === "start") return done;
  const end = new AbortController();
  const tooLong = patience === "probe" ? held : pause(READ_PATIENCE, undefined, { signal: end.signal, ref: false });
  try {
    return await Promise.race([
      done,
      tooLong.then(() => {
        throw slot.suspicion ?? busy();
      }),
    ]);
  } finally {
    end.abort();
  }
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
  await checkBeforeOpen(file, kind, owner, { thorough, onWait });
  const opened = await tryWhileLocked(() => openWatched(slot, place), READ_PATIENCE, onWait);
  if (findLostWrites(file, opened.store.sql)) await checkWhatIsLeft(place, opened, onWait);
  else if (thorough) pass(slot);
  return opened;
}

/** A part of a store is gone: what is left may be of different moments, and is used only when all of it fits together. */
async function checkWhatIsLeft({ file, kind, owner }: Place, opened: Opened, onWait: () => void): Promise<void> {
  log().error({ store: storeName(owner, kind), missing: lostWritesIn(file) }, "a store lacks what it had acknowledged");
  onWait();
  try {
    await deepCheck({ file, kind, owner, indexes: true });
    pass(slotOf(file));
  } catch (error) {
    await opened.store.drop();
    throw error;
  }
}

/** Of a closed branch nobody writes a store, but to erase somebody; what the server does by itself goes on. */
function mayWriteOf(owner: Owner): MayWrite {
  return ({ actor }, step) => {
    if (actor.kind !== "system" && step !== "erase-person") requireOpen(owner);
  };
}

async function openWatched(slot: Slot, place: Place): Promise<Opened> {
  const { file, kind, owner } = place;
  const hear = (error: unknown) => suspect(slot, place, store, error);
  const store: Store<StoreKind> = openStore(kind, file, (work) => watch.guard(work), hear, mayWriteOf(owner));
  let watch: Watch;
  try {
    watch = watchStore(file, kind, store.sql, (change) => {
      takeOut(slot, place, opened, change);
      // Of the one nothing is lost: closing moves it all into the file. Of the other it is found when it is opened.
      if (change === "unlogged" || change === "spoiled") return busy();
      return verdict(change === "missing" ? missingFile(owner, kind) : damagedFile(owner, kind, new Error(change)));
    });
  } catch (error) {
    await store.drop();
    throw error;
  }
  const opened: Opened = { store, watch };
  return opened;
}

/**
 * Takes an open store out of use. A file that lies elsewhere by now gets what stands in its `-wal`, as at any closing, and so
 * does one whose `-wal` lies nowhere any more; one that was changed in its place is left as it is.
 */
function takeOut(slot: Slot, { file, kind, owner }: Place, opened: Opened, change: Change): void {
  opened.watch.end(change);
  seen.delete(opened);
  if (slot.opened !== opened || slots().get(file) !== slot) return; // it was closed meanwhile, and whoever opened the file again watches it
  slot.opened = null;
  slot.isDoubted = true;
  const isElsewhere = change === "missing" || change === "replaced" || change === "unlogged";
  slot.suspicion = isElsewhere || change === "spoiled" ? null : verdict(damagedFile(owner, kind, new Error(change)));
  slot.closing = (isElsewhere ? opened.store.close() : opened.store.drop()).catch(() => {});
  log().error({ store: storeName(owner, kind), change }, "a store was taken out of use");
}

/** SQLite has met damage in a store that is in use: until all of it has been read, that is what is said of it. */
function suspect(slot: Slot, place: Place, store: Store<StoreKind>, error: unknown): void {
  const failure = storeFailure(error);
  if (!isBroken(failure) || isVerdict(failure) || slot.opened?.store !== store) return;
  slot.suspicion ??= verdict(damagedFile(place.owner, place.kind, error));
  void checkInUse(place);
}

/**
 * Reads all of a store that is in use, beside the server. Calls go on meanwhile; when damage is found, the store is taken out
 * of use.
 */
export async function checkInUse(place: Place): Promise<void> {
  const slot = slotOf(place.file);
  const { opened } = slot;
  if (!opened) return;
  const wait = slot.isUnchecked ? 0 : slot.checkedAt + CHECK_LASTS - performance.now();
  if (wait > 0) {
    if (slot.suspicion) setTimeout(() => void checkInUse(place), wait).unref();
    return;
  }
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
    takeOut(slot, place, opened, "overwritten");
    refuseFrom(slot, place, failure);
    await slot.closing;
    // The closing may have moved what stood in the `-wal`: that is no change by somebody who put it right.
    if (slot.refusal?.contents) slot.refusal.contents = contentsOf(place.file);
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
 * Closes every store, with a checkpoint into its one file or without; the next call opens them again.
 * @returns the files of those that were in use, and whole as far as is known
 */
export async function closeSlots(checkpoint: boolean): Promise<string[]> {
  await stopDeepChecks(); // which may take seconds; who asks for a store meanwhile gets the one that is closed then
  const all = [...slots()];
  slots().clear();
  await Promise.all(
    all.map(async ([, slot]) => {
      await slot.closing;
      await slot.opened?.store.close({ checkpoint }).catch(() => {});
    }),
  );
  closeHeaders();
  closeLastCommits();
  return all.filter(([, slot]) => slot.opened && !slot.isUnchecked).map(([file]) => file);
}
