import { once } from "node:events";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { guests } from "../../scripts/guests.mjs";
import { forgetHighest, memoryOf, percentile, report, reportCount, timed } from "./report";
import { type Bench, openBench } from "./server";

const ROWS = Number(process.env.IMPORT_ROWS ?? 1_000_000);
const TABLETS = 20;
/** Each tablet saves a table so often, in milliseconds. */
const SAVES_EVERY = 3_000;
const QUIET_SECONDS = Number(process.env.QUIET ?? 60);
const END_OF_DAY_EVERY = 20_000;
const GUESTS = 4;
const CORRECTS_EVERY = 5_000;

/** A file of very many guests: one in fifty without a number, one in twenty there twice. */
async function* rowsOf(count: number): AsyncGenerator<string> {
  yield "name,phones,email,company,birthday\n";
  let batch = "";
  let number = 0;
  for (const { name, email, company } of guests(count, 7)) {
    number += 1;
    const line = number % 20 === 0 ? number - 7 : number;
    const phone = number % 50 === 1 ? "" : `+1 212 ${2_000_000 + line}`;
    batch += `"${name}",${phone},${email},"${company}",${1 + (number % 28)}/${1 + (number % 12)}\n`;
    if (number % 1_000 === 0) {
      yield batch;
      batch = "";
    }
  }
  yield batch;
}

/** A file of a million rows, brought in beside an evening of 20 tablets: nobody's save fails or waits, and End of Day waits for one step. */
export async function benchLargeImport(folder: string): Promise<void> {
  const file = path.join(folder, "large.csv");
  await pipeline(rowsOf(ROWS), createWriteStream(file));
  report({ figure: `large import, ${ROWS} rows: the file`, value: statSync(file).size / 1024 / 1024, unit: "MB", limit: null });
  const bench = await openBench(path.join(folder, "large import"), { END_OF_DAY_AT: "05:00" });
  const evening = new Evening(bench);
  try {
    const maya = Buffer.from("name,phones\nMaya Corrected,+1 415 9999999\n");
    await bench.call("POST", "/api/contacts/import", maya, { "content-type": "text/csv" });
    await evening.during(pause(5_000)); // caches fill
    await evening.close(); // both parts begin with an evening of which nothing waits
    const { saves: quiet, ends: endsQuiet, corrections: correctionsQuiet } = await evening.during(pause(QUIET_SECONDS * 1_000));
    await evening.close();
    const before = memoryOf(bench.server.pid, "VmRSS");
    forgetHighest(bench.server.pid);
    const memory = watchRss(bench.server.pid);
    const importing = timed(() => send(bench, file));
    const { saves: beside, ends, corrections } = await evening.during(importing);
    const { ms, result } = await importing;
    const seen = memory();
    const highest = memoryOf(bench.server.pid, "VmHWM");
    // Its backup, which it begins with, takes as long as the book is large: only the same book tells what it waits for beside.
    await evening.close();
    const { ends: endsAfter } = await evening.during(pause(QUIET_SECONDS * 1_000));
    const answer = JSON.parse(result.text) as { inserted: number; skipped: number; total: number };
    console.log(
      JSON.stringify({ status: result.status, ...answer, errors: undefined, skipped_rows: undefined, notes: undefined }).slice(0, 400),
    );
    reportCount("large import: rows", answer.total, ROWS);
    report({ figure: "large import: all of it", value: ms / 1_000, unit: "s", limit: null });
    report({ figure: "saves beside it, p95", value: p95(beside), unit: "ms", limit: null, bare: p95(quiet), maxRatio: 2 });
    report({ figure: "saves beside it, longest", value: Math.max(...beside.map((save) => save.ms)), unit: "ms", limit: null });
    reportCount(`saves beside it that failed, of ${beside.length}`, beside.filter(({ ok }) => !ok).length, 0);
    const longest = (all: readonly Done[]) => Math.max(...all.map((one) => one.ms));
    const later = longest(corrections) - longest(correctionsQuiet);
    report({ figure: `a correction beside it, of ${corrections.length}: longest`, value: longest(corrections), unit: "ms", limit: null });
    report({ figure: "a correction beside it: later than quiet", value: later, unit: "ms", limit: 1_000 });
    const ofEnd = (all: readonly Done[]) => ({ unit: "ms", value: longest(all), limit: null });
    report({ figure: `End of Day before it, of ${endsQuiet.length}: longest`, ...ofEnd(endsQuiet) });
    report({ figure: `End of Day beside it, of ${ends.length}: longest`, ...ofEnd(ends) });
    report({ figure: `End of Day after it, with the same book, of ${endsAfter.length}: longest`, ...ofEnd(endsAfter) });
    const wait = longest(ends) - longest([...endsQuiet, ...endsAfter]);
    report({ figure: "End of Day beside it: later than without it", value: wait, unit: "ms", limit: 1_000 });
    reportCount("corrections that failed", [...corrections, ...correctionsQuiet].filter(({ ok }) => !ok).length, 0);
    reportCount("End of Day that failed", [...ends, ...endsQuiet, ...endsAfter].filter(({ ok }) => !ok).length, 0);
    report({
      figure: "large import: memory that it takes at its highest",
      value: highest - before,
      unit: "MB",
      limit: 250,
    });
    report({ figure: "large import: memory in its second half over its first", value: seen.second - seen.first, unit: "MB", limit: 40 });
    report({ figure: "large import: the whole server's memory", value: seen.second, unit: "MB", limit: null });
  } finally {
    await bench.server.stop();
  }
}

