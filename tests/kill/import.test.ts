import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rng } from "../../scripts/guests.mjs";
import { KillHouse } from "./house";
import { checkInvariants } from "./invariants";
import { SEED } from "./kills";

const BRANCH = "ehden";
const BOOK = `${BRANCH}/contacts.db`;
/** Rows of a file, and of a step: six steps and an end. */
const ROWS = 30;
const THOROUGH = Boolean(process.env.THOROUGH);
const RANDOM_KILLS = THOROUGH ? 20 : 3;

let house: KillHouse;
let made = 0;
const random = rng(SEED);

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z", { TEST_IMPORT_PART: "5" });
});
afterAll(() => house.close());

/** A file of people whom nobody has recorded before. */
function newFile(): { raw: string; like: string; key: string } {
  const first = 2_000_000 + 1_000 * ++made;
  const lines = Array.from({ length: ROWS }, (_, row) => `Guest ${made} ${row},+1 212 ${first + row}`);
  return { raw: ["name,phones", ...lines].join("\n"), like: `+1 212 ${first / 1_000}%`, key: uuid() };
}

async function send({ raw, key }: { raw: string; key: string }): Promise<{ import_id: string; inserted: number; total: number } | null> {
  const headers = { "content-type": "text/csv", authorization: house.authorization, "x-branch": BRANCH, "idempotency-key": key };
  const response = await fetch(`${house.url}/api/contacts/import`, { method: "POST", headers, body: raw }).catch(() => null);
  return response?.status === 200 ? await response.json().catch(() => null) : null;
}

interface Left {
  import_id: string;
  done: number;
}

const unfinished = async () => (await house.ask<{ unfinished: Left | null }>("GET", "/contacts/import/last", BRANCH)).unfinished;

async function untilEnded(): Promise<void> {
  await expect.poll(unfinished, { timeout: 60_000, interval: 50 }).toBeNull();
}

const guestsOf = (like: string) =>
  house.rows<{ n: number }>(BOOK, "SELECT count(*) AS n FROM contact WHERE phones LIKE ?", like)[0]?.n ?? 0;

/** After any kill all of it comes in by itself, or nothing is there and the same key brings it in: nobody twice, and with one answer. */
async function recover(file: ReturnType<typeof newFile>): Promise<void> {
  await house.restart();
  checkInvariants(house);
  await untilEnded();
  expect([0, ROWS]).toContain(guestsOf(file.like));
  expect(await send(file)).toMatchObject({ inserted: ROWS, total: ROWS });
  expect(guestsOf(file.like)).toBe(ROWS);
  checkInvariants(house);
}

const POINTS = THOROUGH
  ? ["import:part*1", "import:part*3", "import:part*6", "bulk-write:events*4", "import:ended", "bulk-write:receipt*8"]
  : ["import:part*3", "import:ended"];

test("a large import that is killed goes on where it was, and comes in once", { timeout: 900_000 }, async () => {
  const before = house.kills;
  for (const point of POINTS) {
    const file = newFile();
    house.arm(point);
    expect(await send(file), point).toBeNull();
    await recover(file);
  }
  const started = performance.now();
  await send(newFile());
  const usual = performance.now() - started;
  for (let time = 0; time < RANDOM_KILLS; time++) {
    const file = newFile();
    const timer = setTimeout(() => void house.kill(), random() * usual * 1.1);
    await send(file);
    clearTimeout(timer);
    await house.kill();
    await recover(file);
  }
  console.log(`a large import: ${house.kills - before} kills (seed ${SEED})`);
  expect(house.kills - before).toBe(POINTS.length + RANDOM_KILLS);
});

test("a large import that is killed while it is taken back is taken back whole", { timeout: 300_000 }, async () => {
  for (const point of THOROUGH ? ["take-back:part*1", "take-back:part*2"] : ["take-back:part*1"]) {
    const file = newFile();
    const sending = send(file);
    let left: Left | null = null;
    while (left === null || left.done === 0) {
      left = await unfinished();
      await pause(1);
    }
    house.arm(point);
    await house.request("POST", "/contacts/import/undo", { branch: BRANCH, body: { import_id: left.import_id } });
    await sending;
    await house.restart();
    checkInvariants(house);
    await untilEnded();
    expect(guestsOf(file.like)).toBe(0);
    checkInvariants(house);
  }
});

const UNDO_POINTS = THOROUGH
  ? ["take-back:part*1", "take-back:part*4", "bulk-write:receipt*1", "bulk-write:receipt*2", "bulk-write:receipt*7"]
  : ["take-back:part*3", "bulk-write:receipt*1"];
const UNDO_KILLS = THOROUGH ? 10 : 1;

test("the undo of a large import that is killed goes on, or has not begun, and its key says what it did", {
  timeout: 600_000,
}, async () => {
  const before = house.kills;
  const undo = (import_id: string, key: string) =>
    house.request("POST", "/contacts/import/undo", { branch: BRANCH, body: { import_id }, key });
  const undoKilled = async (killing: (undoing: Promise<unknown>) => Promise<unknown>, point = "") => {
    const file = newFile();
    const { import_id = "" } = (await send(file)) ?? {};
    const key = uuid();
    house.arm(point);
    await killing(undo(import_id, key));
    await house.restart();
    checkInvariants(house);
    await untilEnded();
    expect([0, ROWS]).toContain(guestsOf(file.like));
    expect(await undo(import_id, key)).toMatchObject({ status: 200, body: { removed: ROWS, kept: 0 } });
    expect(guestsOf(file.like)).toBe(0);
    checkInvariants(house);
  };
  for (const point of UNDO_POINTS) {
    await undoKilled(async (undoing) => {
      expect(await undoing, point).toBeNull();
    }, point);
  }
  for (let time = 0; time < UNDO_KILLS; time++) {
    await undoKilled(async (undoing) => {
      await pause(random() * 400);
      await house.kill();
      await undoing;
    });
  }
  expect(house.kills - before).toBe(UNDO_POINTS.length + UNDO_KILLS);
});
