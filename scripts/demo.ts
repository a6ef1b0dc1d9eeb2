// Fills an empty data folder with a lively, plausible group: five branches, a few hundred guests, birthdays around
// today, the tables of this evening and of the last weeks. Everything goes through the same functions as the screens.
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { hashPassword } from "../lib/auth/passwords";
import { usernameKey } from "../lib/auth/username-key";
import { businessDayOf, eveningHours } from "../lib/business-day";
import { setClock } from "../lib/clock";
import { changeDateFormat } from "../lib/date-setting/change";
import { bySystem } from "../lib/db/actor";
import { type Branch, branchHandle } from "../lib/db/branch";
import { dataDir } from "../lib/db/files";
import { closeStores, hubStore } from "../lib/db/find-store";
import { lockDataFolder } from "../lib/db/server-lock";
import { env } from "../lib/env";
import { endOfDay } from "../lib/evening/end-of-day";
import { importPath } from "../lib/import/import";
import { type Restaurant, restaurants } from "../lib/known-branches";
import { addDays, dayRange } from "../lib/local-time";
import { awardVisit, createCustomer } from "../lib/loyalty/award";
import { mergeByDateAllBranches } from "../lib/merging/merge-by-date";
import type { PersonInput } from "../lib/person";
import { DEFAULT_STAFF } from "../lib/staff/names";
import { start } from "../lib/start";
import { saveTable } from "../lib/tables/save";
import { guests, rng } from "./guests.mjs";

const BY = bySystem("demo");
const PASSWORD = "daftar-demo";
const PER_BRANCH = 80;
const EVENINGS = 10;
const MINUTE = 60_000;

type Guest = PersonInput & { id: number };

async function main(): Promise<void> {
  const folder = dataDir();
  const inUse = existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".db"));
  if (inUse) throw new Error(`The data folder is not empty, so nothing was changed. Move it away, or set DATA_DIR to a new folder.`);
  lockDataFolder(env().PORT, "npm run demo");
  console.log("Making the stores, the roles and the admin …");
  await start(() => {});
  if (!env().ADMIN_PASSWORD) await giveDemoPassword();
  await changeDateFormat({ format: "dd/MM/yyyy" }, BY); // as people in Lebanon write it
  const random = rng(7);
  const everybody = [...guests(PER_BRANCH * restaurants().length, 11)].map((guest, index) => withBirthday(guest as Guest, index));
  for (const [index, key] of restaurants().entries()) {
    const mine = everybody.slice(index * PER_BRANCH, (index + 1) * PER_BRANCH);
    console.log(`${key}: ${mine.length} guests, ${EVENINGS} evenings, and tonight's tables …`);
    await importGuests(branchHandle(key), mine);
    for (let ago = EVENINGS; ago >= 0; ago--) await spendEvening(key, mine, ago, random);
  }
  await mergeByDateAllBranches(
    branchHandle("central"),
    { date: addDays(today(), -1), force: true, backup: false, include_server_table: true, include_earlier: true, branches_root: "" },
    BY,
  );
  await closeStores();
  console.log(`Done. Start with: npm start. Sign in as ${env().ADMIN_USERNAME} with the password ${env().ADMIN_PASSWORD ?? PASSWORD}`);
}

/** The README names it, so that the rule for new passwords refuses it; only this house's admin gets it past the rule. */
async function giveDemoPassword(): Promise<void> {
  const password_hash = await hashPassword(PASSWORD);
  const hub = await hubStore();
  await hub.write(BY, async (tx) => {
    await tx.user.update({ where: { username_key: usernameKey(env().ADMIN_USERNAME) }, data: { password_hash } });
    return { answer: undefined, happened: [] };
  });
}

function today(): string {
  return businessDayOf(new Date(), eveningHours(env()));
}

/** Every ninth guest has a birthday within a fortnight of today, so that badges and campaigns have something to show. */
function withBirthday(guest: Guest, index: number): Guest {
  if (index % 9 !== 0) return guest;
  return { ...guest, birthday: `--${addDays(today(), ((index / 9) % 29) - 14).slice(5)}` };
}

async function importGuests(branch: Branch, people: Guest[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "daftar-demo-"));
  const columns = ["name", "phones", "email", "company", "title", "birthday", "address", "added_at"] as const;
  const quoted = (value: unknown) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const lines = people.map((person) =>
    columns.map((column) => quoted(column === "added_at" ? `${String(person[column])}Z` : person[column])).join(","),
  );
  const file = path.join(folder, "guests.csv");
  await writeFile(file, [columns.join(","), ...lines].join("\n"));
  await importPath(branch, { path: file, fileName: "guests.csv", format: "csv", dryRun: false }, BY);
  await rm(folder, { recursive: true });
}

/** One evening of a branch: its tables one after the other, then End of Day; tonight (0 days ago) is left open. */
async function spendEvening(key: Restaurant, people: Guest[], ago: number, random: () => number): Promise<void> {
  const day = addDays(today(), -ago);
  const evening = dayRange(day, env().TIME_ZONE).from.getTime() + 19 * 60 * MINUTE;
  const latest = ago === 0 ? Date.now() : Number.POSITIVE_INFINITY;
  const tables = 3 + Math.floor(random() * 3);
  const first = ago === 0 ? Math.min(evening, latest - tables * 14 * MINUTE) : evening;
  for (let table = 0; table < tables; table++) {
    setClock(() => new Date(Math.min(first + table * 14 * MINUTE, latest)));
    await seatTable(key, people, table, random);
  }
  if (ago > 0) {
    const [hours = 23, minutes = 15] = env().END_OF_DAY_AT.split(":").map(Number);
    setClock(() => new Date(dayRange(day, env().TIME_ZONE).from.getTime() + (hours * 60 + minutes + 10) * MINUTE));
    await endOfDay(branchHandle(key), BY);
  }
  setClock(null);
}

async function seatTable(key: Restaurant, people: Guest[], table: number, random: () => number): Promise<void> {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T; // never an empty list here
  const branch = branchHandle(key);
  const party = [...new Set(Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(people)))];
  const contacts = party.map(({ id: _, added_at: __, ...person }) => ({ ...person, birth_year: null }));
  const metadata = {
    hostess: pick(DEFAULT_STAFF.hostesses),
    waiter: pick(DEFAULT_STAFF.waiters),
    table_number: String(1 + ((table * 7) % 24)),
    ...(table % 3 > 0 && { party_size: party.length + (table % 2) }),
  };
  const saved = await saveTable(branch, { metadata, contacts }, BY, { requirePermission: () => {} });
  for (const guest of party) {
    const known = await createCustomer({ name: guest.name, phone: guest.phones }, { branches: null }, BY).then(
      ({ customer }) => customer,
      (conflict: { fields?: { customer?: { id: string } } }) => conflict.fields?.customer,
    );
    if (known)
      await awardVisit(branch, { customer_id: known.id, table_number: metadata.table_number, table_name: saved.table_name, points: 5 }, BY);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
