import { mkdirSync, renameSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { v7 as uuid } from "uuid";
import { FOLDERS } from "../data-folders";
import { storeFailure } from "../db/failures";
import { dataDir } from "../db/files";
import { AppError, isAppError } from "../errors";
import { failpoint } from "../test-hooks";
import { placeOf } from "./png-and-pdf";

/**
 * Written whole beside its place, brought to the disk, and only then given its name: nobody ever meets half a picture.
 * @param whereFull what is said where the disk is full
 * @throws AppError `disk_full`
 */
export async function keepPicture(row: { file: string }, picture: Buffer, whereFull: string): Promise<void> {
  const place = placeOf(row);
  // The start empties this folder: what a kill leaves here is gone with it.
  // Two branches that know the guest may draw the same voucher in the same moment, so each has a draft of its own.
  const draft = path.join(dataDir(), FOLDERS.uploads, `${uuid()}.png`);
  try {
    mkdirSync(path.dirname(draft), { recursive: true, mode: 0o700 });
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
    const handle = await open(draft, "w", 0o600);
    try {
      failpoint("vouchers:opened");
      await handle.writeFile(picture);
      failpoint("vouchers:written");
      await handle.sync();
    } finally {
      await handle.close();
    }
    failpoint("vouchers:synced");
    renameSync(draft, place);
    failpoint("vouchers:named");
    const folder = await open(path.dirname(place));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // what is full stays full of halves otherwise
    const failure = storeFailure(error);
    if (!isAppError(failure) || failure.code !== "disk_full") throw failure;
    throw new AppError("disk_full", whereFull, { cause: error });
  }
}
