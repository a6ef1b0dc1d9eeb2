import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { closeBranch } from "@/lib/branches/contract";
import { dataDir, storeFile } from "@/lib/db/files";
import { branchStore } from "@/lib/db/find-store";
import { endOfDay } from "@/lib/evening/contract";
import { deleteContact, updateContact } from "@/lib/guests/contract";
import { importContacts, lastImport, undoImport } from "@/lib/import/contract";
import { stopImports } from "@/lib/import/large-import";
import { emptyUploads, goOnWithImports } from "@/lib/import/large-import-at-start";
import { cancelJob, listJobs } from "@/lib/jobs/contract";
import { endInterruptedJobs } from "@/lib/jobs/run";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { find, untilTidied } from "../guests/guests";
import { type Dice, dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse, restartHouse } from "../support/house";
import { checkRebuilt } from "../support/rebuilt";
import { rows } from "../support/stores";
import { END_OF_DAY, seat } from "../support/tables";
import { ofToday, TODAY } from "../support/today";

const book = () => storeFile("jounieh", "contacts");
const names = () => rows<{ name: string }>(book(), "SELECT name FROM contact ORDER BY seq").map(({ name }) => name);
const underWay = () => rows<{ id: string; done: number }>(book(), "SELECT id, done FROM import_under_way");
const uploads = () => {
  const folder = path.join(dataDir(), "uploads");
  return existsSync(folder) ? readdirSync(folder) : [];
};
const csv = { "content-type": "text/csv" };
const send = (raw: string, more: { key?: string; signal?: AbortSignal; query?: { dry_run?: "true" } } = {}) =>
  call("staff", importContacts, { raw, headers: csv, ...more });
const last = async () => (await call("staff", lastImport)).answer;

const listOf = (count: number) => ["name,phones", ...Array.from({ length: count }, (_, index) => `Guest ${index},03 ${100_000 + index}`)];
const file = (count: number) => listOf(count).join("\n");

function checkBook(): void {
  checkRebuilt(book());
  const database = new Database(book(), { readonly: true });
  checkEvents(database, "jounieh/contacts.db");
  database.close();
}

/** The server stops between two steps, once so many rows are in. */
async function stopAfter(done: number): Promise<void> {
  await expect.poll(() => underWay()[0]?.done ?? -1, { interval: 1, timeout: 20_000 }).toBeGreaterThanOrEqual(done);
  await stopImports();
}

/** The next server on the same folder, as `server.ts` starts it. */
async function nextStart(): Promise<void> {
  await restartHouse();
  await endInterruptedJobs();
  await emptyUploads();
}

beforeEach(() => {
  enterHouse({ TEST_IMPORT_PART: "3" });
  clockAt(END_OF_DAY);
});

