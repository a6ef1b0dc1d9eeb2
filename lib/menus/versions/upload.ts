import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { v7 as uuid } from "uuid";
import type { AnswerOf, QueryOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import { timestamp } from "../../clock";
import { FOLDERS } from "../../data-folders";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import { dataDir } from "../../db/files";
import { hubStore } from "../../db/find-store";
import { findReceipt } from "../../db/idempotency-receipts";
import { removeLeftovers } from "../../db/leftovers";
import { AppError } from "../../errors";
import type { Outcome } from "../../events";
import { fileOfForm } from "../../http/form-file";
import { onceKnown } from "../../menu-pdf/known";
import { readPdf } from "../../menu-pdf/process";
import { refusedPdf } from "../../menu-pdf/refusal";
import type { Checked } from "../../menu-pdf/tasks";
import { uploadMenu as contract, MENU_LANGUAGES } from "../../menu-versions/contract";
import { hasVersionFile, keepVersionFile, sha256Of, sizeOfVersion } from "../../menu-versions/files";
import { type MenuPlace, menuDay, type VersionRow } from "../../menu-versions/in-force";
import { nextNumber } from "../../menu-versions/of-folder";
import { menuInWords, versionInWords } from "../../menu-versions/words";
import { failpoint } from "../../test-hooks";
import { keepFolderFile } from "../folder-file";
import { shownVersion } from "./list";
import { requireMayChange } from "./rights";

type Uploaded = AnswerOf<typeof contract>;

/**
 * Takes a PDF as a draft of a menu. It is read in a process of its own and written anew from what was judged there; only that is kept.
 * @throws AppError `invalid_request` with the reason, `too_large`, `branch_forbidden`
 */
export async function uploadMenu(
  branch: Branch,
  request: Request,
  { key, language, for_group, name }: QueryOf<typeof contract>,
  by: WriteBy,
  caller: Caller,
): Promise<Uploaded> {
  const place: MenuPlace = { key, language, branch: for_group ? "" : branch.key };
  requireMayChange(place, caller);
  if (language === "" && MENU_LANGUAGES.some((one) => one !== "" && key.endsWith(`-${one}`)))
    throw new AppError("invalid_request", "Name the menu without its language. Nothing was changed. Choose the language beside it.");
  return withFile(request, async (file) => {
    const given = await sha256Of(file);
    if (by.receipt) by.receipt.body_hash += ` ${given}`; // the key is this call's own together with the file alone
    const hub = await hubStore();
    const earlier = by.receipt && findReceipt(hub.sql, by.receipt);
    if (earlier) return contract.answer.parse(earlier.answer);
    const { sha256, ...checked } = await onceKnown(
      "uploads",
      given,
      () => judged(file),
      (known) => hasVersionFile(known.sha256),
    );
    failpoint("menu:kept");
    await keepFolderFile(place); // it was there before
    return hub.write(by, async (tx): Promise<Outcome<Uploaded>> => {
      const known = await tx.menuVersion.findFirst({ where: { ...place, sha256 } });
      if (known) {
        const version = shownVersion(hub.sql, known as VersionRow, [], menuDay());
        const message = `This very file is here already: ${versionInWords(version)} of ${menuInWords(place)}. Nothing was added.`;
        return { answer: { message, version, is_known: true }, happened: [] };
      }
      const bytes = sizeOfVersion(sha256);
      if (bytes === null)
        throw new AppError("conflict", "Somebody has just discarded the same file. Nothing was changed. Upload it again.");
      const row = { id: uuid(), ...place, number: await nextNumber(tx, place), name, sha256, bytes, ...checked };
      const made = await tx.menuVersion.create({ data: { ...row, source: "upload", made_at: timestamp(), made_by: by.actor.id } });
      const version = shownVersion(hub.sql, made as VersionRow, [], menuDay());
      const message = `${versionInWords(version)} of ${menuInWords(place)} is here: ${pagesInWords(checked)}. Guests get it once it is published.`;
      const payload = { menu: menuInWords(place), version: versionInWords(version), sha256, pages: checked.pages };
      return { answer: { message, version, is_known: false }, happened: [{ kind: "menu.uploaded", subjects: [made.id], payload }] };
    });
  });
}

/** Keeps what a file holds that was judged. @throws AppError with the reason */
async function judged(file: string): Promise<Checked & { sha256: string }> {
  let checked: Checked = { pages: 0, links: 0 };
  const sha256 = await keepVersionFile(async (out) => {
    checked = await readPdf<"check">({ step: "check", file, out });
  });
  return { ...checked, sha256 };
}

const pagesInWords = ({ pages, links }: Checked) =>
  `${pages} ${pages === 1 ? "page" : "pages"}${links > 0 ? `, with ${links} ${links === 1 ? "link" : "links"} to web pages` : ""}`;

/** Writes the form's file to the disk while it comes in; it is gone when the work has ended. */
async function withFile<Result>(request: Request, work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = path.join(dataDir(), FOLDERS.uploads);
  await mkdir(folder, { recursive: true });
  removeLeftovers(folder, (name) => name.endsWith(".pdf"));
  const file = path.join(folder, `${randomUUID()}.pdf`);
  try {
    const type = (request.headers.get("content-type") ?? "").toLowerCase();
    if (!type.startsWith("multipart/form-data"))
      throw new AppError("unsupported_media_type", "Send the menu as the field `file` of a form. Nothing was changed.");
    const form = await fileOfForm(request, "file", contract.limit ?? 0);
    if (!form) throw refusedPdf("No file came along.", "Choose the menu's PDF.");
    const target = await open(file, "wx");
    await pipeline(form.bytes, target.createWriteStream(), { signal: request.signal });
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}
