// npm run import -- FILE --branch KEY [--country CODE] [--dates dmy|mdy] [--column HEADING=FIELD]… [--ignore HEADING]… [--dry-run]
// Brings a vCard or CSV file into a branch's guest book, while no server runs on the data folder.
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { DateOrder } from "../lib/birthday-dates";
import { type ColumnChoice, columnChoice } from "../lib/contact-files/column-choices";
import { bySystem } from "../lib/db/actor";
import { branchHandle } from "../lib/db/branch";
import { closeStores, hubStore } from "../lib/db/find-store";
import { lockDataFolder } from "../lib/db/server-lock";
import { env } from "../lib/env";
import { type FileToImport, importPath } from "../lib/import/import";
import { endInterruptedJobs } from "../lib/jobs/run";
import { branchKeys, isBranchKey } from "../lib/known-branches";
import { requireOpen } from "../lib/require-open-branch";

const USAGE = "Say which file and which branch: npm run import -- FILE --branch KEY";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      branch: { type: "string" },
      country: { type: "string" },
      dates: { type: "string" },
      column: { type: "string", multiple: true, default: [] },
      ignore: { type: "string", multiple: true, default: [] },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const [file] = positionals;
  const { branch = "", dates } = values;
  if (!file || !branch) throw new Error(`${USAGE}.`);
  const order: DateOrder | undefined = dates === "dmy" || dates === "mdy" ? dates : undefined;
  if (dates !== order) throw new Error("Say --dates dmy for day/month, or --dates mdy for month/day.");
  // npm runs this in the program's own folder, and says where the person stands.
  const found = path.resolve(process.env.INIT_CWD ?? "", file);
  if (!existsSync(found)) throw new Error(`There is no file ${file}.`);
  const lock = lockDataFolder(env().PORT, "npm run import");
  try {
    await hubStore(); // it says which branches there are
    if (!isBranchKey(branch)) throw new Error(`${USAGE}, with KEY out of ${branchKeys().join(", ")}.`);
    requireOpen(branch);
    await endInterruptedJobs();
    const upload: FileToImport = {
      path: found,
      fileName: path.basename(file),
      format: null,
      dryRun: values["dry-run"],
      ...(values.country ? { countryCode: values.country } : {}),
      columns: [...values.column.map(columnOf), ...values.ignore.map((column) => ({ column, as: "out" as const }))],
      ...(order ? { dates: order } : {}),
    };
    const answer = await importPath(branchHandle(branch), upload, bySystem("import command"));
    for (const { line, reason } of answer.errors) console.log(`line ${line}: ${reason}`);
    for (const { line, reason } of [...answer.notes, ...answer.skipped_rows].sort((a, b) => a.line - b.line))
      console.log(`line ${line}: ${reason}`);
    const { inserted, filled, skipped, failed, total, also, may_be_same } = answer;
    for (const one of answer.also_known_as) console.log(`${one.name} is also known as ${one.also}: they share a number.`);
    for (const pair of answer.pairs)
      console.log(`${pair.name} and ${pair.other} may be the same guest: one row holds the numbers of both.`);
    console.log(`${total} rows: ${inserted} inserted, ${skipped} already there (${filled} of them filled in), ${failed} left out.`);
    if (also > 0) console.log(`${also} came under a second name of a guest who has the number.`);
    if (may_be_same > 0) console.log(`${may_be_same} pairs of guests may be the same. Both stand in the book.`);
    for (const { column, rows } of answer.left_out) console.log(`"${column}" was not taken: it says something in ${rows} rows.`);
    for (const { column, read_as } of answer.columns ?? []) if (read_as) console.log(`"${column}" is read as ${read_as}.`);
    if (answer.question) console.log(answer.question);
    console.log(answer.dates.message);
    if (values["dry-run"]) console.log("This was a trial run. Nothing was changed.");
  } finally {
    await closeStores();
    lock.release();
  }
}

/** `Ad Soyad=name`. */
function columnOf(text: string): { column: string; as: ColumnChoice } {
  const sign = text.lastIndexOf("=");
  const as = columnChoice.safeParse(text.slice(sign + 1));
  if (sign > 0 && as.success) return { column: text.slice(0, sign), as: as.data };
  throw new Error(`Say --column HEADING=FIELD, with FIELD out of ${columnChoice.options.join(", ")}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
