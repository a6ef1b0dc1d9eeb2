// Holds a store's write lock, as a backup tool or a second program would, until it is told to let go.
import Database from "better-sqlite3";

const [file = ""] = process.argv.slice(2);
const database = new Database(file);
database.exec("BEGIN IMMEDIATE");
console.log("held");
await new Promise((resolve) => process.stdin.once("data", resolve));
database.exec("COMMIT");
database.close();
console.log("released");
process.exit(0);