describe("a large import", () => {
  it("comes in in steps and is one import, with the figures of one transaction", async () => {
    const raw = `${file(10)}\nGuest 4,03 100004\nNo Number,\nNo Number,\nBad,12\n`;
    enterHouse();
    clockAt(END_OF_DAY);
    const whole = (await send(raw)).answer;
    const asOne = names();
    enterHouse({ TEST_IMPORT_PART: "3" });
    const trial = (await send(raw, { query: { dry_run: "true" } })).answer;
    const steps = (await send(raw, { key: "once" })).answer;
    expect({ ...steps, import_id: "" }).toEqual({ ...whole, import_id: "" });
    expect(trial).toMatchObject({ inserted: whole.inserted, skipped: whole.skipped, import_id: null });
    expect(names()).toEqual(asOne);
    expect(rows(book(), "SELECT 1 FROM event WHERE kind = 'contacts.import_part'").length).toBeGreaterThan(3);
    expect((await send(raw, { key: "once" })).answer).toEqual(steps);
    expect([underWay(), uploads(), await last()]).toMatchObject([[], [], { import: { import_id: steps.import_id }, unfinished: null }]);
    checkBook();
    expect((await call("staff", undoImport, { body: { import_id: steps.import_id ?? "" } })).answer.removed).toBe(whole.inserted);
    expect(names()).toEqual([]);
    checkBook();
  });

  it("goes on where the last server stopped, and its key gets the answer that nobody heard", async () => {
    const raw = file(12);
    const first = send(raw, { key: "twice" });
    await stopAfter(3);
    expect(await first).toMatchObject({ status: 503, answer: { error: expect.stringContaining("goes on") } });
    const { unfinished } = await last();
    expect(unfinished).toMatchObject({ rows: 12, direction: "in" });
    expect(unfinished?.done).toBe(names().length);
    await nextStart();
    await goOnWithImports();
    expect(names()).toHaveLength(12);
    expect((await send(raw, { key: "twice" })).answer).toMatchObject({ inserted: 12, skipped: 0, total: 12 });
    expect([names().length, underWay(), uploads()]).toEqual([12, [], []]);
    checkBook();
  });

  it("is taken back whole where its rows are gone, or somebody ends it", async () => {
    await call("staff", importContacts, { raw: "name,phones\nGuest 1,03 100001\nMaya,70 555555", headers: csv });
    const before = names();
    for (const how of ["gone", "undo", "job", "caller"] as const) {
      const caller = new AbortController();
      const first = send(file(30), { signal: caller.signal }).catch(() => null);
      if (how === "gone") {
        await stopAfter(3);
        await first;
        await restartHouse();
        await endInterruptedJobs();
        const { rmSync } = await import("node:fs");
        for (const name of uploads()) rmSync(path.join(dataDir(), "uploads", name));
        await goOnWithImports();
      } else {
        await expect.poll(() => underWay()[0]?.done ?? 0, { interval: 1 }).toBeGreaterThan(0);
        if (how === "caller") caller.abort();
        if (how === "undo") {
          const { answer, status } = await call("staff", undoImport, { body: { import_id: underWay()[0]?.id ?? "" } });
          expect({ status, message: answer.message }).toEqual({ status: 200, message: expect.stringContaining("was undone") });
        }
        if (how === "job") {
          const { jobs } = (await call("staff", listJobs)).answer;
          const id = jobs.find(({ kind, state }) => kind === "import" && state === "running")?.id ?? "";
          expect((await call("staff", cancelJob, { params: { id } })).status).toBe(200);
        }
        await first;
        await expect.poll(underWay).toEqual([]);
      }
      expect([how, names(), underWay(), uploads()]).toEqual([how, before, [], []]);
      expect((await last()).unfinished).toBeNull();
    }
    checkBook();
  });

  it("is ended before another one comes in", async () => {
    const first = send(file(9));
    await stopAfter(3);
    await first;
    await nextStart();
    expect((await send("name,phones\nMaya,70 555555")).answer).toMatchObject({ inserted: 1, total: 1 });
    expect([names().length, underWay()]).toEqual([10, []]);
    checkBook();
  });

  it("lets nobody be erased and no branch be closed until it is finished", async () => {
    await send("name,phones\nMaya,70 555555");
    const first = send(file(12));
    await stopAfter(3);
    await first;
    await nextStart();
    const erase = () => call("admin", erasePersonalData, { body: { phones: "70 555555" } });
    const close = () => call("admin", closeBranch, { params: { key: "jounieh" } });
    const refused = [await erase(), await close()];
    expect(refused.map(({ status, answer }) => [status, answer.error])).toEqual([
      [409, "The import of a file is not finished. Nothing was erased. Wait until it is, or take it back on Import Contacts."],
      [409, "The import of a file into Jounieh's guest book is not finished. Nothing was changed. Wait until it is, then close it."],
    ]);
    expect(names()).toContain("Maya");
    await goOnWithImports();
    expect([(await erase()).status, names().includes("Maya"), (await close()).status]).toEqual([200, false, 200]);
  });

  it("of after midnight is of the calendar's day, as its guests without a date are", async () => {
    enterHouse();
    clockAt("2026-11-20T22:30:00Z"); // 00:30 of 21 November in Beirut
    await send("name,phones,added_at\nMaya,03 111111,\nRita,03 222222,2026-11-19T22:30:00.000Z\nNo Number,,");
    const evenings = rows(book(), "SELECT r.evening, c.name FROM source_record r JOIN contact c ON c.seq = r.contact_seq ORDER BY c.name");
    expect(evenings).toEqual([
      { evening: "2026-11-21", name: "Maya" },
      { evening: "2026-11-21", name: "No Number" },
      { evening: "2026-11-19", name: "Rita" },
    ]);
    checkBook();
  });
});

