import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Caller } from "../../caller";
import { FOLDERS } from "../../data-folders";
import { dataDir } from "../../db/files";
import { hubStore } from "../../db/find-store";
import { AppError } from "../../errors";
import type { FileAnswer } from "../../http/file-route";
import { readPdf } from "../../menu-pdf/process";
import type { MenuVersion } from "../../menu-versions/contract";
import { menuFileName } from "../../menu-versions/file-name";
import { hasVersionFile, versionFile } from "../../menu-versions/files";
import type { VersionRow } from "../../menu-versions/in-force";
import { visibleVersion } from "./rights";

/** Pixels: sharp on a phone held upright, and quick to fetch. */
const PAGE_WIDTH = 1_000;

/** A version's file does not change under its address. */
const STAYS = "private, max-age=3600, immutable";

/** One page as a picture, drawn in a process of its own. @throws AppError `not_found` */
export async function openMenuPage(
  id: string,
  page: number,
  changesOf: string | undefined,
  caller: Pick<Caller, "branches">,
): Promise<FileAnswer> {
  const { sha256, pages } = await opened(id, caller);
  const { changes } = changesOf ? visibleVersion((await hubStore()).sql, changesOf, caller) : { changes: null };
  const marked =
    changes === null ? [] : (JSON.parse(changes) as MenuVersion["changes"]).filter((one) => one.page === page).map(({ box }) => box);
  if (pages !== null && page > pages) throw new AppError("not_found", "This menu has no such page.");
  const folder = path.join(dataDir(), FOLDERS.uploads);
  await mkdir(folder, { recursive: true });
  const out = path.join(folder, `${randomUUID()}.png.pdf`);
  try {
    await readPdf<"picture">({ step: "picture", file: versionFile(sha256), page: page - 1, width: PAGE_WIDTH, marked, out });
    const body = Uint8Array.from(await readFile(out));
    return { body, length: body.length, cacheControl: STAYS };
  } finally {
    await rm(out, { force: true });
  }
}

/** The PDF itself, under the name that a guest sees. @throws AppError `not_found` */
export async function openMenuFile(id: string, caller: Pick<Caller, "branches">): Promise<FileAnswer> {
  const { sha256, name } = await opened(id, caller);
  const body = Uint8Array.from(await readFile(versionFile(sha256)));
  return { body, length: body.length, fileName: menuFileName(name), cacheControl: STAYS };
}

async function opened(id: string, caller: Pick<Caller, "branches">): Promise<VersionRow> {
  const { sql } = await hubStore();
  const version = visibleVersion(sql, id, caller);
  if (hasVersionFile(version.sha256)) return version;
  throw new AppError("not_found", "The file of this version is not on this server any more. Upload the same file again.");
}
