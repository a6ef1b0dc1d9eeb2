import path from "node:path";
import { pathToFileURL } from "node:url";
import type { SeenComment } from "../../lib/competitions/entries/judge";
import { judgedIn } from "../../lib/competitions/entries/stored-comments";
import { competitionById } from "../../lib/competitions/rows";
import { bulkRead } from "../../lib/db/bulk-read";
import { again, WatchedLoop } from "./loop";
import { percentile, report, reportCount } from "./report";
import { openBench } from "./server";

const COMMENTS = 10_000;
const TIMES = 20;
/** By how many milliseconds opening one may raise the 99th percentile of what the event loop makes others wait. */
const ABOVE_QUIET = 20;

const WORDS = ["Je veux gagner", "أريد الفوز بالعشاء", "yes please", "🎉🎉", "Merci beaucoup", "نعم"];

/** So many comments, as people write them: two thirds mention friends, some come again, some come late. */
function commentsCsv(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 9, 1) + index * 60_000).toISOString();
    const friends = index % 3 === 0 ? "" : ` @friend.${index % 500} @other_${index % 300}`;
    return `${17_900_000_000_000 + index},guest_${index % 7_000},"${WORDS[index % WORDS.length]}${friends} #dinner",${at}`;
  });
  return ["id,username,text,timestamp", ...lines].join("\n");
}

/** The filters over ten thousand comments beside a bare loop that reads them, and what the event loop makes others wait meanwhile. */
export async function benchCompetitions(folder: string): Promise<void> {
  const data = path.join(folder, "competitions");
  const gaps = path.join(folder, "competition-gaps");
  const probe = pathToFileURL(path.resolve("tests/bench/loop-probe.mjs")).href;
  const bench = await openBench(data, { LOOP_GAPS: gaps }, ["--import", probe]);
  const ask = async (method: string, where: string, body?: unknown) => JSON.parse((await bench.call(method, `/api${where}`, body)).text);
  const competition = {
    ...{ title: "Bench", branches: ["jounieh"], prize: "Dinner", winners: 3, reserves: 5 },
    ...{ opens_at: "2026-10-01T00:00:00Z", closes_at: "2026-10-07T00:00:00Z" },
    filters: { mentions: 1, keyword: "dinner", excluded: ["guest_1", "guest_2"], staff: true, previous_days: 30, per_user: 2 },
  };
  const { id } = await ask("POST", "/competitions", competition);
  const form = new FormData();
  form.append("file", new File([commentsCsv(COMMENTS)], "comments.csv"));
  const begun = performance.now();
  const headers = { authorization: bench.authorization };
  const brought = await fetch(`${bench.server.url}/api/competitions/${id}/entries`, { method: "POST", headers, body: form });
  report({ figure: `${COMMENTS} comments brought in`, value: performance.now() - begun, unit: "ms", limit: 10_000 });
  reportCount("comments brought in", ((await brought.json()) as { added: number }).added, COMMENTS);
  const loop = new WatchedLoop(bench.server.pid, gaps);
  const quiet = await loop.quiet();
  await ask("GET", `/competitions/${id}`); // threads are made at the first one
  for (const [what, where] of [
    ["opening a competition", `/competitions/${id}`],
    ["a page of its comments", `/competitions/${id}/entries?which=entries`],
  ] as const) {
    const { p99 } = await loop.watch(() => again(() => ask("GET", where)));
    const figure = `the loop, ${what} of ${COMMENTS} comments: p99 above quiet`;
    report({ figure, value: Math.max(0, p99 - quiet.p99), unit: "ms", limit: ABOVE_QUIET });
  }
  await bench.server.stop();
  besideBare(path.join(data, "hub.db"), id);
}

function besideBare(file: string, id: string): void {
  const at = new Date().toISOString();
  const times = { judged: [] as number[], bare: [] as number[] };
  bulkRead({ hub: file }, ({ hub }) => {
    const row = competitionById(hub, id);
    if (!row) throw new Error("The competition is gone.");
    for (let time = 0; time < TIMES; time++) {
      let begun = performance.now();
      judgedIn(hub, row, at);
      times.judged.push(performance.now() - begun);
      begun = performance.now();
      let letters = 0;
      const read = hub.prepare<[string], SeenComment>(
        "SELECT comment_id, username, text, commented_at FROM competition_entry WHERE competition_id = ?",
      );
      for (const { comment_id, username, text, commented_at } of read.all(id))
        letters += comment_id.length + username.length + text.length + commented_at.length;
      times.bare.push(performance.now() - begun);
      if (letters === 0) throw new Error("Nothing was read.");
    }
  });
  const [value, bare] = [percentile(times.judged, 0.5), percentile(times.bare, 0.5)];
  report({ figure: `filters over ${COMMENTS} comments, p50`, value, unit: "ms", limit: null, bare, maxRatio: 5 });
}
