// Changes a store as another program would: runs statements on its file, and goes.
import Database from "better-sqlite3";

const [file = "", sql = ""] = process.argv.slice(2);
const database = new Database(file);
database.exec(sql);
database.close();
console.log("done");
