import { existsSync, statSync } from "node:fs";
import { BRANCH_KEYS, type BranchKey } from "../branches";
import { timestamp } from "../clock";
import { env } from "../env";
import { AppError, isAppError } from "../errors";
import { processWide } from "../process-wide";
import { hubFile, type StoreKind, storeFile } from "./files";
import { createStoreFile, type Owner, passGate } from "./gate";
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

/** The stores of a branch: central stands for all and seats nobody, so it has no table store. */
export function storeKindsOf(branch: BranchKey): BranchStoreKind[] {
  return branch === "central" ? ["contacts"] : ["contacts", "table"];
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
  await prepare();
  await passGate(file, kind, owner);
  const { ino } = statSync(file);
  return { store: openStore(kind, file), inode: ino };
}

/** A file that was moved away goes on taking writes through its open handle, and they would be lost with it. */
function isStillThere(file: string, opened: Opened): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === opened.inode;
}

async function closeSlot(slot: Slot): Promise<void> {
  const opened = slot.opened;
  slot.opened = null;
  await opened?.store.close().catch(() => {});
}

async function prepareHub(): Promise<void> {
  if (existsSync(hubFile())) return;
  const orphans = BRANCH_KEYS.flatMap((branch) => storeKindsOf(branch).map((kind) => storeFile(branch, kind))).filter((file) =>
    existsSync(file),
  );
  if (orphans.length > 0) {
    throw new AppError(
      "db_missing",
      "The group's data file hub.db is missing although branches have theirs. Nothing was made in its place. Put it back or restore a backup.",
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

/** Takes a branch's stores out of use after SQLite found one damaged; the next call goes through the gate again. */
export async function distrustBranch(branch: BranchKey): Promise<void> {
  for (const kind of storeKindsOf(branch)) {
    const slot = slots().get(storeFile(branch, kind));
    if (slot) await closeSlot(slot);
  }
}

export interface StoreState {
  branch: Owner;
  kind: StoreKind;
  code: string | null;
}

/** Opens and writes every store once: what is wrong with each, or null. */
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
    return null;
  } catch (error) {
    return isAppError(error) ? error.code : "internal";
  }
}

/** Closes every store; the next call opens them again. */
export async function closeStores(): Promise<void> {
  const all = [...slots().values()];
  slots().clear();
  await Promise.all(all.map(closeSlot));
}
