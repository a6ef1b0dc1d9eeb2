// npm run restore                    lists every store and its backups
// npm run restore -- STORE           lists the backups of one store
// npm run restore -- STORE BACKUP    puts a backup into the store's place, while no server runs on the data folder
// It ends with 0 when that is done, with 1 when it was refused and nothing was changed, and with 2 when the backup is
// copied but not in its place yet; the next start or the same command again finishes it then.
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { contentsOf } from "../lib/backups/contents";
import { type BackupFile, backupSize, listBackups } from "../lib/db/backup-files";
import { backupsDir, type StorePlace, storeName, storePlaces } from "../lib/db/files";
import { type Preparation, RestoreUnfinished, restoreStore } from "../lib/db/restore";
import { lockDataFolder } from "../lib/db/server-lock";
import { env } from "../lib/env";
import { localDate, localTime } from "../lib/local-time";
import { readErasedIfWhole } from "../lib/personal-data/erased-list";
import { type AfterRestore, keepMessages } from "../lib/queue/hub-journal/keep-queue-step";

const nameOf = ({ owner, kind }: StorePlace) => storeName(owner, kind);

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [store, backup] = positionals;
  if (positionals.length > 2) throw new Error("Say one store and one backup: npm run restore -- STORE BACKUP");
  if (!store) list(storePlaces().filter(({ file }) => existsSync(file) || listBackups(file).length > 0));
  else if (!backup) list([placeOf(store)]);
  else restore(placeOf(store), backup);
}

function placeOf(words: string): StorePlace {
  const place = storePlaces().find((one) => nameOf(one) === words);
  if (place) return place;
  throw new Error(`There is no store named ${words}. The stores are ${storePlaces().map(nameOf).join(", ")}.`);
}

function list(places: StorePlace[]): void {
  if (places.length === 0) console.log("There are no stores in this data folder, and no backups.");
  for (const place of places) {
    const backups = listBackups(place.file);
    console.log(nameOf(place));
    if (backups.length === 0) console.log("  no backups yet");
    for (const one of backups) console.log(`  ${whenOf(one)}  ${sizeOf(place, one).padStart(9)}  ${one.name}`);
  }
  console.log("\nTo restore one, stop the server and run: npm run restore -- STORE BACKUP");
}

function whenOf({ madeAt }: BackupFile): string {
  return `${localDate(madeAt, env().TIME_ZONE)} ${localTime(madeAt, env().TIME_ZONE)}`;
}

function sizeOf(place: StorePlace, { name }: BackupFile): string {
  const bytes = backupSize(place.file, name);
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function restore(place: StorePlace, words: string): void {
  const backup = pathOf(place, words);
  const lock = lockDataFolder(env().PORT, "npm run restore");
  try {
    let messages: AfterRestore | null = null;
    const keep: Preparation = (draft, before) => {
      messages = keepMessages(draft, before);
    };
    const { putAside, isOlder } = restoreStore(place, backup, place.kind === "hub" ? keep : undefined);
    console.log(`Restored ${nameOf(place)} from ${path.basename(backup)}. It was checked before and after.`);
    console.log(`It holds ${contentsOf(place)}.`);
    if (isOlder) console.log("It was made by an older version; the next start brings it to this one.");
    if (putAside.length === 0) console.log("There was no file in its place before.");
    else console.log(`What was there before was not deleted. It lies in ${backupsDir(place.file)}: ${putAside.join(", ")}`);
    if (messages) console.log(MESSAGES[messages]);
    if (readErasedIfWhole()) console.log("Guests who were erased since then are erased again when the server starts.");
    console.log("The server can be started again: npm start");
  } finally {
    lock.release();
  }
}

const MESSAGES: Record<AfterRestore, string> = {
  kept: "WhatsApp messages, and who has said no to them, stand as they stood before: nothing is sent twice.",
  recalled:
    "Who has said no to WhatsApp messages, and what went out, is kept from the list beside the group's store: nothing is sent twice. What waited is not sent, and sending is stopped: look through it, then resume it.",
  stopped:
    "What became of WhatsApp messages since the backup is not known. None of those that waited is sent, and sending is stopped: see who has said no since, then resume it.",
};

/** A name in the store's folder of backups, or any path. */
function pathOf({ file }: StorePlace, words: string): string {
  const found = [path.join(backupsDir(file), words), path.resolve(words)].find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
  if (!found) throw new Error(`There is no backup ${words}. Nothing was changed. This lists them: npm run restore`);
  if (path.resolve(found) === file) throw new Error("This is the store itself, and no backup of it. Nothing was changed.");
  return found;
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof RestoreUnfinished ? 2 : 1);
}