const FIRST = ["Maya", "Rita", "Omar", "", "ريما"];
const LAST = ["Khoury", "Saad", ""];

/** People of whom many share a number, a name, or both, and some have none. */
function personOf(random: Dice): { name: string; phones: string } {
  const name = `${random.pick(FIRST)} ${random.pick(LAST)}`.trim();
  const numbers = Array.from({ length: random.below(3) }, () => `03 1111${10 + random.below(8)}`);
  return { name: name || (numbers.length > 0 ? "" : "Maya"), phones: numbers.join(" / ") };
}

const seeds = ofToday([...Array(40).keys()], 20).map((index) => (process.env.THOROUGH ? index : index + 1_000 * (TODAY % 1_000)));

it.each(seeds)(
  "a large import beside everything else gives the book that its rows and all decisions give (%i)",
  { timeout: 60_000 },
  async (seed) => {
    const random = dice(7 * 104_729 + seed);
    const log: string[] = [];
    process.env.TEST_IMPORT_PART = String(1 + random.below(4));
    const people = Array.from({ length: 10 + random.below(8) }, () => personOf(random));
    await call("staff", importContacts, { raw: `name,phones\n${people.slice(0, 3).map(({ name, phones }) => `${name},${phones}`).join("\n")}`, headers: csv }); // biome-ignore format: one line
    let sending: Promise<unknown> | null = send(`name,phones,email\n${people.map(({ name, phones }, index) => `${name},${phones},g${index}@x.lb`).join("\n")}`); // biome-ignore format: one line
    await expect.poll(() => underWay().length, { interval: 1, timeout: 20_000 }).toBe(1);
    const id = underWay()[0]?.id ?? "";
    const steps: Record<string, () => Promise<unknown>> = {
      restart: async () => {
        await stopImports();
        await sending;
        await nextStart();
        sending = goOnWithImports();
      },
      "end of day": async () => {
        await seat([personOf(random), personOf(random)] as never, { number: String(log.length) });
        await untilTidied(() => call("admin", endOfDay));
      },
      correct: async () => {
        const [guest] = await find(random.pick(FIRST) || "maya");
        if (guest) await call("staff", updateContact, { body: { identifier: { id: guest.id, name: guest.name, phones: guest.phones }, title: `T${log.length}`, ...(random.below(3) === 0 && { name: "Somebody Else" }) } as never }); // biome-ignore format: one line
      },
      delete: async () => {
        const [guest] = await find(random.pick(FIRST) || "rita");
        if (guest) await call("staff", deleteContact, { body: { identifier: { id: guest.id, name: guest.name, phones: guest.phones } } as never }); // biome-ignore format: one line
      },
      "another import": () => send(`name,phones\n${random.pick(FIRST)} Zed,03 1111${10 + random.below(8)}`),
      undo: () => call("staff", undoImport, { body: { import_id: id } }),
    };
    const kinds = Object.keys(steps).filter((kind) => kind !== "undo" || random.below(3) === 0);
    try {
      for (let step = 0; step < 4; step++) {
        const kind = random.pick(kinds);
        log.push(`${kind} at ${underWay()[0]?.done ?? "the end"}`);
        await steps[kind]?.();
      }
      await sending;
      if (underWay().length > 0) await goOnWithImports();
      expect([underWay(), uploads()]).toEqual([[], []]);
      const records = rows<{ said: string | null }>(book(), `SELECT said FROM source_record WHERE id LIKE '${id}/%'`);
      const wasUndone = rows(book(), `SELECT 1 FROM event WHERE kind = 'contacts.import_undone' AND instr(payload, '${id}')`).length;
      const wasImported = rows(book(), `SELECT 1 FROM event WHERE kind = 'contacts.imported' AND instr(payload, '${id}')`).length;
      expect([wasUndone + wasImported > 0, wasImported <= 1, wasUndone <= 1]).toEqual([true, true, true]);
      if (wasUndone === 0) expect(records.filter(({ said }) => said !== "gone")).toHaveLength(people.length);
      await branchStore("jounieh", "contacts");
      checkBook();
    } catch (error) {
      throw new Error(
        `seed ${seed}, ${process.env.TEST_IMPORT_PART} rows a step: ${log.join("; ")}\n${error instanceof Error ? error.message : error}`,
        { cause: error },
      );
    }
  },
);
