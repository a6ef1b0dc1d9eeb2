import { type Pair, ROUNDS, reportTimes, withBoth } from "./beside";
import { BUSY_DATE, busyRange, type Group, ROWS_OF_DATE, TABLES_OF_TONIGHT, tonight } from "./group";
import type { Call } from "./http";
import { percentile, report, reportCount, timed } from "./report";
import { type Bare, type Bench, inParallel } from "./server";

/** How often each is asked in a round. */
const DATES = 40;
const POLLS = 200;
/** The calls in which V8 compiles what every call passes through: the first seconds of an evening. */
const WARM_UP = 600;

const many = (pair: Pair, times: number): Pair[] => Array.from({ length: times }, () => pair);

/** A date with many rows, beside the same two ranges of the bare server. */
export async function benchDate({ data }: Group): Promise<void> {
  const pair = {
    ours: `/api/search-by-date?date=${BUSY_DATE}`,
    bare: `/date?${new URLSearchParams({ day: BUSY_DATE, ...busyRange() })}`,
  };
  await withBoth(data, async (bench, bare) => {
    for (const [whose, { text }] of [
      ["ours", await bench.call("GET", pair.ours)] as const,
      ["bare", await bare.call("GET", pair.bare)] as const,
    ]) {
      reportCount(`rows of the date, ${whose}`, (JSON.parse(text) as { contacts: unknown[] }).contacts.length, ROWS_OF_DATE);
    }
    await reportTimes(`a date of ${ROWS_OF_DATE} rows`, many(pair, DATES), { bench, bare }, { medianRatio: 2 });
  });
}

/** What every device asks again and again: health, who am I, and the feed of tonight's tables. */
export async function benchPolls({ data }: Group): Promise<void> {
  await withBoth(data, async (bench, bare) => {
    const servers = { bench, bare };
    await reportFirst(servers);
    await reportTimes("/health", many({ ours: "/api/health", bare: "/row" }, POLLS), servers, { p95: 5 });
    await reportTimes("/auth/me", many({ ours: "/api/auth/me", bare: "/row" }, POLLS), servers, { p95: 5 });
    const feed = { ours: "/api/table-log", bare: `/feed?day=${tonight()}` };
    const { text } = await bench.call("GET", feed.ours);
    reportCount("tables of the feed", (JSON.parse(text) as { logs: unknown[] }).logs.length, TABLES_OF_TONIGHT);
    const browsers = { bench: { ...bench, call: asBrowser(bench.call) }, bare };
    await reportTimes(`feed of ${TABLES_OF_TONIGHT} tables, all of it`, many(feed, POLLS / 2), browsers, { p95: 5 });
    const { bytes } = await browsers.bench.call("GET", feed.ours);
    report({ figure: "the same feed over the line", value: bytes / 1_000, unit: "kB", limit: null, bare: text.length / 1_000 });
    await reportUnchanged(feed, servers);
  });
}

/** Every browser takes answers compressed; they are unpacked in the time that is measured. */
const asBrowser =
  (call: Call): Call =>
  (method, address, body, headers) =>
    call(method, address, body, { ...headers, "accept-encoding": "gzip" });

/**
 * The very first calls after a start, in which both servers compile themselves. They are shown without a limit; the
 * promises are about the evening that follows.
 */
async function reportFirst({ bench, bare }: { bench: Bench; bare: Bare }): Promise<void> {
  const asked = many({ ours: "/api/health", bare: "/row" }, WARM_UP);
  const ours = await inParallel(asked, 1, async (pair) => void (await bench.call("GET", pair.ours)));
  const others = await inParallel(asked, 1, async (pair) => void (await bare.call("GET", pair.bare)));
  const figure = `/health, the first ${WARM_UP} calls after the start, p95`;
  report({ figure, value: percentile(ours, 0.95), unit: "ms", limit: null, bare: percentile(others, 0.95) });
}

/** The feed asked again with the ETag of the last answer, as a browser does; without one, all of it comes again. */
async function reportUnchanged(feed: Pair, { bench, bare }: { bench: Bench; bare: Bare }): Promise<void> {
  const ours = await unchangedPolls(bench.call, feed.ours);
  const others = await unchangedPolls(bare.call, feed.bare);
  const figure = "unchanged feed";
  for (const [name, share] of [["median", 0.5] as const, ["p95", 0.95] as const]) {
    const limit = share === 0.95 ? 2 : null;
    report({
      figure: `${figure}, ${name}`,
      value: percentile(ours.times, share),
      unit: "ms",
      limit,
      bare: percentile(others.times, share),
    });
  }
  report({ figure: `${figure}, with its headers`, value: ours.bytes / 1_000, unit: "kB", limit: 1, bare: others.bytes / 1_000 });
}

async function unchangedPolls(call: Call, address: string): Promise<{ times: number[]; bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  let { etag } = await call("GET", address);
  for (let count = 0; count < ROUNDS * POLLS; count++) {
    const { ms, result } = await timed(() => call("GET", address, undefined, etag ? { "if-none-match": etag } : {}));
    times.push(ms);
    bytes = Math.max(bytes, result.bytes);
    etag = result.etag ?? etag;
  }
  return { times, bytes };
}
