import { CSV_HEADER, csvRecordOf } from "../../contact-files/write-csv";
import { vcardOf } from "../../contact-files/write-vcard";
import { peopleOfDate } from "../../date-search/reads";
import type { Branch } from "../../db/branch";
import { AppError } from "../../errors";
import { fileNameOf } from "../../file-names";
import type { FileAnswer } from "../../http/file-route";
import type { Person } from "../../person";
import { DATE_SEARCH_TEXTS } from "../../texts";
import { gone } from "../book/writes";

interface Format {
  ending: string;
  header: string;
  write: (person: Person) => string;
}

/** A file of everybody of a date, written while it is sent. @throws AppError `not_found` where there is nobody */
async function exportDate(branch: Branch, date: string, { ending, header, write }: Format): Promise<FileAnswer> {
  const batches = peopleOfDate(branch, date);
  let next = await batches.next();
  if (next.done || next.value.length === 0) throw new AppError("not_found", DATE_SEARCH_TEXTS.empty);
  const encoder = new TextEncoder();
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isFirst) next = await batches.next();
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode((isFirst ? header : "") + next.value.map(write).join("")));
      isFirst = false;
    },
    cancel: () => void batches.return(undefined),
  });
  return { body, fileName: `contacts-${date}-${branch.key}.${ending}` };
}

export const exportDateAsVcf = (branch: Branch, date: string) => exportDate(branch, date, { ending: "vcf", header: "", write: vcardOf });
export const exportDateAsCsv = (branch: Branch, date: string) =>
  exportDate(branch, date, { ending: "csv", header: CSV_HEADER, write: csvRecordOf });

/** One guest's vCard. @throws AppError `not_found` */
export async function exportContact(branch: Branch, id: string): Promise<FileAnswer> {
  const { read } = await branch.contacts();
  const person = await read.contact.findUnique({ where: { id } });
  if (!person) throw gone();
  const body = vcardOf(person);
  return { body, fileName: `${fileNameOf(person.name, "contact")}.vcf`, length: Buffer.byteLength(body) };
}
