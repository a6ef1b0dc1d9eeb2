// Brings a store to the newest schema of the migrations in this folder.
import { migrate } from "../../../lib/db/migrate";

const [file = ""] = process.argv.slice(2);
console.log("ready");
await new Promise((resolve) => process.stdin.once("data", resolve));
console.log(migrate(file, "table").join(","));
process.exit(0);
