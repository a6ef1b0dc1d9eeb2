import { isApiError } from "@/lib/api/api-error";
import type { StreamEvent } from "@/lib/event-stream";
import type { VoucherFile } from "@/lib/vouchers/contract";

/** The vouchers of a date as the server tells of them. */
export interface Vouchers {
  files: VoucherFile[];
  running: { job: string; current: number; total: number } | null;
}

/** How a making ended. */
export type Ending = { how: "done"; made: number; leftOut: number } | { how: "stopped"; words: string };

/** The calls about the making of one date. */
export interface MakingCalls {
  /** Begins a making, or joins the one that runs. */
  stream: (signal: AbortSignal) => Promise<AsyncGenerator<StreamEvent>>;
  list: (signal: AbortSignal) => Promise<Vouchers>;
  job: (id: string, signal: AbortSignal) => Promise<{ state: string; error: string | null; answer: unknown }>;
}

interface Progress {
  current: number;
  total: number;
  made?: VoucherFile[];
  files?: VoucherFile[];
  left_out?: number;
  error?: string;
  code?: string;
}

/** How long between two looks at a making whose line was cut, or that somebody else began, in milliseconds. */
const LOOK_MS = 1000;

/**
 * Follows a making to its end, over cut lines and restarts of the server. Begun by `asked`, it opens the stream, and when
 * the stream breaks it looks at the server's job: it asks anew only for what the server itself was interrupted in, so that
 * nobody's stop is undone.
 * @throws ApiError for a refusal, and for a making that failed
 */
export async function followMaking(
  asked: boolean,
  calls: MakingCalls,
  tell: (change: (before: Vouchers) => Vouchers) => void,
  signal: AbortSignal,
): Promise<Ending> {
  let job: string | null = null;
  for (let ask = asked; ; ) {
    if (ask) {
      const ended = await followStream(calls, tell, signal, (id) => {
        job = id;
      });
      if (ended) return ended;
    }
    const seen = await lookUntilEnd(job, calls, tell, signal);
    const last = seen === null ? null : await patiently(() => calls.job(seen, signal), signal);
    ask = !last || last.state === "interrupted" || last.state === "running";
    if (last && !ask) return endingOf(last);
    if (!asked) return { how: "stopped", words: last?.error ?? "" };
    await pause(signal);
  }
}

/** @returns null where the line was cut before the end */
async function followStream(
  calls: MakingCalls,
  tell: (change: (before: Vouchers) => Vouchers) => void,
  signal: AbortSignal,
  onJob: (job: string) => void,
): Promise<Ending | null> {
  let made = 0;
  let isKnown = false;
  try {
    for await (const { event, data } of await calls.stream(signal)) {
      // The stream has no schema of its own: docs/design/api.md, GET /birthdays/generate-vouchers-stream.
      const said = data as Progress;
      if (event === "failed" && said.code !== "cancelled") throw new MakingFailed(said.error ?? "");
      made += said.made?.length ?? 0;
      tell((before) => withProgress(before, said, event !== "message"));
      if (event === "failed") return { how: "stopped", words: said.error ?? "" };
      if (event === "done") return { how: "done", made, leftOut: said.left_out ?? 0 };
      if (isKnown) continue;
      isKnown = true;
      const listed = await calls.list(signal); // names the job, by which it can be stopped
      if (listed.running) onJob(listed.running.job);
      tell(({ files }) => ({ files: joined(files, listed.files), running: listed.running }));
    }
  } catch (error) {
    if (signal.aborted || error instanceof MakingFailed || isRefusal(error)) throw error;
  }
  return null;
}

/** A making that began and could not go on. */
class MakingFailed extends Error {
  override readonly name = "MakingFailed";
}

/** @returns the job that ran last, as far as anybody knows it */
async function lookUntilEnd(
  known: string | null,
  calls: MakingCalls,
  tell: (change: (before: Vouchers) => Vouchers) => void,
  signal: AbortSignal,
): Promise<string | null> {
  for (let job = known; ; ) {
    const listed = await patiently(() => calls.list(signal), signal);
    tell(() => listed);
    if (!listed.running) return job;
    job = listed.running.job;
    await pause(signal);
  }
}

/** Asks again as long as nobody answers. */
async function patiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error;
    }
    await pause(signal);
  }
}

/** What a proxy says while the server behind it is away. */
const NOBODY_BEHIND = [502, 504];

/** Whether a server said no, which asking again would not change. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && !NOBODY_BEHIND.includes(error.status);
}

/** Shorter when the network comes back. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", over);
      signal.removeEventListener("abort", over);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = window.setTimeout(over, LOOK_MS);
    window.addEventListener("online", over);
    signal.addEventListener("abort", over);
    if (signal.aborted) over();
  });
}

function endingOf({ state, error, answer }: { state: string; error: string | null; answer: unknown }): Ending {
  if (state === "cancelled") return { how: "stopped", words: error ?? "" };
  if (state !== "done") throw new MakingFailed(error ?? "");
  const { made = 0, left_out = 0 } = (answer ?? {}) as { made?: number; left_out?: number }; // a job's answer is of its own kind
  return { how: "done", made, leftOut: left_out };
}

function withProgress(before: Vouchers, { current, total, made = [], files }: Progress, isOver: boolean): Vouchers {
  return {
    files: files ?? joined(before.files, made),
    running: isOver ? null : { job: before.running?.job ?? "", current, total },
  };
}

function joined(before: VoucherFile[], more: VoucherFile[]): VoucherFile[] {
  if (more.length === 0) return before;
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...more.filter(({ id }) => !known.has(id))];
}
