// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rng } from "../../scripts/guests.mjs";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, killDuringRecovery, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";

const BRANCH = "jounieh";
const HUB = "hub.db";
const random = rng(SEED);
const THOROUGH = Boolean(process.env.THOROUGH);

/** Some guests who are written to by one call. */
interface Batch {
  /** What each of them is sent; nobody else's words are the same. */
  texts: string[];
  intent: Intent;
}

const batches: Batch[] = [];
let house: KillHouse;
let guests = 0;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T10:00:00.000Z");
});
afterAll(() => house.close());

function newBatch(size: number): Batch {
  const items = Array.from({ length: size }, () => {
    guests++;
    return { name: `Guest ${guests}`, phone: `70${600_000 + guests}`, message: `Word ${guests} of ${size}` };
  });
  const intent = Ledger.intent("/queue/enqueue/batch", BRANCH, { items });
  const batch = { texts: items.map(({ message }) => message), intent };
  batches.push(batch);
  return batch;
}

/** How often each text stands in a hub's queue. */
function textsIn(rows: { text: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of rows) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const ALL_TEXTS = "SELECT text FROM queue_item";
const queued = () => textsIn(house.rows<{ text: string }>(HUB, ALL_TEXTS));

/** How many messages of a batch there are; one that is there twice counts for two. */
const foundOf = ({ texts }: Batch, counts: Map<string, number>) => texts.reduce((sum, text) => sum + (counts.get(text) ?? 0), 0);

function operation(tally: Tally, size: number, atOnce: number): Operation {
  let mine: Batch[] = [];
  return {
    prepare: async () => {
      mine = Array.from({ length: atOnce }, () => newBatch(size));
    },
    run: async () => (await Promise.all(mine.map(({ intent }) => house.send(intent)))).every(Boolean),
    check: (stage) => {
      const counts = queued();
      for (const batch of batches.filter(({ intent }) => house.ledger.wasSent(intent))) {
        const must = stage === "settled" || house.ledger.isAnswered(batch.intent) ? "be" : "may be";
        tally.judge(foundOf(batch, counts), batch.texts.length, must);
      }
      const [row] = house.rows<{ tasks: number; filled: number }>(
        HUB,
        "SELECT (SELECT count(*) FROM queue_task) AS tasks, (SELECT count(DISTINCT task_id) FROM queue_item) AS filled",
      );
      expect(row?.filled, "no task without its messages").toBe(row?.tasks);
    },
  };
}

const POINTS = ["enqueue:task", "enqueue:items", "write:events", "write:receipt", "enqueue:committed"];

test("messages that a killed server was given stand in the queue all or none, and once after they were sent again (P1)", {
  timeout: 300_000,
}, async () => {
  const tally = new Tally();
  await killAtPoints(house, operation(tally, 20, 1), POINTS);
  await killDuringRecovery(house, operation(tally, 20, 2), "enqueue:committed");
  await killAtRandom(house, operation(tally, 20, 4));
  console.log(`enqueue: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});

test("a server that is killed right after its answer has what it said (P1)", { timeout: 120_000 }, async () => {
  for (let time = 0; time < (THOROUGH ? 20 : 3); time++) {
    const batch = newBatch(30);
    await house.must(batch.intent);
    await house.kill();
    await house.restart();
    expect(foundOf(batch, queued())).toBe(30);
  }
});

const FRAME = 24 + 4_096;

interface CopyOfHub {
  file: string;
  /** Of the log: what a write that was cut off may have left of it, and all of it. Bytes. */
  least: number;
  whole: number;
}

/** What a disk would hold if the power went now: the server stands still, and the hub and its log are copied. */
function copyOfHub(folder: string): CopyOfHub {
  const file = path.join(folder, HUB);
  const index = Buffer.alloc(132);
  process.kill(house.pid, "SIGSTOP");
  try {
    for (const end of ["", "-wal"]) copyFileSync(path.join(house.data, `${HUB}${end}`), `${file}${end}`);
    readFileSync(path.join(house.data, `${HUB}-shm`)).copy(index, 0, 0, index.length);
  } finally {
    process.kill(house.pid, "SIGCONT");
  }
  // SQLite's index of the log: its last frame that counts, and up to which frame it may stand in the store already (walformat.html).
  const [last, moved] = [index.readUInt32LE(16), index.readUInt32LE(128)];
  return { file, least: 32 + moved * FRAME, whole: 32 + last * FRAME };
}

/** What stands in the queue when such a copy is opened, of whose log so many bytes were written. */
function readTorn({ file }: CopyOfHub, bytes: number): Map<string, number> {
  const torn = `${file}.torn`;
  for (const end of ["-wal", "-shm", ""]) rmSync(`${torn}${end}`, { force: true });
  for (const end of ["", "-wal"]) copyFileSync(`${file}${end}`, `${torn}${end}`);
  truncateSync(`${torn}-wal`, bytes);
  const hub = new Database(torn);
  try {
    expect(hub.pragma("integrity_check", { simple: true })).toBe("ok");
    return textsIn(hub.prepare<[], { text: string }>(ALL_TEXTS).all());
  } finally {
    hub.close();
  }
}

test("a copy of the hub's files has what was acknowledged, and no part of a batch wherever the last write is torn (P1)", {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-copy-"));
  const mine: Batch[] = [];
  let isOver = false;
  const queueing = (async () => {
    while (!isOver) {
      const two = [newBatch(25), newBatch(25)];
      mine.push(...two);
      await Promise.all(two.map(({ intent }) => house.must(intent)));
    }
  })();
  let tornOff = 0;
  for (let time = 0; time < (THOROUGH ? 40 : 8); time++) {
    await pause(40 + random() * 200);
    const acknowledged = mine.filter(({ intent }) => house.ledger.isAnswered(intent));
    const copy = copyOfHub(folder);
    const { least, whole } = copy;
    for (const bytes of [whole, Math.max(least, whole - 1), least + Math.floor(random() * (whole - least))]) {
      const counts = readTorn(copy, bytes);
      const found = mine.map((batch) => foundOf(batch, counts));
      expect(new Set([0, 25, ...found]), `seed ${SEED}`).toEqual(new Set([0, 25]));
      if (bytes === whole) for (const batch of acknowledged) expect(foundOf(batch, counts), `seed ${SEED}`).toBe(25);
      if (acknowledged.some((batch) => foundOf(batch, counts) === 0)) tornOff++;
    }
  }
  isOver = true;
  await queueing;
  expect(tornOff, "a log that is torn earlier lacks what was acknowledged: the cut is a real one").toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
});

test("a batch whose answer was lost is queued once, by whichever addresses and however often it is sent again at once (P2)", {
  timeout: 60_000,
}, async () => {
  const { intent, texts } = newBatch(12);
  house.arm("enqueue:committed");
  expect(await house.request("POST", intent.path, { branch: BRANCH, body: intent.body, key: intent.key })).toBeNull();
  await house.restart();
  const addresses = ["/queue/enqueue/batch", "/queue/enqueue-items", "/queue/enqueue", "/queue/enqueue/single"];
  const post = (address: string, key?: string) =>
    house.request("POST", address, { branch: BRANCH, body: intent.body, ...(key ? { key } : {}) });
  const again = await Promise.all([...addresses, ...addresses].map((address) => post(address, intent.key)));
  for (const answer of again) expect([answer?.status, answer?.body]).toEqual([200, again[0]?.body]);
  expect(again[0]?.body).toMatchObject({ enqueued: 12, duplicates: 0 });
  const keyless = await Promise.all(addresses.map((address) => post(address)));
  for (const answer of keyless) expect(answer?.body).toMatchObject({ enqueued: 0, duplicates: 12 });
  expect(texts.map((text) => queued().get(text))).toEqual(texts.map(() => 1));
});

test("a batch that is sent twice at once is queued once, with its key and without one (P2)", async () => {
  for (const key of ["the key of two calls at once", undefined]) {
    const { intent, texts } = newBatch(12);
    const post = (address: string) => house.request("POST", address, { branch: BRANCH, body: intent.body, ...(key ? { key } : {}) });
    const both = await Promise.all(["/queue/enqueue/batch", "/queue/enqueue", "/queue/enqueue-items"].map(post));
    const counts = both.map((answer) => (answer?.body as { enqueued?: number } | undefined)?.enqueued);
    expect(counts.sort()).toEqual(key ? [12, 12, 12] : [0, 0, 12]);
    expect(texts.map((text) => queued().get(text))).toEqual(texts.map(() => 1));
  }
});
