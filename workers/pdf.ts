import { readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { answerWith } from "../lib/db/bulk-steps";
import { checkPdf } from "../lib/menu-pdf/check";
import { MOST_MEMORY, MOST_TIME } from "../lib/menu-pdf/limits";
import { refusedPdf } from "../lib/menu-pdf/refusal";
import { drawPages, pagesSeen, pngOf } from "../lib/menu-pdf/render";
import type { PdfAnswer, PdfAnswers, PdfTask } from "../lib/menu-pdf/tasks";

type Steps = { [Step in PdfTask["step"]]: (task: Extract<PdfTask, { step: Step }>) => Promise<PdfAnswers[Step]> };

const STEPS: Steps = {
  async check({ file, out }) {
    const { bytes, pages, links } = await checkPdf(readFileSync(file));
    if ((await pagesSeen(bytes)) !== pages) throw refusedPdf("Two readers find different pages in this PDF: it is damaged.");
    await drawPages(bytes, [0], 200);
    writeFileSync(out, bytes);
    return { pages, links };
  },
  async picture({ file, page, width, marked, out }) {
    const [drawn] = await drawPages(readFileSync(file), [page], width);
    if (!drawn) throw refusedPdf("There is no such page.");
    writeFileSync(out, await pngOf(drawn, marked));
    return { width: drawn.width, height: drawn.height };
  },
  async prices({ file }) {
    const { pricesOfPdf } = await import("../lib/menu-pdf/prices/change-prices"); // its reader takes longer to load than a page to draw
    return pricesOfPdf(readFileSync(file));
  },
  async change({ file, changes, out }) {
    const { changePrices } = await import("../lib/menu-pdf/prices/change-prices");
    const { bytes, changes: done } = await changePrices(readFileSync(file), changes);
    writeFileSync(out, bytes);
    return done;
  },
};

function work(task: PdfTask): Promise<PdfAnswers[PdfTask["step"]]> {
  if (task.step === "check") return STEPS.check(task);
  if (task.step === "picture") return STEPS.picture(task);
  return task.step === "prices" ? STEPS.prices(task) : STEPS.change(task);
}

async function answer(task: PdfTask): Promise<PdfAnswer> {
  try {
    return { result: await work(task) };
  } catch (error) {
    return answerWith(error);
  }
}

/**
 * A few kilobytes may unpack to gigabytes, in one step that nothing in this thread can stop. Another thread looks at what the whole process
 * takes, and ends it, also where the server is gone; a limit of the heap alone would not see unpacked bytes.
 */
const GUARD = `
  const { workerData } = require("node:worker_threads");
  const end = () => process.kill(process.pid, "SIGKILL");
  setInterval(() => process.memoryUsage.rss() > workerData.memory && end(), 10);
  setTimeout(end, workerData.time);`;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL); // the evening goes first
// What a library says of a damaged file is nobody's log.
for (const say of ["log", "warn", "error", "info", "debug"] as const) console[say] = () => {};
new Worker(GUARD, { eval: true, workerData: { memory: MOST_MEMORY, time: 3 * MOST_TIME } }).unref();
process.on("message", async (task: PdfTask) => process.send?.(await answer(task), undefined, undefined, () => {})); // nobody may listen any more
process.once("disconnect", () => process.exit());
