// A server as far as the data folder is concerned: takes it, says so, and keeps it until it is told to stop.
import { lockDataFolder } from "../../../lib/db/server-lock";

const [port = "0"] = process.argv.slice(2);
try {
  const lock = lockDataFolder(Number(port));
  console.log("has the folder");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  lock.release();
  process.exit(0);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
