import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { v7 as uuid } from "uuid";
import { withBoth } from "./beside";
import type { Group } from "./group";
import { watchMemory } from "./memory";
import { type Planned, paced, shareOf } from "./paced";
import { report, reportCount } from "./report";
import { Habits, type Person, signInStaff } from "./staff";

const STAFF = 100;
const SECONDS = 120;
/**
 * SQLite fills its page caches and V8 writes its code in the first two minutes, 5 MB that come once: from then on it held 0.2 to 0.5
 * MB a minute more, and the heap the same, over six further minutes.
 */
const WARM_UP = 120;
const BARE_SECONDS = 15;
/** Messages that wait while everybody looks at them. */
const WAITING = 500;

/** What a home page with every panel open asks, and each how many seconds: those of docs/design/spec-guests.md 9, and ours. */
const POLLS: readonly { path: string; every: number }[] = [
  { path: "/api/queue/stats", every: 1.5 },
  { path: "/api/queue/pending?limit=200", every: 1.5 },
  { path: "/api/table-log", every: 5 },
  { path: "/api/workers", every: 10 },
  { path: "/api/queue/campaigns", every: 5 },
  { path: "/api/cancel-status", every: 5 },
];
/** 163 calls a second of a hundred people (docs/design/reliability.md R-15) and 40 for ours, and a save every two seconds. */
const POLLS_A_SECOND = STAFF * POLLS.reduce((sum, { every }) => sum + 1 / every, 0);
const SAVES_A_SECOND = 0.5;

/** So many of each hundred that the shares of the polls come out whole: 20 + 20 + 6 + 3 + 6 + 6 in thirty seconds. */
const THIRTY_SECONDS = POLLS.flatMap((poll) => Array.from({ length: Math.round(30 / poll.every) }, () => poll));

/** Two minutes of a hundred signed-in staff with every panel open, beside saves. */
export async function benchLoad({ data, sample }: Group): Promise<void> {
  await withBoth(data, async (bench, bare) => {
    const staff = await signInStaff(bench, STAFF);
    const habits = new Habits(sample, 34);
    for (let from = 0; from < WAITING; from += 100) {
      const items = Array.from({ length: 100 }, (_, one) => ({
        name: `Guest ${one}`,
        phone: `+96170${100_000 + from + one}`,
        message: "Hello",
      }));
      const { status, text } = await bench.call("POST", "/api/queue/enqueue/batch", { items });
      if (status !== 200) throw new Error(`Queueing answered ${status}: ${text}`);
    }
    let count = 0;
    const act = (): Planned => {
      count += 1;
      const person = staff[count % STAFF] as Person;
      const isSave = (count * SAVES_A_SECOND) % (POLLS_A_SECOND + SAVES_A_SECOND) < SAVES_A_SECOND;
      return isSave ? save(person, count) : poll(person, habits.pick(THIRTY_SECONDS).path);
    };
    const rate = POLLS_A_SECOND + SAVES_A_SECOND;
    await paced(rate, WARM_UP, act);
    const beside = await paced(rate, BARE_SECONDS, () => ({ what: "bare", send: () => bare.call("GET", "/row") }));
    const figure = `${STAFF} staff with every panel open`;
    const reportMemory = await watchMemory(bench.server, figure);
    const outcomes = await paced(rate, SECONDS, act);
    await reportMemory();
    for (const { close } of staff) close();
    for (const [share, limit] of [
      [0.95, 100],
      [0.99, 300],
    ] as const) {
      report({ figure: `${figure}, p${share * 100}`, value: shareOf(outcomes, share), unit: "ms", limit, bare: shareOf(beside, share) });
    }
    for (const what of [...new Set(outcomes.map((one) => one.what))].sort()) {
      const mine = outcomes.filter((one) => one.what === what);
      report({ figure: `${figure}, ${what} (${mine.length}), p95`, value: shareOf(mine, 0.95), unit: "ms", limit: null });
    }
    const errors = outcomes.filter(({ error }) => error !== null);
    for (const text of new Set(errors.slice(0, 50).map(({ what, error }) => `${what}: ${error}`))) console.error(text);
    reportCount(`${figure}: errors of ${outcomes.length} calls`, errors.length, 0);
    const wal = path.join(data, "jounieh", "table.db-wal");
    report({ figure: `${figure}: the -wal`, value: existsSync(wal) ? statSync(wal).size / 1e6 : 0, unit: "MB", limit: 64 });
  });
}

function poll(person: Person, address: string): Planned {
  const isFeed = address === "/api/table-log";
  return {
    what: address,
    send: async () => {
      const answer = await person.call("GET", address, undefined, isFeed && person.etag ? { "if-none-match": person.etag } : {});
      if (isFeed) person.etag = answer.etag ?? person.etag;
      return answer;
    },
  };
}

function save(person: Person, number: number): Planned {
  const body = {
    metadata: { hostess: "Rita", waiter: "Elie", table_number: String(number) },
    contacts: [{ name: `Guest ${number}`, phones: `+96171${100_000 + (number % 900_000)}` }],
  };
  return { what: "save", send: () => person.call("POST", "/api/save-table", body, { "idempotency-key": uuid() }) };
}
