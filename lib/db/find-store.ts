import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { timestamp } from "../clock";
import { keptBranches } from "../env";
import { AppError, isAppError } from "../errors";
import type { BranchKey } from "../known-branches";
import { bySystem } from "./actor";
import { areBranchesKnown, learnBranches } from "./branch-rows";
import { checkBeforeOpen, createStoreFile } from "./check-before-open";
import { learnDateFormat } from "./date-format-row";
import { storeFailure } from "./failures";
import { hubFile, type Owner, type StoreKind, storeFile, storeKindsOf, storePlaces } from "./files";
import type { Missing } from "./last-commits";
import { forgetLostWrites, lostWritesIn } from "./lost-writes";
import { beginChecksBeside, checkInUse, closeSlots, type Patience, storeAt } from "./open-stores";
import { isSuspected, isVerdict, type Place } from "./opening";
import type { Store } from "./store";

export type BranchStoreKind = Exclude<StoreKind, "hub">;

/** The group's hub. In an empty data folder it is made. */
export function hubStore(): Promise<Store<"hub">> {
  return openHub("call");
}

/** For callers that need the branches before anything opened the hub; an unusable hub is reported by whoever needs it. */
export async function learnBranchesOnce(): Promise<void> {
  if (!areBranchesKnown()) await openHub("probe").catch(() => {});
}

/** From then on this process knows the branches, and how dates are written, as the hub's rows say them. */
async function openHub(patience: Patience, onWait?: () => void): Promise<Store<"hub">> {
  const hub = await storeAt(hubPlace(), patience, onWait);
  learnBranches(hub.sql);
  learnDateFormat(hub.sql);
  return hub;
}

/**
 * A branch's store. It is made at the first start only; later a missing file is a fault and is never made anew.
 * @throws AppError of the check before opening, again and again until the file is put right
 */
export function branchStore<Kind extends BranchStoreKind>(branch: BranchKey, kind: Kind, patience?: Patience): Promise<Store<Kind>> {
  return storeAt(branchPlace(branch, kind), patience);
}

function hubPlace(): Place<"hub"> {
  return { file: hubFile(), kind: "hub", owner: "hub", prepare: prepareHub };
}

function branchPlace<Kind extends BranchStoreKind>(branch: BranchKey, kind: Kind): Place<Kind> {
  return { file: storeFile(branch, kind), kind, owner: branch, prepare: (onWait) => prepareBranchStore(branch, kind, onWait) };
}

function branchPlaces(branch: BranchKey): Place[] {
  return storeKindsOf(branch).map((kind) => branchPlace(branch, kind));
}

function allPlaces(): Place[] {
  return [hubPlace(), ...keptBranches().flatMap(branchPlaces)];
}

async function prepareHub(): Promise<void> {
  if (existsSync(hubFile())) return;
  const orphans = storePlaces().filter(({ kind, file }) => kind !== "hub" && existsSync(file));
  if (orphans.length > 0) {
    throw new AppError(
      "db_missing",
      "The group's data file hub.db is missing although branches have theirs. Nothing was made in its place. Put it back, or restore a backup: npm run restore -- hub",
    );
  }
  createStoreFile(hubFile(), "hub", "hub");
}

async function prepareBranchStore(branch: BranchKey, kind: BranchStoreKind, onWait: () => void): Promise<void> {
  const hub = await openHub("start", onWait);
  // Raw, so that a start needs no client of Prisma's, which is ten megabytes.
  const known = hub.sql.prepare("SELECT 1 FROM known_store WHERE branch = ? AND kind = ?").get(branch, kind);
  if (known) return;
  const file = storeFile(branch, kind);
  if (!existsSync(file)) createStoreFile(file, kind, branch);
  else await checkBeforeOpen(file, kind, branch, { onWait });
  await hub.write(bySystem("start"), async (tx) => {
    await tx.knownStore.create({ data: { branch, kind, created_at: timestamp() } });
    return { answer: undefined, happened: [{ kind: "store.registered", subjects: [branch], payload: { branch, kind } }] };
  });
}

/** The failing call waits so many milliseconds for the verdict, so that the next one meets it. */
const VERDICT_PATIENCE = 2_000;

/**
 * Has the store checked that SQLite found damaged: the branch's or the hub. It is taken out of use when it does not pass.
 * A store that was refused, or taken out of use, is known already.
 */
export async function checkSuspectedStore(branch: BranchKey | null, failure: unknown): Promise<void> {
  if (isVerdict(failure)) return;
  const mayBe = [hubPlace(), ...(branch ? branchPlaces(branch) : [])];
  const known = mayBe.filter(isSuspected);
  const suspects = known.length > 0 ? known : mayBe;
  await Promise.race([Promise.all(suspects.map(checkInUse)), pause(VERDICT_PATIENCE, undefined, { ref: false })]);
}

export interface StoreState {
  branch: Owner;
  kind: StoreKind;
  code: string | null;
  /** For whoever keeps the server: the sentence of that code, which names the branch and says what to do. */
  why: string | null;
  /** What it lacks of what was acknowledged, until somebody has seen it. */
  missing: Missing | null;
}

/**
 * Opens every store, and asks whether it may be written: what is wrong with each, or null. It writes nothing.
 * @param patience `start` waits until each is known; `probe` says `busy` at once of a store that somebody else holds
 */
export async function probeStores(patience: "start" | "probe"): Promise<StoreState[]> {
  await openHub(patience).catch(() => {}); // opened for its list of branches; whatever is wrong with it is reported when the hub is needed
  return Promise.all(
    allPlaces().map(async (place) => {
      const fault = await faultOf(place, patience);
      return { branch: place.owner, kind: place.kind, ...fault, missing: lostWritesIn(place.file) };
    }),
  );
}

async function faultOf(place: Place, patience: Patience): Promise<Pick<StoreState, "code" | "why">> {
  try {
    await storeAt(place, patience);
    // Not by promises: the threads that keep those wait in line with the hashing of passwords.
    accessSync(place.file, constants.W_OK);
    accessSync(path.dirname(place.file), constants.W_OK); // SQLite lays its journal beside the store
    return { code: null, why: null };
  } catch (error) {
    const failure = storeFailure(error);
    return isAppError(failure) ? { code: failure.code, why: failure.message } : { code: "internal", why: null };
  }
}

/**
 * Somebody has seen what a store lacks.
 * @param note writes down that they have, before it is forgotten; it is not asked where nothing is missing
 */
export async function seeMissing(owner: Owner, kind: StoreKind, note: (missing: Missing) => Promise<void>): Promise<void> {
  const place = allPlaces().find((one) => one.owner === owner && one.kind === kind);
  const missing = place && lostWritesIn(place.file);
  if (!missing) return;
  await note(missing);
  forgetLostWrites(place.file);
}

/**
 * Reads every store whole that the last stop did not leave so, one after the other. For a server that listens
 * by now.
 * @returns when all have been read; nobody needs to wait for it
 */
export function checkAfterUncleanStop(): Promise<void> {
  return beginChecksBeside(allPlaces());
}

/**
 * Closes every store; the next call opens them again.
 * @param options.checkpoint not beside a running server: its watch takes a file that was written, with a `-wal` as empty as
 *   before, for one that somebody has overwritten
 * @returns the files that are whole as far as is known: a server that stops notes them (`clean-stop.ts`)
 */
export function closeStores({ checkpoint = true } = {}): Promise<string[]> {
  return closeSlots(checkpoint);
}
