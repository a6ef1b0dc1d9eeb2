// Loaded into the server's process before its own code (`--import`): how long the event loop makes whoever comes wait. The
// time between two turns of the loop is written down, and for how much of it the loop's own thread worked: on SIGUSR2 all of
// them go into the next file, and it begins anew.
import { openSync, readSync, renameSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** So often the loop is to come by, in milliseconds. */
const EVERY = 2;

if (isMainThread) {
  const place = process.env.LOOP_GAPS ?? "";
  const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  const room = Buffer.alloc(128);
  /** Milliseconds that this thread has had a core (proc(5), the first figure). */
  const worked = () => Number(room.toString("latin1", 0, readSync(schedule, room, 0, room.length, 0)).split(" ")[0]) / 1e6;
  let gaps = [];
  let last = performance.now();
  let lastWorked = worked();
  let files = 0;
  const look = () => {
    const now = performance.now();
    const work = worked();
    gaps.push([now - last, work - lastWorked]);
    [last, lastWorked] = [now, work];
  };
  const lookAgain = () => {
    look();
    setTimeout(lookAgain, EVERY).unref();
  };
  lookAgain();
  process.on("SIGUSR2", () => {
    look();
    files += 1;
    const file = `${place}.${files}`;
    writeFileSync(`${file}.new`, JSON.stringify(gaps));
    renameSync(`${file}.new`, file);
    gaps = [];
    [last, lastWorked] = [performance.now(), worked()];
  });
}
