// Keeps everybody else from files, readers too, until it is told to let go: as a tool does that opens them exclusively.
import Database from "better-sqlite3";

const databases = process.argv.slice(2).map((file) => {
  const database = new Database(file);
  database.pragma("locking_mode = EXCLUSIVE");
  database.exec("BEGIN EXCLUSIVE");
  return database;
});
console.log("held");
await new Promise((resolve) => process.stdin.once("data", resolve));
for (const database of databases) database.close();
console.log("released");
process.exit(0);
