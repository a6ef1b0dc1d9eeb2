import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { contactsTarget } from "../../lib/book/contacts-target";
import { publish } from "../../lib/book/publishing";
import { openWriting } from "../../lib/db/pragmas";
import type { Person } from "../../lib/person";
import { readPhones } from "../../lib/phones";
import { mergeContacts } from "../support/older-book";
import { copyStore, incoming, MILLION, makeMillion, people, peopleWithNumbers } from "./stores";

const HOURS = { timeZone: "Asia/Beirut", dayEndsAt: "05:00" };
const folder = "/dev/shm/prof";
const million = path.join(folder, "million.db");
if (!existsSync(million)) makeMillion(million, "jounieh");
function* mixed(count: number, nth: number, seed: number): Generator<Person> {
  const known = people(MILLION, 1);
  const own = peopleWithNumbers(count, seed, 3_000_000 + seed * count);
  for (let index = 0; index < count; index++) yield (index % nth === 0 ? known : own).next().value as Person;
}
const [what, count, nth] = [process.argv[2], Number(process.argv[3] ?? 100000), Number(process.argv[4] ?? 3)];
const open = () => {
  const file = path.join(folder, `contacts-${process.pid}.db`);
  copyStore(million, file, "jounieh");
  const db = openWriting(file);
  if (process.env.CACHE) db.pragma(`cache_size = -${process.env.CACHE}`);
  return db;
};
const rec = (person: Person, said_at: string, batch: string, line: number) => ({
  said_at,
  batch,
  line,
  id: `${batch}/${line}`,
  incarnation: 0,
  version: 1,
  evening: said_at.slice(0, 10),
  branch: "jounieh",
  person,
  numbers: readPhones(person.phones),
});
const P = { hours: HOURS, say: () => {}, why: "import" as const };
const time = (name: string, work: () => void) => {
  const c = process.cpuUsage();
  const s = performance.now();
  work();
  const u = process.cpuUsage(c);
  console.log(name, ((performance.now() - s) / 1000).toFixed(2), "s wall", ((u.user + u.system) / 1e6).toFixed(2), "s cpu");
};
const batch = [...mixed(count, nth, 5)];
const inc = batch.map(incoming);
if (what === "old" || what === "both") {
  const db = open();
  time("old", () =>
    db
      .transaction(() =>
        mergeContacts(db, contactsTarget(db, { branch: "jounieh", hours: HOURS, say: () => {}, why: "import" }), inc, count),
      )
      .immediate(),
  );
  db.close();
}
if (what === "new" || what === "both" || what === "undo") {
  const db = open();
  const records = batch.map((p, i) => rec(p, "2026-11-20T19:30:00.000Z", "b1", i));
  time("new", () => db.transaction(() => publish(db, { records }, P)).immediate());
  if (what === "undo")
    time("undo", () => db.transaction(() => publish(db, { undone: { batch: "b1" } }, { ...P, why: "undo" as never })).immediate());
  db.close();
}
if (what === "late") {
  const db = open();
  const one = rec({ ...(batch[0] as Person), phones: "+1 212 9999999" }, "2026-11-25T19:30:00.000Z", "b0", 0);
  db.transaction(() => publish(db, { records: [one] }, P)).immediate();
  const records = batch.map((p, i) => rec(p, "2026-11-20T19:30:00.000Z", "b1", i));
  time("late", () => db.transaction(() => publish(db, { records }, P)).immediate());
  db.close();
}
for (const s of ["", "-wal", "-shm"]) rmSync(path.join(folder, `contacts-${process.pid}.db${s}`), { force: true });
if (what === "mbd") {
  const rows = [1, 2, 3, 4, 5].map((branch) => [...mixed(20_000, 2, 10 + branch)]);
  for (const kind of ["plain", "book"]) {
    const db = open();
    if (kind === "plain")
      time("plain", () =>
        db
          .transaction(() =>
            mergeContacts(
              db,
              contactsTarget(db, { branch: "jounieh", hours: HOURS, say: () => {}, why: "import" }),
              rows.flat().map(incoming),
              100_000,
            ),
          )
          .immediate(),
      );
    else
      time("book", () =>
        db
          .transaction(() =>
            publish(
              db,
              {
                records: rows.flatMap((ps, b) =>
                  ps.map((person, line) => {
                    const said_at = new Date(Date.UTC(2026, 10, 20, 17) + line * 1_000).toISOString();
                    return rec({ ...person, added_at: said_at }, said_at, `store ${b}`, line);
                  }),
                ),
              },
              P,
            ),
          )
          .immediate(),
      );
    db.close();
  }
}
for (const s of ["", "-wal", "-shm"]) rmSync(path.join(folder, `contacts-${process.pid}.db${s}`), { force: true });
