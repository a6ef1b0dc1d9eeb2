import { BIRTHDAY_TEXTS } from "../birthdays/birthday-texts";
import { vcardOf } from "../contact-files/write-vcard";
import { DATE_SEARCH_TEXTS } from "../date-search/date-search-texts";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { AppError } from "../errors";
import { fileNameOf } from "../file-names";
import type { FileAnswer } from "../http/file-route";
import { gone } from "./corrections";
import type { Format, ListPeopleInput, PeopleList, Whom, WritePeopleInput } from "./export-step";

/** So many people are a piece: a quarter of a megabyte, written in some hundredths of a second. */
const PIECE = 1_000;

/** The file name of an export, and the sentence when it would be empty. */
const FILES: Record<Whom, { name: string; nobody: string }> = {
  date: { name: "contacts", nobody: DATE_SEARCH_TEXTS.empty },
  birthday: { name: "birthdays", nobody: BIRTHDAY_TEXTS.empty },
};

/**
 * A file of people, written beside the event loop piece by piece, as it is fetched: a slow line holds no thread, and no more
 * than two pieces wait for it. Whoever goes away ends what is being written for them.
 * @param signal ends when the caller goes away, or may not see the file any more
 * @throws AppError `not_found` where there is nobody
 */
async function exportPeople(branch: Branch, of: Whom, date: string, format: Format, signal: AbortSignal): Promise<FileAnswer> {
  const { file: book } = await branch.contacts();
  const table = of === "date" && branch.key !== "central" ? (await branch.table()).file : null;
  const left = new AbortController();
  const end = AbortSignal.any([signal, left.signal]);
  const list: ListPeopleInput = { of, date, table, book, format };
  const { beginning, people, seqs } = await runBulk<PeopleList>("list-people", list, { signal: end });
  if (people + seqs.length === 0) throw new AppError("not_found", FILES[of].nobody);
  let at = 0;
  const nextPiece = async () => {
    await branch.contacts(); // a store that was taken out of use meanwhile refuses here
    const piece: WritePeopleInput = { book, seqs: seqs.slice(at, at + PIECE), format };
    at += PIECE;
    return runBulk<Uint8Array>("write-people", piece, { signal: end });
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (beginning.length > 0) controller.enqueue(beginning);
      // At once, also where a slow line asks for no further piece: broken off, so that nobody takes it for the whole file.
      signal.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
    async pull(controller) {
      if (at >= seqs.length) return controller.close();
      controller.enqueue(await nextPiece());
    },
    cancel: () => left.abort(),
  });
  return { body, fileName: `${FILES[of].name}-${date}-${branch.key}.${format}` };
}

/** Everybody of a business day. */
export const exportDate = (branch: Branch, date: string, format: Format, signal: AbortSignal) =>
  exportPeople(branch, "date", date, format, signal);

/** Everybody who celebrates on a date. */
export const exportBirthdays = (branch: Branch, date: string, format: Format, signal: AbortSignal) =>
  exportPeople(branch, "birthday", date, format, signal);

/** One guest's vCard. @throws AppError `not_found` */
export async function exportContact(branch: Branch, id: string): Promise<FileAnswer> {
  const { read } = await branch.contacts();
  const person = await read.contact.findUnique({ where: { id } });
  if (!person) throw gone();
  const body = vcardOf(person);
  return { body, fileName: `${fileNameOf(person.name, "contact")}.vcf`, length: Buffer.byteLength(body) };
}