interface Done {
  ms: number;
  ok: boolean;
}

const p95 = (all: readonly Done[]) => percentile(all.map(({ ms }) => ms), 0.95); // biome-ignore format: one line

const told = (error: unknown) => {
  console.error(String(error));
  return null;
};

/** Tablets that save tables, and somebody who runs End of Day now and then. */
class Evening {
  private number = 0;

  constructor(private readonly bench: Bench) {}

  /** Somebody in the book whose title is corrected again and again: it waits for the same lock as End of Day, and for nothing else. */
  private async correct(): Promise<number> {
    const number = ++this.number;
    const body = { identifier: { name: "Maya Corrected", phones: "+1 415 9999999" }, title: `T${number}` };
    const { status, text: said } = await this.bench.call("PATCH", "/api/contacts", body);
    if (status !== 200) console.error(`A correction answered ${status}: ${said.slice(0, 200)}`);
    return status;
  }

  close(): Promise<unknown> {
    return this.bench.call("POST", "/api/end-of-day", {});
  }

  async during(work: Promise<unknown>): Promise<{ saves: Done[]; ends: Done[]; corrections: Done[] }> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    const saves: Done[] = [];
    const ends: Done[] = [];
    const corrections: Done[] = [];
    const tablet = async (offset: number) => {
      await pause(offset);
      while (!isOver) {
        const { ms, result } = await timed(() => this.save().catch(told));
        saves.push({ ms, ok: result === 200 });
        await Promise.race([over, pause(Math.max(0, SAVES_EVERY - ms))]);
      }
    };
    const closing = async () => {
      while (!isOver) {
        await Promise.race([over, pause(END_OF_DAY_EVERY / 10)]);
        if (isOver) return;
        const { ms, result } = await timed(() => this.bench.call("POST", "/api/end-of-day", {}).catch(told));
        ends.push({ ms, ok: result !== null && result.status === 200 });
        if (result?.status !== 200) console.error(result?.text.slice(0, 300));
        await Promise.race([over, pause(END_OF_DAY_EVERY)]);
      }
    };
    const correcting = async () => {
      while (!isOver) {
        const { ms, result } = await timed(() => this.correct().catch(told));
        corrections.push({ ms, ok: result === 200 });
        await Promise.race([over, pause(CORRECTS_EVERY)]);
      }
    };
    await Promise.all([closing(), correcting(), ...Array.from({ length: TABLETS }, (_, index) => tablet((index * SAVES_EVERY) / TABLETS))]);
    return { saves, ends, corrections };
  }

  private async save(): Promise<number> {
    const number = ++this.number;
    const contacts = Array.from({ length: GUESTS }, (_, index) => ({
      name: `Guest ${number} ${index}`,
      phones: `+1 415 ${2_000_000 + (number * GUESTS + index)}`,
      email: "",
      company: "",
      title: "",
      birthday: "",
      address: "",
    }));
    const party = { metadata: { hostess: "Rita", waiter: "Elie", table_number: String(number) }, contacts };
    const { status, text: said } = await this.bench.call("POST", "/api/save-table", party, { "idempotency-key": uuid() });
    if (status !== 200) console.error(`A save answered ${status}: ${said.slice(0, 200)}`);
    return status;
  }
}

/** Sends a file piece by piece, and waits as long as it takes. */
export async function send({ server, authorization }: Bench, file: string, query = ""): Promise<{ status: number; text: string }> {
  const sending = request(`${server.url}/api/contacts/import${query}`, {
    method: "POST",
    headers: { authorization, "content-type": "text/csv", "content-length": statSync(file).size, "idempotency-key": uuid() },
  });
  const answered = once(sending, "response");
  await pipeline(createReadStream(file), sending);
  const [response] = await answered;
  return { status: response.statusCode, text: await text(response) };
}

/** @returns says the highest of each half of the time */
function watchRss(pid: number): () => { first: number; second: number } {
  const seen: number[] = [];
  const timer = setInterval(() => seen.push(memoryOf(pid, "VmRSS")), 1_000);
  return () => {
    clearInterval(timer);
    const half = Math.ceil(seen.length / 2);
    return { first: Math.max(...seen.slice(0, half)), second: Math.max(...seen.slice(half)) };
  };
}
