// Holds SQLite's exclusive lock on stores from outside until it is ended.
//   node tests/bench/locker.mjs whole|writes FILE ...    `whole` keeps readers out, too; only an unopened store can be had
import Database from "better-sqlite3";

const [what, ...files] = process.argv.slice(2);
const held = files.map((file) => {
  const database = new Database(file, { fileMustExist: true, timeout: 2_000 });
  if (what === "whole") database.pragma("locking_mode = EXCLUSIVE");
  database.exec("BEGIN EXCLUSIVE; UPDATE store_lock SET turns = turns + 1 WHERE id = 1");
  return database;
});
console.log(`locked ${held.length}`);
setInterval(() => held.every((database) => database.open), 60_000); // a collected connection would let its lock go
