import { AppError, type ErrorCode, isAppError } from "../errors";
import { log } from "../log";
import { processWide } from "../process-wide";
import { type Stamp, sameStamp, stampOf } from "./file-header";
import { type Owner, type StoreKind, storeName } from "./files";
import type { Store } from "./store";
import type { Watch } from "./watch";

/** A store's path, and what must be done before it can be opened. */
export interface Place<Kind extends StoreKind = StoreKind> {
  file: string;
  kind: Kind;
  owner: Owner;
  /** @param onWait is called when it waits for something that is not in this server's hands */
  prepare: (onWait: () => void) => Promise<void>;
}

/** After a refusal, the file is looked at again only after so many milliseconds; a full disk is not filled again and again. */
const REFUSAL_LASTS = 2_000;
const FULL_DISK_LASTS = 30_000;
/** What was said of a file's contents stays true until somebody writes the file. */
export const ABOUT_CONTENTS: ErrorCode[] = ["db_corrupt", "db_wrong_branch", "db_newer", "migration_failed"];

/** A store that is in use. */
export interface Opened {
  store: Store<StoreKind>;
  watch: Watch;
}

/** A store that is on its way into use. */
export interface Opening {
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

/** All that this process knows of one place. */
export interface Slot {
  opened: Opened | null;
  opening: Opening | null;
  closing: Promise<void>;
  refusal: Refusal | null;
  /** It was refused, or changed from outside: all of it is read before it is used again. */
  isDoubted: boolean;
  /**
   * What is said of it until all of it has been read: SQLite has met damage in it, or it was changed from outside. Null
   * where there is no such reason, and while a file is read that somebody has put right.
   */
  suspicion: AppError | null;
  /** It is not known to be whole since an unclean stop; null before it was first looked at. */
  isUnchecked: boolean | null;
  checkedAt: number;
  /** The code of the last refusal that the log has: whoever polls adds no line. */
  loggedCode: ErrorCode | null;
}

/** By their files. */
export const slots = () => processWide("stores", () => new Map<string, Slot>());

export function slotOf(file: string): Slot {
  const known = slots().get(file);
  if (known) return known;
  const slot: Slot = {
    opened: null,
    opening: null,
    closing: Promise.resolve(),
    refusal: null,
    isDoubted: false,
    suspicion: null,
    isUnchecked: null,
    checkedAt: Number.NEGATIVE_INFINITY,
    loggedCode: null,
  };
  slots().set(file, slot);
  return slot;
}

/** The error of a store that cannot be used at the moment. */
export function busy(): AppError {
  return new AppError("busy", "The data is busy. Nothing was changed. Try again in a moment.", { retryAfter: 1 });
}

/** @throws AppError the last refusal, while there is no reason to look again */
export function refuseAgain(slot: Slot, file: string): void {
  const { refusal } = slot;
  if (!refusal) return;
  if (performance.now() < refusal.until) throw refusal.error;
  if (refusal.contents?.every((stamp, index) => sameStamp(stamp, contentsOf(file)[index] ?? null))) throw refusal.error;
  slot.refusal = null;
  slot.suspicion = null; // another file, or one that was put right: nothing is known of it yet
}

/** How a store's two files look from outside. */
export function contentsOf(file: string): (Stamp | null)[] {
  return [stampOf(file), stampOf(`${file}-wal`)];
}

/** All of the store was read, and nothing was found. */
export function pass(slot: Slot): void {
  slot.isDoubted = false;
  slot.isUnchecked = false;
  slot.suspicion = null;
  slot.checkedAt = performance.now();
}

/** From now on the place answers with this error, until there is reason to look again; the log hears of it once. */
export function refuseFrom(slot: Slot, { file, owner, kind }: Place, error: AppError): void {
  const lasts = error.code === "disk_full" ? FULL_DISK_LASTS : REFUSAL_LASTS;
  const isAnothers = isVerdict(error) && error !== slot.refusal?.error; // the hub's: nothing is known of this file
  const isAboutContents = !isAnothers && ABOUT_CONTENTS.includes(error.code);
  slot.isDoubted ||= isAboutContents || (!isAnothers && error.code === "db_missing");
  slot.refusal = { error: verdict(error), until: performance.now() + lasts, contents: isAboutContents ? contentsOf(file) : null };
  if (isAnothers || slot.loggedCode === error.code) return;
  slot.loggedCode = error.code;
  log().error({ store: storeName(owner, kind), code: error.code, err: error, why: whyOf(error) }, "a store is not used");
}

/** What was thrown beneath a refusal: of SQLite, the check before opening or a migration, none of which quotes what somebody typed. */
function whyOf({ cause }: AppError): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

const verdicts = () => processWide("verdicts on stores", () => new WeakSet<AppError>());

/** Marks an error as a judgement of a store. */
export function verdict(error: AppError): AppError {
  verdicts().add(error);
  return error;
}

/** Whether an error is our own judgement of a store, and no news about it. */
export function isVerdict(error: unknown): boolean {
  return isAppError(error) && verdicts().has(error);
}

/** Whether SQLite has met damage in a store, and not all of it has been read since. */
export function isSuspected({ file }: Place): boolean {
  return slotOf(file).suspicion !== null;
}
