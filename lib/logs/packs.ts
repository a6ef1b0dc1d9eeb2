import path from "node:path";
import { FOLDERS } from "../data-folders";
import { dataDir } from "../db/files";
import { openPlain } from "../db/plain-files";
import { AppError } from "../errors";
import { type FileAnswer, sendPlain } from "../http/file-route";
import { isPackName } from "./pick";

export const logsFolder = () => path.join(dataDir(), FOLDERS.logs);
export const packsFolder = () => path.join(logsFolder(), "packed");

/**
 * A packed log, as it is read from the disk.
 * @throws AppError `not_found` for a name that is no packed log, whatever it leads to
 */
export async function openPack(name: string): Promise<FileAnswer> {
  const file = isPackName(name) ? await openPlain(path.join(packsFolder(), name)) : null;
  if (!file) throw new AppError("not_found", "There is no such packed log. Pack the daily logs again.");
  return { ...(await sendPlain(file)), fileName: name };
}
