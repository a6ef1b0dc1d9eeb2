import { realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type CallingWorker, mayCallAs } from "../auth/worker-tokens";
import { dataDir } from "../db/files";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { AppError } from "../errors";
import type { FileAnswer } from "../http/file-route";
import { LimitedMap } from "../limited-map";
import { menuFileName } from "../menu-versions/file-name";
import { sha256Of, versionPath } from "../menu-versions/files";
import { versionById } from "../menu-versions/in-force";
import { processWide } from "../process-wide";
import type { Item } from "./item-states";
import { MENUS } from "./menu-files";
import type { WorkItem } from "./workers/contract";

/** A PDF that WhatsApp takes is no larger (docs/design/whatsapp.md 1.3). */
const LARGEST = 100 * 1024 * 1024;

interface Media {
  file: string;
  sha256: string;
  mime: string;
  filename: string;
  size: number;
}

/** Of which state of a file the hash is known: a hundred guests get the same menu. */
const hashes = () => processWide("media hashes", () => new LimitedMap<string, { state: string; sha256: string }>(2_000));

/** Whether a file below the data folder is there, and WhatsApp would take it. */
export function canGoAlong(named: string): boolean {
  return fileBelow(named) !== null;
}

/**
 * Where a file below the data folder lies; null when it is not there, is no plain file, or a link leads elsewhere. It looks at
 * once: three turns of the event loop for each message that is claimed take longer than all the rest of the claim.
 */
export function fileBelow(named: string): { file: string; size: number; mtimeMs: number } | null {
  try {
    const folder = realpathSync.native(path.join(dataDir(), named.split("/")[0] ?? MENUS));
    const file = realpathSync.native(path.join(dataDir(), ...named.split("/")));
    const found = statSync(file);
    const { size, mtimeMs } = found;
    return file.startsWith(folder + path.sep) && found.isFile() && size > 0 && size <= LARGEST ? { file, size, mtimeMs } : null;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

async function mediaAt(named: string): Promise<Media | null> {
  const found = fileBelow(named);
  if (!found) return null;
  const { file, size } = found;
  const isPdf = /\.pdf$/i.test(file);
  return { file, sha256: await hashOf(found), mime: isPdf ? "application/pdf" : "image/png", filename: path.basename(file), size };
}

/** The SHA-256 of what a file holds now; it is read again only when it has changed. */
export async function hashOf({ file, size, mtimeMs }: { file: string; size: number; mtimeMs: number }): Promise<string> {
  const state = `${size} ${mtimeMs}`;
  const known = hashes().get(file);
  const sha256 = known?.state === state ? known.sha256 : await sha256Of(file);
  hashes().set(file, { state, sha256 });
  return sha256;
}

type WithFile = Pick<Item, "pdf_path" | "voucher" | "menu_version">;

/** Which file below the data folder goes along with a message; empty for none. */
const namedBy = ({ pdf_path, voucher }: WithFile) => pdf_path || voucher;

/** The file that goes along: of a menu the very version that was chosen when it was queued, whatever guests get since. */
async function mediaOf(item: WithFile): Promise<Media | null> {
  const { sql } = await hubStore();
  const version = item.menu_version === "" ? null : versionById(sql, item.menu_version);
  if (!version) return mediaAt(namedBy(item));
  const media = await mediaAt(versionPath(version.sha256));
  return media && { ...media, filename: menuFileName(version.name) };
}

/**
 * A message as its worker gets it; null where the file that should go along is gone.
 * @param template by which it goes out, where free words may not
 */
export async function workItemOf(item: Item, template: WorkItem["template"] = null): Promise<WorkItem | null> {
  const named = namedBy(item);
  const media = named ? await mediaOf(item) : null;
  if (named && !media) return null;
  return {
    id: item.id,
    token: item.lease_token,
    lease_until: item.lease_until ?? "",
    message_id: item.message_id,
    generation: item.generation,
    phone: item.digits,
    kind: item.message_kind as WorkItem["kind"],
    text: item.text,
    media: media && {
      sha256: media.sha256,
      url: `/worker/media/${item.id}`,
      mime: media.mime,
      filename: media.filename,
      size: media.size,
    },
    template,
  };
}

/**
 * The file that goes along with a message, for the worker in whose hands the message is.
 * @throws AppError `not_found`, also for another one's message: no token opens what its worker does not send
 */
export async function openWorkersMedia(id: string, worker: CallingWorker | null): Promise<FileAnswer> {
  const { sql } = await hubStore();
  const item = statement<[string], Pick<Item, "lease_worker">>(sql, "SELECT lease_worker FROM queue_item WHERE id = ?").get(id);
  if (!worker || !item?.lease_worker || !(await mayCallAs(worker, item.lease_worker))) throw noFile();
  return openMedia(id);
}

const noFile = () => new AppError("not_found", "There is no file for this message any more.");

/** The file that goes along with a message. @throws AppError `not_found` */
export async function openMedia(id: string): Promise<FileAnswer> {
  const { sql } = await hubStore();
  const item = statement<[string], WithFile>(sql, "SELECT pdf_path, voucher, menu_version FROM queue_item WHERE id = ?").get(id);
  const media = item && namedBy(item) ? await mediaOf(item) : null;
  if (!media) throw noFile();
  const body = new Uint8Array(await readFile(media.file));
  return { body, length: body.length, fileName: media.filename };
}
