import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { branchFromWords } from "@/components/feed/branch-from-words";
import { branchOfHost } from "@/lib/api/base";
import { keyFor } from "@/lib/branches/key";
import { migrate } from "@/lib/db/migrate";
import { forgetSettings } from "@/lib/env";
import { health } from "@/lib/health/contract";
import { branchKeys, branchName, DEFAULT_BRANCHES, isRestaurant, knowBranches, knownBranches, mayBeKey } from "@/lib/known-branches";
import { start } from "@/lib/start";
import { call, enterHouse, restartHouse } from "../support/house";
import { hubBefore } from "../support/older";
import { RESTAURANTS } from "../support/restaurants";

const FIVE = RESTAURANTS.map((key) => ({ key, name: key[0]?.toUpperCase() + key.slice(1), isClosed: false }));

/** What a hub's rows say, in their order. */
function rowsOf(file: string) {
  const hub = new Database(file, { readonly: true });
  try {
    return hub.prepare("SELECT key, name, opened_at, closed_at FROM branch ORDER BY position").all();
  } finally {
    hub.close();
  }
}

it("of a group that has changed nothing are the five, in their order", async () => {
  enterHouse();
  await call("admin", health);
  expect(knownBranches()).toEqual(FIVE);
  expect(branchKeys()).toEqual([...RESTAURANTS, "central"]);
  expect(["jounieh", "central", "beirut"].map((key) => [branchName(key), isRestaurant(key)])).toEqual([
    ["Jounieh", true],
    ["Central", false],
    ["beirut", false],
  ]);
});

it("come into a hub from before them as the five, and nothing else of it changes", () => {
  const { file, update } = hubBefore("20261127130000_branches");
  const older = new Database(file);
  older.exec("INSERT INTO known_store (branch, kind, created_at) VALUES ('ehden', 'table', '2026-11-20T10:00:00.000Z')");
  older.close();
  expect(update()).toContain("20261127130000_branches");
  expect(rowsOf(file)).toEqual(FIVE.map(({ key, name }) => ({ key, name, opened_at: null, closed_at: null })));
  expect(migrate(file, "hub")).toEqual([]);
});

it.each([
  ["BRANCHES", "jounieh,beirut"],
  ["BRANCH", "beirut"],
  ["API_BASES", "beirut=http://10.0.2.9:8000/api"],
])("%s=%s stops the start, which says the branches that there are", async (name, value) => {
  enterHouse({ [name]: value, ...(name === "BRANCH" ? { BRANCHES: "" } : {}) });
  const why = `  ${name}: There is no branch beirut. Name branches out of: ${branchKeys().join(", ")}.`;
  await expect(start()).rejects.toThrow(why);
  process.env[name] = name === "API_BASES" ? "" : "jounieh";
  forgetSettings();
  await restartHouse();
  expect((await start()).broken).toEqual([]);
});

it("are found in the words of an entry by key and by name, and Jounieh is what is left", () => {
  enterHouse();
  expect(["Terrace of Batroun", "ZGHARTA 4", "garden", "Jounieh and Ehden"].map(branchFromWords)).toEqual([
    "batroun",
    "zgharta",
    "jounieh",
    "ehden",
  ]);
});

it("of two whose words begin alike, the longer one is meant where it stands", () => {
  enterHouse();
  const more = ["beirut", "beirut-souks"].map((key) => ({ key, name: key === "beirut" ? "Beirut" : "Beirut Souks", isClosed: false }));
  knowBranches([...DEFAULT_BRANCHES, ...more]);
  expect(["Beirut Souks 7", "Beirut 7", "beirut-souks"].map(branchFromWords)).toEqual(["beirut-souks", "beirut", "beirut-souks"]);
  const hosts = ["beirut-souks.example.com", "pos-beirut-souks.local", "pos-beirut.local", "batroun.example.com", "daftar.example.com"];
  expect(hosts.map(branchOfHost)).toEqual(["beirut-souks", "beirut-souks", "beirut", "batroun", null]);
});

it.each([
  ["beirut", true],
  ["beirut-2", true],
  ["4b", true],
  ["b", false],
  ["Beirut", false],
  ["-beirut", false],
  ["beirut-", false],
  ["..", false],
  ["a/b", false],
  ["بيروت", false],
  ["a".repeat(30), true],
  ["a".repeat(31), false],
  ["central", false],
  ["hub", false],
  ["backups", false],
  ["uploads", false],
  ["com1", false],
  ["www", false],
])("%j as a key: %s", (key, may) => expect(mayBeKey(key)).toBe(may));

it.each([
  ["Beirut Souks", "beirut-souks"],
  ["  Café d'Orient ", "cafe-d-orient"],
  ["بيروت", ""],
  ["Branch 2", "branch-2"],
  ["A name of many words that goes on for long", "a-name-of-many-words-that-goes"],
])("%j suggests the key %j", (name, key) => expect(keyFor(name)).toBe(key));

it("of the code are those of the migration", () => {
  const sql = readFileSync("prisma/hub/migrations/20261127130000_branches/migration.sql", "utf8");
  for (const { key, name } of FIVE) expect(sql).toContain(`('${key}', '${name}'`);
});
