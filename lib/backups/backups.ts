import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { WriteBy } from "../db/actor";
import { type BackupFile, backupName, backupSize, COPY, HOURLY, listBackups, PUT_ASIDE } from "../db/backup-files";
import { runBulk } from "../db/bulk-steps";
import { backupsDir, type StorePlace, storeName, storePlaces } from "../db/files";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import { branchName } from "../known-branches";
import { processWide } from "../process-wide";
import type { copyBackup, listBackupsOfAll, verifyBackup } from "./contract";
import type { Looked, LookInput } from "./look-step";

const KINDS = { hub: "The group’s data", contacts: "guest book", table: "tables" } as const;

/** As people call a store. */
export function storeInWords({ owner, kind }: Pick<StorePlace, "owner" | "kind">): string {
  return owner === "hub" ? KINDS.hub : `${branchName(owner)}’s ${KINDS[kind]}`;
}

const REASONS: Record<string, string> = {
  daily: "of the day",
  [HOURLY]: "of the hour",
  [PUT_ASIDE]: "put aside by a restore",
  [COPY]: "copy of a backup, to look at",
};

const reasonInWords = ({ reason }: BackupFile) => REASONS[reason] ?? reason.replaceAll("-", " ");

/** In bytes, with what lies in its `-wal`; 0 where there is none. */
export function storeSize(file: string): number {
  return ["", "-wal"].reduce((sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Every store that this server has, or has backups of. */
export function backupsOfAll(): AnswerOf<typeof listBackupsOfAll> {
  const stores = storePlaces().map((place) => ({ place, backups: listBackups(place.file) }));
  return {
    stores: stores
      .filter(({ place, backups }) => existsSync(place.file) || backups.length > 0)
      .map(({ place, backups }) => ({
        store: storeName(place.owner, place.kind),
        name: storeInWords(place),
        bytes: storeSize(place.file),
        backups: backups.map((one) => ({
          name: one.name,
          made_at: one.madeAt.toISOString(),
          reason: reasonInWords(one),
          bytes: backupSize(place.file, one.name),
        })),
      })),
  };
}

type Named = BodyOf<typeof verifyBackup>;

/** Reads a backup whole and says what it holds. @throws AppError as `lookAt` does */
export async function verify(named: Named, by: WriteBy): Promise<AnswerOf<typeof verifyBackup>> {
  const looked = await lookAt(named, null);
  const message = `This backup of ${storeInWords(placeOf(named.store))} is whole: it was copied, and all of the copy was read.`;
  return noted(named, null, { ...looked, message }, by);
}

/** The same, and the copy stays among the backups. @throws AppError as `lookAt` does */
export async function restoreToCopy(named: Named, by: WriteBy): Promise<AnswerOf<typeof copyBackup>> {
  const place = placeOf(named.store);
  const copy = backupName(place.file, backupOf(place, named.backup).madeAt, COPY); // of its moment: it holds nobody for longer
  const looked = await lookAt(named, copy);
  const message = `The copy of ${storeInWords(place)} lies among its backups. What is in use was not touched.`;
  return noted(named, copy, { ...looked, copy, message }, by);
}

function placeOf(store: string): StorePlace {
  const place = storePlaces().find(({ owner, kind }) => storeName(owner, kind) === store);
  if (place) return place;
  throw new AppError("not_found", "There is no such store. Nothing was changed.");
}

function backupOf({ file }: StorePlace, backup: string): BackupFile {
  const found = listBackups(file).find(({ name }) => name === backup);
  if (found) return found;
  throw new AppError("not_found", "This backup is not there any more. Nothing was changed. Open the list again.");
}

/** A draft is named as no backup is, so that no list takes it for one, and as those that a later backup clears away after a kill. */
const DRAFT = ".looked-at.tmp";

/**
 * One at a time: each is a copy as large as the store.
 * @throws AppError `not_found` for a backup that is not there any more, `already_running`, and what the copy says of itself
 */
async function lookAt({ store, backup }: Named, keep: string | null): Promise<Looked> {
  const place = placeOf(store);
  backupOf(place, backup);
  const turn = processWide("look at a backup", () => ({ isTaken: false }));
  if (turn.isTaken) throw new AppError("already_running", "Another backup is being looked at. Nothing was changed. Try again in a minute.");
  turn.isTaken = true;
  try {
    const folder = backupsDir(place.file);
    const input: LookInput = {
      place,
      backup: path.join(folder, backup),
      draft: path.join(folder, `${path.basename(place.file)}${DRAFT}`),
      keep: keep && path.join(folder, keep),
    };
    return await runBulk<Looked>("look-at-backup", input);
  } finally {
    turn.isTaken = false;
  }
}

async function noted<Answer>({ store, backup }: Named, copy: string | null, answer: Answer, by: WriteBy): Promise<Answer> {
  const hub = await hubStore();
  return hub.write(by, async () => ({
    answer,
    happened: [{ kind: "backup.looked_at", subjects: [store], payload: { store, backup, copy } }],
  }));
}
