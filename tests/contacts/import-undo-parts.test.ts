import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { dataDir, storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { deleteContact, updateContact } from "@/lib/guests/contract";
import { importContacts, lastImport, undoImport } from "@/lib/import/contract";
import { stopImports } from "@/lib/import/large-import";
import { emptyUploads, goOnWithImports } from "@/lib/import/large-import-at-start";
import { cancelJob, listJobs } from "@/lib/jobs/contract";
import { endInterruptedJobs } from "@/lib/jobs/run";
import { undoLoss } from "@/lib/undo-loss";
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
const guests = () =>
  rows(book(), "SELECT name, phones, email, title, also, evening FROM contact ORDER BY name, phones, email, title, also, evening");
const names = () => rows<{ name: string }>(book(), "SELECT name FROM contact ORDER BY seq").map(({ name }) => name);
const underWay = () => rows<{ id: string; done: number; direction: string }>(book(), "SELECT id, done, direction FROM import_under_way");
const uploads = () => {
  const folder = path.join(dataDir(), "uploads");
  return existsSync(folder) ? readdirSync(folder) : [];
};
const csv = { "content-type": "text/csv" };
const bring = async (raw: string) => (await call("staff", importContacts, { raw, headers: csv })).answer;
const undo = (import_id: string | null, { key, accept_loss }: { key?: string; accept_loss?: string } = {}) =>
  call("staff", undoImport, { body: { import_id: import_id ?? "", ...(accept_loss !== undefined && { accept_loss }) }, key });
const last = async () => (await call("staff", lastImport)).answer;

const file = (count: number) =>
  ["name,phones", ...Array.from({ length: count }, (_, index) => `Guest ${index},03 ${100_000 + index}`)].join("\n");

function checkBook(): void {
  checkRebuilt(book());
  const database = new Database(book(), { readonly: true });
  checkEvents(database, "jounieh/contacts.db");
  database.close();
}

/** The next server on the same folder, as `server.ts` starts it. */
async function nextStart(): Promise<void> {
  await restartHouse();
  await endInterruptedJobs();
  await emptyUploads();
}

const untilLess = (rows: number) => expect.poll(() => underWay()[0]?.done ?? rows, { interval: 1, timeout: 20_000 }).toBeLessThan(rows);

const correct = (name: string, phones: string, title: string) =>
  call("staff", updateContact, { body: { identifier: { name, phones }, title } as never });

beforeEach(() => {
  enterHouse({ TEST_IMPORT_PART: "3", TEST_SLOWLY: "take-back-part:5" });
  clockAt(END_OF_DAY);
});

describe("the undo of a large import", () => {
  it("goes by steps, goes on where the last server stopped, and its key gets the answer that nobody heard", async () => {
    await bring("name,phones\nGuest 1,03 100001\nMaya,70 555555");
    const before = guests();
    const { import_id } = await bring(file(30));
    await correct("Guest 7", "03 100007", "Dr.");
    const first = undo(import_id, { key: "once" });
    await untilLess(30);
    // One that goes is no more the one to be undone.
    expect(await last()).toMatchObject({ unfinished: { import_id, rows: 30, direction: "out" }, import: { inserted: 2 } });
    await stopImports();
    expect(await first).toMatchObject({ status: 503, answer: { error: expect.stringContaining("goes on") } });
    expect([names().includes("Guest 29"), names().includes("Guest 0")]).toEqual([false, true]);
    await nextStart();
    await goOnWithImports();
    expect([underWay(), uploads()]).toEqual([[], []]);
    const again = await undo(import_id, { key: "once" });
    expect([again.status, again.answer]).toMatchObject([200, { removed: 28, restored: 0, kept: 1 }]);
    expect(again.answer.kept_guests).toEqual([
      { name: "Guest 7", phones: "+9613 ••• •07", reason: "Came with the import, and was changed since." },
    ]);
    expect(guests().filter((guest) => guest.name !== "Guest 7")).toEqual(before);
    expect((await undo(import_id)).answer.code).toBe("conflict");
    checkBook();
  });

  it("is waited for by whoever asks for it again, and nobody ends it half-way", async () => {
    const { import_id } = await bring(file(30));
    const first = undo(import_id);
    await untilLess(30);
    const { jobs } = (await call("staff", listJobs)).answer;
    const id = jobs.find(({ kind, state }) => kind === "undo-import" && state === "running")?.id ?? "";
    const cancelled = await call("staff", cancelJob, { params: { id } });
    expect([cancelled.status, cancelled.answer.code]).toEqual([409, "conflict"]);
    const second = await undo(import_id);
    expect([(await first).answer, second.answer]).toMatchObject([{ removed: 30 }, { removed: 30 }]);
    expect([names(), underWay(), uploads()]).toEqual([[], [], []]);
    checkBook();
  });

  it("of more than a day ago says first what it takes away, without a step of it in the book", async () => {
    await bring("name,phones\nGuest 1,03 100001\nMaya,70 555555");
    const raw = `name,phones,email\nGuest 1,03 100001,g@x.lb\n${file(12)
      .split("\n")
      .slice(3)
      .map((line) => `${line},`)
      .join("\n")}`;
    const { import_id } = await bring(raw);
    await correct("Guest 5", "03 100005", "Dr.");
    const before = [guests(), rows(book(), "SELECT max(seq) FROM event")];
    clockAt(new Date(Date.parse(END_OF_DAY) + 2 * 24 * 3_600_000).toISOString());
    const asked = await undo(import_id);
    const loss = undoLoss.parse(asked.answer);
    expect([asked.status, loss]).toMatchObject([409, { lost: 10, kept: 1, kept_guests: [{ name: "Guest 5" }] }]);
    expect(loss.lost_guests.at(0)).toMatchObject({ name: "Guest 2", reason: "Came with the import, and goes." });
    expect(loss.lost_guests.at(-1)).toMatchObject({ name: "Guest 1", reason: "Stays, without what the import says: email." });
    expect([guests(), rows(book(), "SELECT max(seq) FROM event")]).toEqual(before);
    expect((await undo(import_id)).answer).toMatchObject({ loss: loss.loss });
    await correct("Guest 6", "03 100006", "Eng.");
    const changed = await undo(import_id, { accept_loss: loss.loss });
    expect(changed.answer).toMatchObject({
      code: "undo_loses",
      error: expect.stringContaining("something changed meanwhile"),
      lost: 9,
      kept: 2,
    });
    expect([underWay(), uploads()]).toEqual([[], []]);
    const accept_loss = undoLoss.parse(changed.answer).loss;
    expect((await undo(import_id, { accept_loss })).answer).toMatchObject({ removed: 8, restored: 1, kept: 2 });
    expect(names()).toEqual(["Guest 1", "Maya", "Guest 5", "Guest 6"]);
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

const listOf = (people: readonly { name: string; phones: string }[], email: string) =>
  `name,phones,email\n${people.map(({ name, phones }, index) => `${name},${phones},${email}${index}@x.lb`).join("\n")}`;

/** What somebody does to the book; the same dice do the same. */
async function happen(random: Dice, log: string[]): Promise<void> {
  const steps: Record<string, () => Promise<unknown>> = {
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
  };
  const kind = random.pick(Object.keys(steps));
  log.push(kind);
  await steps[kind]?.();
}

/** People are there, a file comes in, and something happens to them. */
async function history(random: Dice, log: string[]): Promise<string> {
  const people = Array.from({ length: 10 + random.below(8) }, () => personOf(random));
  await bring(listOf(people.slice(0, 3), "a"));
  const { import_id } = await bring(listOf(people, "b"));
  for (let step = 0; step < 1 + random.below(3); step++) await happen(random, log);
  return import_id ?? "";
}

const seeds = ofToday([...Array(40).keys()], 8).map((index) => (process.env.THOROUGH ? index : index + 1_000 * (TODAY % 1_000)));

it.each(seeds)(
  "it leaves the book that one transaction leaves, and what happens beside it stays (%i)",
  { timeout: 60_000 },
  async (seed) => {
    const log: string[] = [];
    const part = String(1 + (seed % 4));
    try {
      enterHouse();
      clockAt(END_OF_DAY);
      const whole = (await undo(await history(dice(seed), []))).answer;
      const left = guests();

      enterHouse({ TEST_IMPORT_PART: part });
      clockAt(END_OF_DAY);
      const steps = (await undo(await history(dice(seed), log))).answer;
      expect([steps.removed, steps.restored, steps.kept, guests()]).toEqual([whole.removed, whole.restored, whole.kept, left]);
      checkBook();

      enterHouse({ TEST_IMPORT_PART: part, TEST_SLOWLY: "take-back-part:10" });
      clockAt(END_OF_DAY);
      const random = dice(seed);
      const id = await history(random, log);
      let undoing: Promise<unknown> = undo(id);
      for (let step = 0; step < 3; step++) {
        if (random.below(2) === 0 && underWay().length > 0) {
          log.push(`restart at ${underWay()[0]?.done}`);
          await stopImports();
          await undoing;
          await nextStart();
          undoing = goOnWithImports();
        }
        await happen(random, log);
      }
      await undoing;
      if (underWay().length > 0) await goOnWithImports();
      expect([underWay(), uploads()]).toEqual([[], []]);
      expect(rows(book(), "SELECT 1 FROM event WHERE kind = 'contacts.import_undone'")).toHaveLength(1);
      checkBook();
    } catch (error) {
      throw new Error(`seed ${seed}, ${part} rows a step: ${log.join("; ")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
