import { rmSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import encodeQR from "qr";
import sharp from "sharp";
import { v7 as uuid } from "uuid";
import { createStoreFile } from "../../lib/db/check-before-open";
import { openWriting } from "../../lib/db/pragmas";
import { takeOwnFonts } from "../../lib/env";
import { ROW_COLUMNS } from "../../lib/guests/row-writer";
import { codeBand, commonSvg, nameBand } from "../../lib/vouchers/layout";
import { guestRowPutter } from "../support/guest-rows";
import { forgetHighest, memoryOf, percentile, report, reportCount, timed } from "./report";
import { type Bench, openBench } from "./server";
import { MILLION, people, peopleWithNumbers } from "./stores";

const DAY = "2026-06-01";

/** Everybody of a day as vCards and as CSV: it must stream, whatever it takes. */
export async function benchExport(folder: string): Promise<void> {
  const count = 100_000;
  const bench = await openBench(path.join(folder, "export"));
  await bringIn(
    bench,
    [...peopleWithNumbers(count, 4, 2_000_000)].map(({ name, phones, email, company }) => [
      name,
      phones,
      email,
      company,
      `${DAY}T18:00:00Z`,
    ]),
    "name,phones,email,company,added_at",
  );
  for (const { kind, mark, wanted } of [
    { kind: "vcf", mark: "BEGIN:VCARD", wanted: count },
    { kind: "csv", mark: "\r\n", wanted: count + 1 },
  ]) {
    const before = memoryOf(bench.server.pid, "VmRSS");
    forgetHighest(bench.server.pid);
    const { ms, result } = await timed(() => counted(bench, `/api/export-${kind}?date=${DAY}`, mark));
    reportCount(`export, ${kind}: guests`, result, wanted);
    report({ figure: `export of ${count}, ${kind}`, value: ms / 1000, unit: "s", limit: null });
    const grown = memoryOf(bench.server.pid, "VmHWM") - before;
    report({ figure: `export, ${kind}: memory that it takes at its highest`, value: grown, unit: "MB", limit: 100 });
  }
  await bench.server.stop();
}

/** Reads an answer as it comes, and counts a mark in it. */
async function counted(bench: Bench, address: string, mark: string): Promise<number> {
  const response = await fetch(`${bench.server.url}${address}`, { headers: { authorization: bench.authorization } });
  if (response.status !== 200 || !response.body) throw new Error(`${address} answered ${response.status}`);
  let count = 0;
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const pieces = (rest + read.value).split(mark);
    count += pieces.length - 1;
    rest = (pieces.at(-1) ?? "").slice(1 - mark.length);
  }
  return count;
}

async function bringIn(bench: Bench, rows: string[][], header: string): Promise<void> {
  const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
  const { status } = await bench.call("POST", "/api/contacts/import", Buffer.from(`${header}\r\n${text}`), { "content-type": "text/csv" });
  if (status !== 200) throw new Error(`The import answered ${status}`);
}

/** A thousand vouchers by the call, beside sharp alone: the same pictures, each of one SVG, two at a time. */
export async function benchVouchers(folder: string): Promise<void> {
  const count = 1_000;
  const bench = await openBench(path.join(folder, "vouchers"));
  const names = [...people(count, 5)].map(({ name }) => name);
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10); // a day that is over has no vouchers to come
  await bringIn(
    bench,
    names.map((name, index) => [name, `+1 212 ${3_000_000 + index}`, `--${day.slice(5)}`]),
    "name,phones,birthday",
  );
  const bare = await bareDrawing(names.slice(0, 200));
  forgetHighest(bench.server.pid);
  const { ms, result } = await timed(() => counted(bench, `/api/birthdays/generate-vouchers-stream?date=${day}`, '"path":"'));
  reportCount("vouchers: told of, as they were made and at the end", result, 2 * count);
  report({ figure: "vouchers a second", value: count / (ms / 1000), unit: "/s", limit: null, raw: bare, minRatio: 0.75 });
  report({
    figure: "memory of the server at most, while they were made",
    value: memoryOf(bench.server.pid, "VmHWM"),
    unit: "MB",
    limit: 400,
  });
  await bench.server.stop();
}

/** @returns pictures a second */
async function bareDrawing(names: string[]): Promise<number> {
  takeOwnFonts();
  sharp.cache(false);
  const waiting = [...names];
  const draw = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const squares = encodeQR(`DAFTAR1.${uuid()}.${uuid()}`, "raw", { ecc: "medium", border: 1 });
      const face = { group: "The house", branch: "jounieh" as const, percent: 20, validUntil: "2027-06-01", serial: "ABCD2345", squares };
      const bands = [nameBand({ lines: [name], size: 62 }, false), codeBand(face, false)];
      const laid = bands.map(({ top, svg }) => svg.replace("<svg ", `<svg y="${top}" `)).join("");
      const whole = commonSvg(face, false, true).replace(/<\/svg>$/, `${laid}</svg>`);
      await sharp(Buffer.from(whole)).png({ compressionLevel: 6 }).toBuffer();
    }
  };
  await draw(); // the library and its fonts are loaded
  waiting.push(...names);
  const started = performance.now();
  await Promise.all([draw(), draw()]);
  return names.length / ((performance.now() - started) / 1000);
}

const DAYS = 1_000;
const EVERY_FIFTH = 5;

/**
 * A million guest rows of a thousand days, each fifth of them a double, beside the same in SQL alone; and who asks
 * meanwhile. A guest who is typed twice is mostly typed the same; under another name the row that stays gains it.
 */
