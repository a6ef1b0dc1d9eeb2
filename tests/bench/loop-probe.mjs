// Loaded into the server's process before its own code (`--import`): how long the event loop makes whoever comes wait. The
// time between two turns of the loop is written down; on SIGUSR2 all of them go into the next file, and it begins anew.
import { renameSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** So often the loop is to come by, in milliseconds. */
const EVERY = 2;

if (isMainThread) {
  const place = process.env.LOOP_GAPS ?? "";
  let gaps = [];
  let last = performance.now();
  let files = 0;
  const lookAgain = () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    setTimeout(lookAgain, EVERY).unref();
  };
  lookAgain();
  process.on("SIGUSR2", () => {
    gaps.push(performance.now() - last);
    files += 1;
    const file = `${place}.${files}`;
    writeFileSync(`${file}.new`, JSON.stringify(gaps));
    renameSync(`${file}.new`, file);
    gaps = [];
    last = performance.now();
  });
}
