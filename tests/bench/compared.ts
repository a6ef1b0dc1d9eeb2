// Compares a whole guest book with what was said of its guests, as the nightly job does: tsx tests/bench/compared.ts FILE
// It prints the seconds of CPU, the MB of memory over the start, and how many guests differ.
import { compareBookOf } from "../../lib/rebuild/compare-step";
import { memoryOf } from "./report";

const HOURS = { timeZone: "Asia/Beirut", dayEndsAt: "05:00" };
const [file = ""] = process.argv.slice(2);
const begun = process.cpuUsage();
const before = memoryOf(process.pid, "VmRSS");
const { differing, differences } = compareBookOf({ file, hours: HOURS });
const { user, system } = process.cpuUsage(begun);
const memory = memoryOf(process.pid, "VmHWM") - before;
if (differing > 0) console.error(differences.slice(0, 5));
console.log(JSON.stringify({ seconds: (user + system) / 1e6, memory, differing }));
