import { timestamp } from "../clock";
import { log } from "../log";
import { processWide } from "../process-wide";

/** One call as the log has it. No name, phone, token or text that somebody typed: `path` is the contract's pattern. */
export interface CallLine {
  method: string;
  path: string;
  status: number;
  /** Milliseconds. */
  ms: number;
  user?: string;
  worker?: string;
  branch: string | null;
  request_id: string;
  code?: string;
  err?: unknown;
}

/** What every open screen asks again and again: a line for each would be nine tenths of the log. */
const POLLS = new Set([
  "GET /health",
  "GET /table-log",
  "GET /saved-tables",
  "GET /auth/me",
  "GET /queue/stats",
  "GET /queue/pending",
  "GET /queue/{id}",
  "GET /queue/menus/sent",
  "GET /workers",
  "GET /queue/workers",
  "GET /cancel-status",
  "POST /worker/heartbeat",
  "POST /worker/claim",
  "POST /worker/begin",
  "POST /worker/ack",
  "POST /worker/receipts",
]);
/** They wait on purpose: for something to answer, and for others to be written together with. */
const WAITS = new Set(["POST /worker/claim", "POST /worker/heartbeat"]);

/** A poll of more milliseconds than this is worth a line. */
const SLOW = 1_000;

const MINUTE = 60_000;

/** The polls of one path since the last line about them. */
interface Tally {
  method: string;
  path: string;
  /** When the first of them was answered. */
  since: string;
  begun: number;
  times: number[];
  statuses: Record<number, number>;
}

const tallies = () => processWide("polls that were counted", () => new Map<string, Tally>());

/**
 * Writes one call down: a line of its own, or, for a poll that went well, its part of a line a minute. No timer writes
 * that line but the next call of any kind, so that nothing keeps the process alive.
 */
export function writeCall(line: CallLine): void {
  writePolls(MINUTE);
  if (isUsualPoll(line)) count(line);
  // What waits for the end of read-only mode is nobody's trouble: somebody has said so.
  else if (line.status >= 500 && line.code !== "read_only") log().error(line, "call failed");
  else log().info(line, "call");
}

function isUsualPoll({ method, path, status, ms }: CallLine): boolean {
  const call = `${method} ${path}`;
  return POLLS.has(call) && status < 400 && (ms <= SLOW || WAITS.has(call));
}

function count({ method, path, status, ms }: CallLine): void {
  const key = `${method} ${path}`;
  const tally = tallies().get(key) ?? { method, path, since: timestamp(), begun: performance.now(), times: [], statuses: {} };
  tallies().set(key, tally);
  tally.times.push(ms);
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
}

/**
 * Writes a line for each path whose polls have been counted for so long; at a clean stop for all of them.
 * @param age milliseconds since the first of them
 */
export function writePolls(age = 0): void {
  for (const [key, { method, path, since, begun, times, statuses }] of tallies()) {
    if (performance.now() - begun < age) continue;
    tallies().delete(key);
    const sorted = times.sort((a, b) => a - b);
    log().info(
      { method, path, since, count: times.length, p50_ms: quantile(sorted, 0.5), p95_ms: quantile(sorted, 0.95), statuses },
      "polls",
    );
  }
}

/** The smallest time that so large a part of all did not exceed. */
function quantile(sorted: number[], part: number): number {
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
}
