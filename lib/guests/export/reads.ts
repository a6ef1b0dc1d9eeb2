import { peopleOfBirthday } from "../../birthday-search/reads";
import { CSV_HEADER, csvRecordOf } from "../../contact-files/write-csv";
import { vcardOf } from "../../contact-files/write-vcard";
import { peopleOfDate } from "../../date-search/reads";
import type { Branch } from "../../db/branch";
import { AppError } from "../../errors";
import { fileNameOf } from "../../file-names";
import { BIRTHDAY_TEXTS, DATE_SEARCH_TEXTS } from "../../guest-texts";
import type { FileAnswer } from "../../http/file-route";
import type { Person } from "../../person";
import { gone } from "../book/writes";

interface Format {
  ending: string;
  header: string;
  write: (person: Person) => string;
}

const VCF: Format = { ending: "vcf", header: "", write: vcardOf };
const CSV: Format = { ending: "csv", header: CSV_HEADER, write: csvRecordOf };

/** Whom a file is of. */
interface Content {
  batches: AsyncGenerator<Person[]>;
  /** Without an ending. */
  fileName: string;
  /** Said where there is nobody. */
  nobody: string;
}

/** A file of people, written while it is sent. @throws AppError `not_found` where there is nobody */
async function exportPeople({ batches, fileName, nobody }: Content, { ending, header, write }: Format): Promise<FileAnswer> {
  let next = await batches.next();
  if (next.done || next.value.length === 0) throw new AppError("not_found", nobody);
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
  return { body, fileName: `${fileName}.${ending}` };
}

const ofDate = (branch: Branch, date: string): Content => ({
  batches: peopleOfDate(branch, date),
  fileName: `contacts-${date}-${branch.key}`,
  nobody: DATE_SEARCH_TEXTS.empty,
});

const ofBirthday = (branch: Branch, date: string): Content => ({
  batches: peopleOfBirthday(branch, date),
  fileName: `birthdays-${date}-${branch.key}`,
  nobody: BIRTHDAY_TEXTS.empty,
});

export const exportDateAsVcf = (branch: Branch, date: string) => exportPeople(ofDate(branch, date), VCF);
export const exportDateAsCsv = (branch: Branch, date: string) => exportPeople(ofDate(branch, date), CSV);
export const exportBirthdaysAsVcf = (branch: Branch, date: string) => exportPeople(ofBirthday(branch, date), VCF);
export const exportBirthdaysAsCsv = (branch: Branch, date: string) => exportPeople(ofBirthday(branch, date), CSV);

/** One guest's vCard. @throws AppError `not_found` */
export async function exportContact(branch: Branch, id: string): Promise<FileAnswer> {
  const { read } = await branch.contacts();
  const person = await read.contact.findUnique({ where: { id } });
  if (!person) throw gone();
  const body = vcardOf(person);
  return { body, fileName: `${fileNameOf(person.name, "contact")}.vcf`, length: Buffer.byteLength(body) };
}
