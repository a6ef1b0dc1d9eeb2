import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { openReading } from "../../lib/db/pragmas";
import { withBoth } from "./beside";
import type { Group } from "./group";
import type { Planned } from "./paced";
import { reportCount } from "./report";
import { MILLION } from "./stores";
import { reportTrouble } from "./trouble";

const PAGE = 4_096;
const TABLE_LEAF = 0x0d;

/** One page of the book of the million is damaged while the server runs, and its guests go on being asked for. */
export async function benchDamage(group: Group): Promise<void> {
  const { page, phones } = pageOfGuest(group.book, MILLION / 2);
  await withBoth(group.data, async (bench, bare) => {
    const whole = damage(group.book, page);
    try {
      const sick = phones.map((typed): Planned => {
        const address = `/api/contacts?search=${encodeURIComponent(typed)}`;
        return { what: "sick search", good: () => true, send: () => bench.call("GET", address, undefined, { "x-branch": "jounieh" }) };
      });
      await reportTrouble("one damaged page in the million", { bench, bare }, sick, ["batroun", "tripoli", "zgharta", "ehden"]);
      const { text } = await bench.call("GET", "/api/health");
      const { stores } = JSON.parse(text) as { stores: { branch: string; kind: string; ok: boolean }[] };
      const isFound = stores.some(({ branch, kind, ok }) => branch === "jounieh" && kind === "contacts" && !ok);
      reportCount("health names the damaged store", Number(isFound), 1);
    } finally {
      writePage(group.book, page, whole);
    }
  });
}

/** The page on which a guest's row stands, and what to search for so that it is read. */
function pageOfGuest(book: string, seq: number): { page: number; phones: string[] } {
  const database = openReading(book);
  const guests = database
    .prepare<[number, number], { id: string; phones: string }>("SELECT id, phones FROM contact WHERE seq BETWEEN ? AND ?")
    .all(seq, seq + 2);
  database.close();
  const bytes = readFileSync(book);
  const id = guests[0]?.id ?? "";
  // The id stands in an index, too; the row itself is on a leaf of a table.
  let at = bytes.indexOf(id);
  while (at >= 0 && bytes[at - (at % PAGE)] !== TABLE_LEAF) at = bytes.indexOf(id, at + 1);
  if (at < 0) throw new Error(`The row of guest ${seq} was not found in the file.`);
  return { page: Math.floor(at / PAGE), phones: guests.map(({ phones }) => phones) };
}

/** Writes rubbish over a page. @returns what stood there */
function damage(file: string, page: number): Buffer {
  const handle = openSync(file, "r");
  const whole = Buffer.alloc(PAGE);
  readSync(handle, whole, 0, PAGE, page * PAGE);
  closeSync(handle);
  writePage(file, page, Buffer.alloc(PAGE, 0xa5));
  return whole;
}

function writePage(file: string, page: number, bytes: Buffer): void {
  const handle = openSync(file, "r+");
  writeSync(handle, bytes, 0, PAGE, page * PAGE);
  closeSync(handle);
}
