import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { guests } from "../../scripts/guests.mjs";
import { runProcess } from "../support/process";
import { ofToday } from "../support/today";
import { type HostileFile, patternFiles, randomFiles } from "./hostile-files";
import { hostileWorkbooks } from "./hostile-workbooks";
import type { Reading } from "./processes/read-files";

const MB = 1024 * 1024;
/** Patterns that a day tries: one of so many. */
const TURN = 16;
const MOST_GUESTS = "names of one letter";
/** So many guests are taken here, where the server takes twenty times as many. */
const MOST = 250_000;

/** What a restaurant brings in: the measure of this machine, on which other programs may be at work. */
function ordinaryFiles(): HostileFile[] {
  const people = [...guests(5_000, 1)];
  const csv = people.map(({ name, phones, email, company }) => `"${name}","${phones}",${email},"${company}"\n`).join("");
  const cards = people.map(({ name, phones, email }) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL:${phones}\nEMAIL:${email}\nEND:VCARD\n`);
  return [
    { name: "an ordinary list", format: "csv", bytes: Buffer.from(`name,phones,email,company\n${csv}`) },
    { name: "ordinary cards", format: "vcard", bytes: Buffer.from(cards.join("")) },
  ];
}

/** What a file of this size may take, in seconds of CPU and in MB; the first MB is a whole one. */
function budget({ bytes }: HostileFile, { guests }: Reading, perMb: number, perGuest: number): { seconds: number; grownMb: number } {
  const size = Math.max(1, bytes.length / MB);
  // A file of nothing but names of one letter brings half a million guests a MB, and each of them is one to keep.
  return { seconds: size * Math.max(1, 5 * perMb) + guests * perGuest, grownMb: 50 * size };
}

it("a file that was made to stop the server takes at most a second and 50 MB for each of its MB", { timeout: 300_000 }, async () => {
  const ordinary = ordinaryFiles();
  const files = [
    ...ordinary,
    ...ofToday(patternFiles(), TURN, ({ name }) => name === MOST_GUESTS),
    ...randomFiles(process.env.THOROUGH ? 200 - patternFiles(1).length : 3, 20_261_120),
    ...longFiles(),
    ...ofToday(hostileWorkbooks(), hostileWorkbooks().length).map((file) => ({ ...file })), // made once
  ];
  const readings = await readAll(files);
  const perMb = Math.max(...ordinary.map(({ bytes }, index) => ((readings[index]?.seconds ?? 0) / bytes.length) * MB));
  const perGuest = Math.min(...ordinary.map((_, index) => (readings[index]?.seconds ?? 0) / (readings[index]?.guests ?? 0)));
  const over = files.flatMap((file, index) => {
    const reading = readings[index];
    if (!reading) return [`${file.name} was not read`];
    const { seconds, grownMb } = budget(file, reading, perMb, perGuest);
    const said = `${file.name} (${(file.bytes.length / MB).toFixed(2)} MB)`;
    return [
      ...(reading.seconds > seconds ? [`${said} took ${reading.seconds.toFixed(1)} s instead of ${seconds.toFixed(1)}`] : []),
      ...(reading.grownMb > grownMb ? [`${said} took ${reading.grownMb.toFixed()} MB instead of ${grownMb.toFixed()}`] : []),
      ...(reading.total === 0 ? [`${said} gave neither a guest nor a reason`] : []),
    ];
  });
  expect(over).toEqual([]);
  const most = readings[files.findIndex(({ name }) => name === MOST_GUESTS)];
  expect(most).toMatchObject({ guests: MOST, total: MOST + 1 }); // and the first of the others says that all of them stay out
});

/** How long the long files are, in MB. */
const LONG = process.env.THOROUGH ? 8 : 4;

/** Some of the patterns once more, many times as long: what is read must not stay. */
function longFiles(): HostileFile[] {
  const names = ["quotes that every row opens and none closes", ...(process.env.THOROUGH ? ["empty lines", "folds"] : [])];
  return patternFiles(LONG * MB).filter(({ name }) => names.includes(name));
}

async function readAll(files: HostileFile[]): Promise<Reading[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-hostile-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [index, { format, bytes }] of files.entries()) {
    writeFileSync(path.join(folder, `${String(index).padStart(3, "0")}.${format === "vcard" ? "vcf" : format}`), bytes);
  }
  // With the memory that lib/db/bulk-steps.ts gives to its threads: a third of its 8 MB for each half of the young objects.
  process.env.TEST_IMPORT_MOST = String(MOST);
  onTestFinished(() => void delete process.env.TEST_IMPORT_MOST);
  const reader = runProcess("contact-files/processes/read-files.ts", [folder], undefined, ["--max-semi-space-size=2", "--expose-gc"]);
  const readings: Reading[] = [];
  while (readings.length < files.length) readings.push(JSON.parse(await reader.says()) as Reading);
  return readings;
}
