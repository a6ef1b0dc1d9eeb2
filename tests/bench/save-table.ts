import path from "node:path";
import { v7 as uuid } from "uuid";
import { openWriting } from "../../lib/db/pragmas";
import { memoryOf, percentile, report, timed } from "./report";
import { inParallel, openBench } from "./server";
import { people } from "./stores";

const TABLES = 300;
const GUESTS = 4;

/** Saving a table of four with synchronous=FULL over HTTP, beside the same rows in one transaction. */
export async function benchSaveTable(folder: string): Promise<void> {
  const data = path.join(folder, "save");
  const bench = await openBench(data);
  const guests = [...people(TABLES * GUESTS, 3)].map(({ added_at: _, birth_year: __, ...guest }) => guest);
  const parties = Array.from({ length: TABLES }, (_, index) => ({
    metadata: { hostess: "Rita", waiter: "Elie", table_number: String(index) },
    contacts: guests.slice(index * GUESTS, (index + 1) * GUESTS),
  }));
  const save = async (party: unknown) => {
    const { status, text } = await bench.call("POST", "/api/save-table", party, { "idempotency-key": uuid() });
    if (status !== 200) throw new Error(`Saving answered ${status}: ${text}`);
  };
  await inParallel(parties.slice(0, 20), 1, save);
  const times = await inParallel(parties, 1, save);
  const raw = await rawTimes(path.join(data, "jounieh", "table.db"), parties);
  for (const share of [0.5, 0.95, 0.99]) {
    report({
      figure: `save-table, ${GUESTS} guests, p${share * 100}`,
      value: percentile(times, share),
      unit: "ms",
      limit: share === 0.95 ? 30 : null,
      raw: percentile(raw, share),
    });
  }
  const crowd = await inParallel(parties, 16, save);
  report({ figure: "save-table, 16 at a time, p95", value: percentile(crowd, 0.95), unit: "ms", limit: null });
  report({ figure: "server's memory after the saves", value: memoryOf(bench.server.pid, "VmRSS"), unit: "MB", limit: null });
  await bench.server.stop();
}

async function rawTimes(file: string, parties: { contacts: object[] }[]): Promise<number[]> {
  const database = openWriting(file);
  const table = database.prepare(
    "INSERT INTO saved_table (id, name, table_number, hostess, waiter, business_day, saved_at) VALUES (?, ?, ?, 'Rita', 'Elie', '2026-11-20', ?)",
  );
  const guest = database.prepare(
    `INSERT INTO table_guest (id, table_id, position, name, phones, email, company, title, birthday, address, added_at)
     VALUES (@id, @table_id, @position, @name, @phones, @email, @company, @title, @birthday, @address, @added_at)`,
  );
  const receipt = database.prepare("INSERT INTO receipt (key, body_hash, status, answer, created_at) VALUES (?, 'hash', 200, '{}', ?)");
  const at = new Date().toISOString();
  const times: number[] = [];
  for (const { contacts } of parties) {
    const { ms } = await timed(() =>
      database
        .transaction(() => {
          const id = uuid();
          table.run(id, id, id, at);
          for (const [position, contact] of contacts.entries()) guest.run({ ...contact, id: uuid(), table_id: id, position, added_at: at });
          receipt.run(id, at);
        })
        .immediate(),
    );
    times.push(ms);
  }
  database.close();
  return times;
}
