// The control of the power cuts: two writers that wait for no disk, a plain file and SQLite with synchronous=OFF. It says
// each number after it was "written"; if a cut loses none of them, the cut was none.
//   node tests/power/careless.mjs FOLDER
import { appendFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";

const folder = process.argv[2];
const database = new Database(path.join(folder, "careless.sqlite"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = OFF");
database.exec("CREATE TABLE IF NOT EXISTS number (n INTEGER)");
const insert = database.prepare("INSERT INTO number VALUES (?)");

let number = 0;
setInterval(() => {
  number++;
  appendFileSync(path.join(folder, "careless.txt"), `${number}\n`);
  insert.run(number);
  console.log(number);
}, 10);
