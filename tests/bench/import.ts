import path from "node:path";
import { contactsMergeTarget } from "../../lib/book/contacts-merge-target";
import { createStoreFile } from "../../lib/db/check-before-open";
import { openWriting } from "../../lib/db/pragmas";
import type { Person } from "../../lib/person";
import { mergeInto } from "../support/by";
import { mergeContacts } from "../support/older-book";
import { forgetHighest, memoryOf, report, reportCount, timed } from "./report";
import { openBench } from "./server";
import { incoming, peopleWithNumbers } from "./stores";

const COUNT = 100_000;
const COLUMNS = ["name", "phones", "email", "company", "title", "birthday", "address", "added_at"] as const;

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

export function csvOf(persons: Iterable<Person>): Buffer {
  const lines = [COLUMNS.join(",")];
  for (const person of persons) lines.push(COLUMNS.map((column) => quoted(person[column])).join(","));
  return Buffer.from(lines.join("\r\n"));
}

function vcardsOf(persons: Iterable<Person>): Buffer {
  const cards: string[] = [];
  for (const { name, phones, email, company, title, birthday } of persons) {
    const [first = "", last = ""] = name.split(" ");
    cards.push(
      [
        "BEGIN:VCARD",
        "VERSION:3.0",
        `FN:${name}`,
        `N:${last};${first};;;`,
        `TEL;TYPE=CELL:${phones}`,
        email && `EMAIL:${email}`,
        company && `ORG:${company}`,
        title && `TITLE:${title}`,
        birthday && `BDAY:${birthday}`,
        "END:VCARD",
      ]
        .filter(Boolean)
        .join("\r\n"),
    );
  }
  return Buffer.from(`${cards.join("\r\n")}\r\n`);
}

/** Importing 100,000 contacts over HTTP, each format into an empty book of a fresh server. */
export async function benchImport(folder: string): Promise<void> {
  const raw = rawSeconds(path.join(folder, "raw", "contacts.db"));
  const formats = [
    { name: "CSV", type: "text/csv", limit: 6, body: csvOf(peopleWithNumbers(COUNT, 4, 2_000_000)) },
    { name: "vCard", type: "text/vcard", limit: 8, body: vcardsOf(peopleWithNumbers(COUNT, 4, 2_000_000)) },
  ];
  for (const { name, type, limit, body } of formats) {
    const bench = await openBench(path.join(folder, `import ${name}`));
    const before = memoryOf(bench.server.pid, "VmRSS");
    forgetHighest(bench.server.pid);
    const { ms, result } = await timed(() => bench.call("POST", "/api/contacts/import", body, { "content-type": type }));
    if (result.status !== 200) throw new Error(`The import answered ${result.status}: ${result.text.slice(0, 300)}`);
    reportCount(`import, ${name}: inserted`, (JSON.parse(result.text) as { inserted: number }).inserted, COUNT);
    report({ figure: `import of ${COUNT}, ${name}`, value: ms / 1000, unit: "s", limit, raw });
    const highest = memoryOf(bench.server.pid, "VmHWM");
    report({ figure: `import, ${name}: memory that it takes at its highest`, value: highest - before, unit: "MB", limit: 250 });
    report({ figure: `import, ${name}: the whole server's memory at its highest`, value: highest, unit: "MB", limit: null });
    await bench.server.stop();
  }
}

/** The same people merged into an empty store with no file, no thread and no server around it. */
function rawSeconds(file: string): number {
  createStoreFile(file, "contacts", "jounieh");
  const everybody = [...peopleWithNumbers(COUNT, 4, 2_000_000)].map(incoming);
  const database = openWriting(file);
  const started = performance.now();
  database.transaction(() => mergeContacts(database, contactsMergeTarget(database, mergeInto("jounieh")), everybody, COUNT)).immediate();
  const seconds = (performance.now() - started) / 1000;
  database.close();
  return seconds;
}