export async function benchDedupe(folder: string): Promise<void> {
  await dedupeDoubles(folder, "typed the same");
  await dedupeDoubles(folder, "all under another name");
}

type Typed = "typed the same" | "all under another name";

async function dedupeDoubles(folder: string, typed: Typed): Promise<void> {
  const place = path.join(folder, `dedupe ${typed}`);
  const file = path.join(place, "jounieh", "table.db");
  const alone = path.join(folder, `dedupe ${typed} alone`, "table.db");
  // A house that knows all its stores; one of them is then another.
  await (await openBench(place)).server.stop();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  const doubles = seatMillion(file, typed);
  seatMillion(alone, typed);
  const raw = await timed(() => dedupeWithSqlAlone(alone, typed));
  const bench = await openBench(place);
  const asked: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      asked.push((await timed(() => bench.call("GET", "/api/health"))).ms);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const { ms, result } = await timed(() =>
    fetch(`${bench.server.url}/api/dedupe-table`, { method: "POST", headers: { authorization: bench.authorization } }),
  );
  isOver = true;
  await asking;
  const answer = (await result.json()) as { deleted_rows: number };
  reportCount(`dedupe, ${typed}: deleted`, answer.deleted_rows, doubles);
  reportCount(`dedupe, ${typed}: SQL alone deletes as many`, raw.result, doubles);
  report({
    figure: `dedupe of ${MILLION} rows, doubles ${typed}`,
    value: ms / 1000,
    unit: "s",
    limit: null,
    raw: raw.ms / 1000,
    maxRatio: 3,
  });
  report({ figure: `/health meanwhile, ${typed}: p99`, value: percentile(asked, 0.99), unit: "ms", limit: 100 });
  await bench.server.stop();
}

/** @returns how many of the rows are somebody's second one of the day */
function seatMillion(file: string, typed: Typed): number {
  createStoreFile(file, "table", "jounieh");
  const database = openWriting(file);
  const putRow = guestRowPutter(database);
  const perDay = MILLION / DAYS;
  const persons = people(MILLION, 1);
  let number = 0;
  let name = "";
  database.transaction(() => {
    for (let index = 0; index < MILLION; index++) {
      const day = new Date(Date.UTC(2023, 0, 1) + Math.floor(index / perDay) * 86_400_000).toISOString().slice(0, 10);
      const isNew = index % EVERY_FIFTH > 0 || index % perDay === 0;
      if (isNew) number++;
      const phones = `+1 212 ${1_000_000 + number}`;
      const { value } = persons.next();
      if (isNew || typed === "all under another name") name = value?.name ?? "";
      putRow({ business_day: day, name, phones, booked_by: day });
    }
  })();
  database.close();
  return MILLION - number;
}

/** The newest row of each number of a day stays. @returns how many rows went */
function dedupeWithSqlAlone(file: string, typed: Typed): number {
  const database = openWriting(file);
  const deleted = database.transaction(() => (typed === "typed the same" ? deleteDoubles(database) : uniteDoubles(database))).immediate();
  database.close();
  return deleted;
}

function deleteDoubles(database: Database.Database): number {
  return database
    .prepare(
      `DELETE FROM guest_row WHERE seq IN (
         SELECT seq FROM (SELECT g.seq, row_number() OVER (PARTITION BY g.business_day, n.calling_code, n.key ORDER BY g.added_at DESC, g.seq DESC) AS nth
           FROM guest_row g JOIN guest_row_phone n ON n.guest_seq = g.seq) WHERE nth > 1)`,
    )
    .run().changes;
}

/** Rows of another name leave it in the row that stays, which is news then: what both were is kept for undoing it. */
function uniteDoubles(database: Database.Database): number {
  const asItWas = `json_object(${ROW_COLUMNS.replace(/\w+/g, "'$&', g.$&")}, 'numbers', (SELECT json_group_array(json_object(
    'digits', digits, 'key', key, 'calling_code', calling_code)) FROM guest_row_phone WHERE guest_seq = g.seq))`;
  database.exec(`
    CREATE TEMP TABLE pair AS SELECT seq, kept, row_number() OVER (ORDER BY kept) AS nth FROM (
      SELECT g.seq, first_value(g.seq) OVER (PARTITION BY g.business_day, n.calling_code, n.key ORDER BY g.seq DESC) AS kept
      FROM guest_row g JOIN guest_row_phone n ON n.guest_seq = g.seq) WHERE seq <> kept;
    INSERT INTO deduped_row (undo_id, row_id, kept_id, was)
      SELECT 'alone', g.id, k.id, ${asItWas} FROM temp.pair p JOIN guest_row g ON g.seq = p.seq JOIN guest_row k ON k.seq = p.kept;
    INSERT INTO deduped_row (undo_id, row_id, kept_id, now_seq, was)
      SELECT 'alone', g.id, g.id, ${MILLION} + p.nth, ${asItWas} FROM temp.pair p JOIN guest_row g ON g.seq = p.kept;
    UPDATE guest_row SET seq = ${MILLION} + p.nth, also = other.name
      FROM temp.pair p JOIN guest_row other ON other.seq = p.seq WHERE guest_row.seq = p.kept;
    DELETE FROM guest_row WHERE seq IN (SELECT seq FROM temp.pair)`);
  return database.prepare<[], number>("SELECT count(*) FROM temp.pair").pluck().get() ?? 0;
}
