import { constants, existsSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { BRANCH_KEYS, type BranchKey } from "../branches";
import { timestamp } from "../clock";
import { env } from "../env";
import { AppError, isAppError } from "../errors";
import { processWide } from "../process-wide";
import { storeFailure } from "./failures";
import { hubFile, type StoreKind, storeFile, storeKindsOf } from "./files";
import { checkFile, createStoreFile, type Owner, passGate } from "./gate";
import { finishRestore } from "./restore";
import { openStore, type Store } from "./store";

export type BranchStoreKind = Exclude<StoreKind, "hub">;

/** After a refusal, the gate is tried again only after this many milliseconds: a broken store costs no more than that. */
const REFUSAL_LASTS = 2_000;

interface Opened {
  store: Store<StoreKind>;
  inode: number;
}

interface Slot {
  opening: Promise<Opened> | null;
  opened: Opened | null;
  refusal: { error: AppError; until: number } | null;
}

const slots = () => processWide("stores", () => new Map<string, Slot>());

/** The group's hub. In an empty data folder it is made. */
export function hubStore(): Promise<Store<"hub">> {
  return storeAt(hubFile(), "hub", "hub", prepareHub);
}

/**
 * A branch's store. It is made at the first start only; later a missing file is a fault and is never made anew.
 * @throws AppError of the start gate, again and again until the file is put right
 */
export function branchStore<Kind extends BranchStoreKind>(branch: BranchKey, kind: Kind): Promise<Store<Kind>> {
  return storeAt(storeFile(branch, kind), kind, branch, () => prepareBranchStore(branch, kind));
}

/** The branches that this server keeps, in their usual order. */
export function keptBranches(): BranchKey[] {
  return BRANCH_KEYS.filter((key) => env().BRANCHES.includes(key));
}

async function storeAt<Kind extends StoreKind>(file: string, kind: Kind, owner: Owner, prepare: () => Promise<void>): Promise<Store<Kind>> {
  const slot = slots().get(file) ?? { opening: null, opened: null, refusal: null };
  slots().set(file, slot);
  if (slot.opened && !isStillThere(file, slot.opened)) await closeSlot(slot);
  if (slot.opened) return slot.opened.store as unknown as Store<Kind>; // the file name decides the kind
  if (slot.refusal && performance.now() < slot.refusal.until) throw slot.refusal.error;
  slot.opening ??= open(file, kind, owner, prepare).finally(() => {
    slot.opening = null;
  });
  try {
    slot.opened = await slot.opening;
    slot.refusal = null;
    return slot.opened.store as unknown as Store<Kind>; // the file name decides the kind
  } catch (error) {
    if (isAppError(error)) slot.refusal = { error, until: performance.now() + REFUSAL_LASTS };
    throw error;
  }
}

async function open(file: string, kind: StoreKind, owner: Owner, prepare: () => Promise<void>): Promise<Opened> {
  finishRestore(file); // one that was killed must be done before anybody looks at the store
  await prepare();
  await passGate(file, kind, owner);
  const { ino } = statSync(file);
  return { store: openStore(kind, file), inode: ino };
}

/** A file that was moved away goes on taking writes through its open handle, and they would be lost with it. */
function isStillThere(file: string, opened: Opened): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === opened.inode;
}

async function closeSlot(slot: Slot, options?: { checkpoint: boolean }): Promise<void> {
  const opened = slot.opened;
  slot.opened = null;
  await opened?.store.close(options).catch(() => {});
}

async function prepareHub(): Promise<void> {
  if (existsSync(hubFile())) return;
  const orphans = BRANCH_KEYS.flatMap((branch) => storeKindsOf(branch).map((kind) => storeFile(branch, kind))).filter((file) =>
    existsSync(file),
  );
  if (orphans.length > 0) {
    throw new AppError(
      "db_missing",
      "The group's data file hub.db is missing although branches have theirs. Nothing was made in its place. Put it back, or restore a backup: npm run restore -- hub",
    );
  }
  createStoreFile(hubFile(), "hub", "hub");
}

async function prepareBranchStore(branch: BranchKey, kind: BranchStoreKind): Promise<void> {
  const hub = await hubStore();
  const known = await hub.read.knownStore.findUnique({ where: { branch_kind: { branch, kind } } });
  if (known) return;
  const file = storeFile(branch, kind);
  if (!existsSync(file)) createStoreFile(file, kind, branch);
  else await passGate(file, kind, branch);
  await hub.write((tx) => tx.knownStore.create({ data: { branch, kind, created_at: timestamp() } }));
}

/**
 * Takes the store that SQLite found damaged out of use: the branch's or the hub, whichever does not pass the check. The
 * next call goes through the gate again. A store that the gate itself has just refused is not in use.
 */
export async function distrust(branch: BranchKey | null, failure: unknown): Promise<void> {
  const suspects: { file: string; kind: StoreKind; owner: Owner }[] = [
    { file: hubFile(), kind: "hub", owner: "hub" },
    ...(branch ? storeKindsOf(branch).map((kind) => ({ file: storeFile(branch, kind), kind, owner: branch })) : []),
  ];
  if (suspects.some(({ file }) => slots().get(file)?.refusal?.error === failure)) return;
  for (const { file, kind, owner } of suspects) {
    const slot = slots().get(file);
    if (!slot?.opened) continue;
    try {
      checkFile(file, kind, owner);
    } catch {
      await closeSlot(slot);
    }
  }
}

export interface StoreState {
  branch: Owner;
  kind: StoreKind;
  code: string | null;
}

/** Opens every store, and asks whether it may be written: what is wrong with each, or null. It writes nothing. */
export async function probeStores(): Promise<StoreState[]> {
  const wanted: { branch: Owner; kind: StoreKind; open: () => Promise<Store<StoreKind>> }[] = [
    { branch: "hub", kind: "hub", open: hubStore as () => Promise<Store<StoreKind>> },
    ...keptBranches().flatMap((branch) =>
      storeKindsOf(branch).map((kind) => ({ branch, kind, open: () => branchStore(branch, kind) as Promise<Store<StoreKind>> })),
    ),
  ];
  return Promise.all(wanted.map(async ({ branch, kind, open: openIt }) => ({ branch, kind, code: await faultOf(openIt) })));
}

async function faultOf(openIt: () => Promise<Store<StoreKind>>): Promise<string | null> {
  try {
    const store = await openIt();
    store.sql.prepare("SELECT turns FROM store_lock").get();
    await access(store.file, constants.W_OK);
    await access(path.dirname(store.file), constants.W_OK); // SQLite lays its journal beside the store
    return null;
  } catch (error) {
    const failure = storeFailure(error);
    return isAppError(failure) ? failure.code : "internal";
  }
}

/** Closes every store and leaves all of it in its one file; the next call opens them again. */
export async function closeStores(): Promise<void> {
  const all = [...slots().values()];
  slots().clear();
  await Promise.all(all.map((slot) => closeSlot(slot, { checkpoint: true })));
}
