import { readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect } from "vitest";
import { checkEvents } from "../support/event-invariants";
import { expectNameWords } from "../support/name-words";
import type { KillHouse } from "./house";

const CONTACT_TRIGGERS = [
  "contact_change_forget",
  "contact_change_note",
  "contact_late_delete",
  "contact_late_insert",
  "contact_late_update",
  "contact_search_delete",
  "contact_search_insert",
  "contact_search_update",
  "event_never_changes",
  "event_never_goes",
  "event_spread",
  "name_word_came",
  "name_word_gone",
];

const checkedBackups = new Set<string>();

/**
 * What must hold of every file after every kill, whatever was under way (docs/design/reliability.md 3.1): each store and each
 * backup is whole, and what a killed step has left behind is taken for neither.
 */
export function checkInvariants(house: Pick<KillHouse, "data">): void {
  const files = filesBelow(house.data).filter((file) => file.endsWith(".db"));
  const isBackup = (file: string) => file.split("/").includes("backups");
  const backups = files.filter(isBackup);
  const stores = files.filter((file) => !isBackup(file));
  expect(stores.sort()).toEqual(EVERY_STORE);
  for (const store of stores) checkStore(path.join(house.data, store), store);
  for (const backup of backups.map((file) => path.join(house.data, file))) {
    if (!checkedBackups.has(backup)) checkWhole(new Database(backup, { readonly: true }), backup);
    checkedBackups.add(backup);
  }
}

const RESTAURANTS = ["jounieh", "batroun", "tripoli", "zgharta", "ehden"];
const EVERY_STORE = [
  "hub.db",
  "central/contacts.db",
  ...RESTAURANTS.flatMap((branch) => [`${branch}/contacts.db`, `${branch}/table.db`]),
].sort();

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

function checkStore(file: string, name: string): void {
  checkWhole(new Database(file, { readonly: true }), name);
  const database = new Database(file);
  try {
    checkEvents(database, name);
    if (path.basename(name) === "contacts.db") checkSearch(database, name);
  } finally {
    database.close();
  }
}

function checkWhole(database: Database.Database, name: string): void {
  try {
    expect(database.pragma("integrity_check", { simple: true }), name).toBe("ok");
    expect(database.pragma("foreign_key_check"), name).toEqual([]);
  } finally {
    database.close();
  }
}

function checkSearch(database: Database.Database, name: string): void {
  const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name").pluck().all();
  expect(triggers, name).toEqual(CONTACT_TRIGGERS);
  // Compared with the contacts themselves (the 1): otherwise the index is only compared with itself.
  for (const index of ["contact_prefix", "contact_trigram"]) {
    expect(
      () => database.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`).run(),
      `${name}: ${index}`,
    ).not.toThrow();
  }
  expectNameWords(database, name);
}
