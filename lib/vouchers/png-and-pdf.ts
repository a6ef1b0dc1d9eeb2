import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { now } from "../clock";
import { FOLDERS } from "../data-folders";
import { dataDir } from "../db/files";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { AppError } from "../errors";
import type { FileAnswer } from "../http/file-route";
import { drawThumbnail } from "./draw";
import { voucherKeys } from "./keys";
import { isSigned, type Look, type Signed } from "./signed-address";

/** Where vouchers lie, one folder a birthday. */
function vouchersFolder(): string {
  return path.join(dataDir(), FOLDERS.vouchers);
}

/** Where a voucher's picture lies. `file` is the hub's own, made by `voucherFile`. */
export function placeOf({ file }: { file: string }): string {
  return path.join(dataDir(), ...file.split("/"));
}

export function isDrawn(voucher: { file: string }): boolean {
  return existsSync(placeOf(voucher));
}

/** The same for a wrong signature and for no such voucher: nobody finds out what there is. */
const NOTHING_HERE = "There is no such voucher under this address. Open the guest's vouchers again.";
const TOO_OLD = "This address of a voucher has expired. Open the guest's vouchers again.";

/**
 * A voucher as a file.
 * @throws AppError `not_found` for an address that is forged or has expired, and for a picture that is not there
 */
export async function openVoucher(id: string, look: Look, signed: Signed & { download?: "0" | "1" }): Promise<FileAnswer> {
  const keys = await voucherKeys();
  if (!keys || !isSigned(id, look, signed, keys.addresses)) throw new AppError("not_found", NOTHING_HERE);
  const left = signed.expires - now().getTime() / 1000;
  if (left <= 0) throw new AppError("not_found", TOO_OLD);
  const { sql } = await hubStore();
  const voucher = statement<[string], { file: string }>(sql, "SELECT file FROM voucher WHERE id = ?").get(id);
  const picture = voucher && (await readInside(placeOf(voucher)));
  if (!voucher || !picture) throw new AppError("not_found", NOTHING_HERE);
  const body = Uint8Array.from(await shownAs(look, picture));
  const name = path.posix.basename(voucher.file, ".png");
  return {
    body,
    length: body.length,
    cacheControl: `private, max-age=${Math.floor(left)}, immutable`,
    ...(signed.download === "1" ? { fileName: `${name}.${look === "pdf" ? "pdf" : "png"}` } : {}),
  };
}

async function shownAs(look: Look, picture: Buffer): Promise<Uint8Array> {
  if (look === "thumbnail") return drawThumbnail(picture);
  return look === "pdf" ? asPdf(picture) : picture;
}

/** A link in the folder may lead anywhere: what it leads to is no voucher. */
async function readInside(file: string): Promise<Buffer | null> {
  try {
    const [folder, real] = await Promise.all([realpath(vouchersFolder()), realpath(file)]);
    return real.startsWith(folder + path.sep) ? await readFile(real) : null;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

/** In PDF's points: a third of A4's width is spared on each side when it is printed. */
const PAGE = { width: 432, height: 540 };

async function asPdf(picture: Buffer): Promise<Uint8Array> {
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  const pdf = await PDFDocument.create();
  pdf.setTitle("Birthday voucher");
  const page = pdf.addPage([PAGE.width, PAGE.height]);
  page.drawImage(await pdf.embedPng(picture), { x: 0, y: 0, ...PAGE });
  return pdf.save();
}
