// Compares each store's migrations with its schema, without the engine binary that Prisma's own tool would download.
//   npm run migration -- create KIND NAME   writes the difference as a new migration, to be read and completed by hand
//   npm run migration -- check              fails when a schema says more or less than its migrations give
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import Database from "better-sqlite3";

export const KINDS = ["hub", "contacts", "table"];

let started = false;

function startEngine() {
  if (started) return; // a second instance under the same bindings panics
  started = true;
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= { set_message: (message) => console.error(message) };
  const folder = path.dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  const module = new WebAssembly.Module(readFileSync(path.join(folder, "schema_engine_bg.wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": engine });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

/** Runs every migration of a kind into a scratch file, then takes away what a schema cannot say: search, triggers and indexes of some rows. */
function buildScratch(kind, file) {
  const database = new Database(file);
  // The runner's own; here is nobody whose numbers or names they could read.
  for (const name of ["phones_of", "name_keys"]) database.function(name, (_text) => "[]");
  const baseDir = path.join("prisma", kind, "migrations");
  const folders = readdirSync(baseDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const name of folders.map((entry) => entry.name).sort()) {
    database.exec(readFileSync(path.join(baseDir, name, "migration.sql"), "utf8"));
  }
  const beyondSchema = database
    .prepare(
      "SELECT type, name FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL TABLE%' OR (type = 'index' AND sql LIKE '% WHERE %') ORDER BY type DESC",
    )
    .all();
  for (const { type, name } of beyondSchema) database.exec(`DROP ${type} IF EXISTS "${name}"`);
  database.close();
}

/** The SQL that is missing between a store kind's migrations and its schema; an empty text when they agree. */
export async function missingSql(kind) {
  startEngine();
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-migration-"));
  try {
    const schemaPath = path.join("prisma", kind, "schema.prisma");
    const content = readFileSync(schemaPath, "utf8");
    const file = path.join(folder, "scratch.db");
    buildScratch(kind, file);
    const adapter = new PrismaBetterSqlite3({ url: `file:${file}` });
    const session = await engine.SchemaEngine.new(
      { datamodels: [[schemaPath, content]] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(adapter),
    );
    const schema = { files: [{ path: schemaPath, content }], configDir: process.cwd() };
    const difference = await session.diff({
      from: { tag: "schemaDatasource", ...schema },
      to: { tag: "schemaDatamodel", ...schema },
      script: true,
      exitCode: true,
      shadowDatabaseUrl: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return difference.exitCode === 0 ? "" : difference.stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main([command, kind, name]) {
  if (command === "create" && KINDS.includes(kind) && name) {
    const sql = await missingSql(kind);
    if (!sql) return console.log(`${kind}: the migrations give what the schema says.`);
    const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    const folder = path.join("prisma", kind, "migrations", `${stamp}_${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "migration.sql"), sql);
    writeFileSync(path.join("prisma", kind, "migrations", "migration_lock.toml"), 'provider = "sqlite"\n');
    return console.log(`Wrote ${folder}. Read it, and add what a schema cannot say.`);
  }
  if (command === "check") {
    for (const one of KINDS) {
      const sql = await missingSql(one);
      console.log(`${one}: ${sql ? `the migrations lack\n${sql}` : "the migrations give what the schema says."}`);
      if (sql) process.exitCode = 1;
    }
    return undefined;
  }
  console.error(`Say: create ${KINDS.join("|")} NAME, or check.`);
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));
