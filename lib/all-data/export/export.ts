import type { BodyOf } from "../../api/endpoint";
import { localToday } from "../../clock";
import { runBulk } from "../../db/bulk-steps";
import { env } from "../../env";
import { AppError } from "../../errors";
import { FORMAT_NAMES } from "../../export-formats";
import type { FileAnswer } from "../../http/file-route";
import { streamWorkbook } from "../../write-workbook";
import type { After } from "../cursor";
import { type Asking, filesOf, seesPhones, wantedOf } from "../page";
import type { exportAllData } from "./contract";
import { BEGINNINGS, type ListedForExport, type ListForExportInput, type WriteExportInput } from "./export-step";

/** So many people are a piece: a quarter of a megabyte, written in some hundredths of a second. */
const PIECE = 1_000;

/**
 * The guests whom filters find as a file, written beside the event loop piece by piece as it is fetched. Who is in it is looked for first,
 * in steps: whoever is added later is not.
 * @param signal ends when the caller goes away, or may not see the file any more
 * @throws AppError `not_found` where there is nobody
 */
export async function exportGuests(asking: Asking, body: BodyOf<typeof exportAllData>, signal: AbortSignal): Promise<FileAnswer> {
  const { filters, sort, format, reason } = body;
  const { branch, caller } = asking;
  const wanted = wantedOf(filters, seesPhones(caller));
  const { files } = await filesOf(asking);
  const countryCode = env().DEFAULT_COUNTRY_CODE;
  const left = new AbortController();
  const end = AbortSignal.any([signal, left.signal]);
  const seqs = await everybody({ files, wanted, countryCode, sort }, () => branch.contacts(), end);
  if (seqs.length === 0) throw new AppError("not_found", "No guest has all of this. No file was made.");
  const input = { book: files.book, format, seesPhones: wanted.seesPhones, countryCode };
  const pieces = piecesOf(seqs, input, () => branch.contacts(), end);
  return {
    body: format === "xlsx" ? streamWorkbook("Guests", pieces) : streamOf(pieces, signal, left),
    fileName: `guests-${branch.key}-${localToday()}.${format}`,
    gives: FORMAT_NAMES[format].gives,
    noted: { guests: seqs.length, reason, format },
  };
}

/** The row ids of everybody, in steps. @param check a store that was taken out of use meanwhile refuses there */
async function everybody(
  input: Omit<ListForExportInput, "after">,
  check: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<Float64Array> {
  const parts: Float64Array[] = [];
  let after: After | null = null;
  do {
    await check();
    const step: ListForExportInput = { ...input, after };
    const { seqs, next }: ListedForExport = await runBulk<ListedForExport>("list-all-data", step, { signal });
    parts.push(seqs);
    after = next;
  } while (after !== null);
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function* piecesOf(
  seqs: Float64Array,
  input: Omit<WriteExportInput, "seqs" | "row">,
  check: () => Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const beginning = BEGINNINGS[input.format];
  if (beginning !== "") yield new TextEncoder().encode(beginning);
  let row = 1;
  for (let at = 0; at < seqs.length; at += PIECE) {
    await check();
    const piece: WriteExportInput = { ...input, seqs: seqs.slice(at, at + PIECE), row };
    const { bytes, people } = await runBulk<{ bytes: Uint8Array; people: number }>("write-all-data", piece, { signal });
    row += people;
    if (people > 0) yield bytes;
  }
}

function streamOf(pieces: AsyncGenerator<Uint8Array>, signal: AbortSignal, left: AbortController): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      // At once, also where a slow line asks for no further piece: broken off, so that nobody takes it for the whole file.
      signal.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => left.abort(),
  });
}
