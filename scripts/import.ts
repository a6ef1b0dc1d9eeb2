// npm run import -- FILE --branch KEY [--country CODE] [--dates dmy|mdy] [--column HEADING=FIELD]… [--ignore HEADING]…
//   [--wrong KIND=CHOICE]… [--wrong-rows FILE] [--dry-run]
// Brings a vCard or CSV file into a branch's guest book, while no server runs on the data folder.
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { DateOrder } from "../lib/birthday-dates";
import { type ColumnChoice, columnChoice } from "../lib/contact-files/column-choices";
import {
  CHOICE_WORDS,
  USUAL_CHOICES,
  WRONG_KIND_NAMES,
  WRONG_KINDS,
  WRONG_WORDS,
  type WrongChoice,
  type WrongChoices,
  type WrongKind,
} from "../lib/contact-files/wrong-kinds";
import { bySystem } from "../lib/db/actor";
import { branchHandle } from "../lib/db/branch";
import { branchStore, closeStores, hubStore } from "../lib/db/find-store";
import { lockDataFolder } from "../lib/db/server-lock";
import { env } from "../lib/env";
import type { ImportAnswer } from "../lib/import/contract";
import { type FileToImport, importPath } from "../lib/import/import";
import { importsUnderWay } from "../lib/import/large-import";
import { writeWrongRows } from "../lib/import/wrong-file";
import { runningJobs } from "../lib/jobs/list";
import { endInterruptedJobs } from "../lib/jobs/run";
import { type BranchKey, branchKeys, isBranchKey } from "../lib/known-branches";
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
      wrong: { type: "string", multiple: true, default: [] },
      "wrong-rows": { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const [file] = positionals;
  const { branch = "", dates } = values;
  if (!file || !branch) throw new Error(`${USAGE}.`);
  const order: DateOrder | undefined = dates === "dmy" || dates === "mdy" ? dates : undefined;
  if (dates !== order) throw new Error("Say --dates dmy for day/month, or --dates mdy for month/day.");
  const found = here(file);
  if (!existsSync(found)) throw new Error(`There is no file ${file}.`);
  const wrong = choicesOf(values.wrong);
  const wrongRows = values["wrong-rows"];
  if (wrongRows !== undefined && existsSync(here(wrongRows)))
    throw new Error(`There is a file ${wrongRows} already. Nothing was brought in. Choose another name for the wrong rows.`);
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
      wrong,
    };
    if (wrongRows !== undefined) await keepWrongRows(branch, upload, wrongRows);
    for (const { file_name } of importsUnderWay(await branchStore(branch, "contacts")))
      console.log(`The import of ${file_name || "a file"} was cut off. It goes on first.`);
    const telling = setInterval(tellProgress, TELL_EVERY);
    const answer = await importPath(branchHandle(branch), upload, bySystem("import command")).finally(() => clearInterval(telling));
    tell(answer);
    if (values["dry-run"]) console.log("This was a trial run. Nothing was changed.");
  } finally {
    await closeStores();
    lock.release();
  }
}

/** npm runs this in the program's own folder, and says where the person stands. */
const here = (name: string) => path.resolve(process.env.INIT_CWD ?? "", name);

/** How often is said how far it is, in milliseconds. */
const TELL_EVERY = 10_000;

function tellProgress(): void {
  for (const { done, total } of runningJobs().values())
    if (total > 0) console.error(`${done.toLocaleString("en")} of ${total.toLocaleString("en")} rows`);
}

async function keepWrongRows(branch: BranchKey, upload: FileToImport, file: string): Promise<void> {
  const rows = await writeWrongRows(branchHandle(branch), upload, here(file));
  if (rows === 0) rmSync(here(file), { force: true });
  const [count, are] = [rows.toLocaleString("en"), rows === 1 ? "wrong row is" : "wrong rows are"];
  console.log(rows === 0 ? "There are no wrong rows to write." : `${count} ${are} in ${file}: mend them, and bring that file in.`);
}

function tell(answer: ImportAnswer): void {
  for (const { line, reason } of answer.errors) console.log(`line ${line}: ${reason}`);
  for (const { line, reason } of [...answer.notes, ...answer.skipped_rows].sort((a, b) => a.line - b.line))
    console.log(`line ${line}: ${reason}`);
  const { inserted, filled, skipped, failed, total, also, may_be_same } = answer;
  for (const one of answer.also_known_as) console.log(`${one.name} is also known as ${one.also}: they share a number.`);
  for (const pair of answer.pairs) console.log(`${pair.name} and ${pair.other} may be the same guest: one row holds the numbers of both.`);
  console.log(`${total} rows: ${inserted} inserted, ${skipped} already there (${filled} of them filled in), ${failed} left out.`);
  if (also > 0) console.log(`${also} came under a second name of a guest who has the number.`);
  if (may_be_same > 0) console.log(`${may_be_same} pairs of guests may be the same. Both stand in the book.`);
  for (const one of answer.wrong) console.log(wrongInWords(one));
  for (const { column, rows } of answer.left_out) console.log(`"${column}" was not taken: it says something in ${rows} rows.`);
  for (const { column, read_as } of answer.columns ?? []) if (read_as) console.log(`"${column}" is read as ${read_as}.`);
  if (answer.question) console.log(answer.question);
  console.log(answer.dates.message);
}

/** `Ad Soyad=name`. */
function columnOf(text: string): { column: string; as: ColumnChoice } {
  const sign = text.lastIndexOf("=");
  const as = columnChoice.safeParse(text.slice(sign + 1));
  if (sign > 0 && as.success) return { column: text.slice(0, sign), as: as.data };
  throw new Error(`Say --column HEADING=FIELD, with FIELD out of ${columnChoice.options.join(", ")}.`);
}

/** `bad_email=out`. */
function choicesOf(texts: readonly string[]): WrongChoices {
  const choices = { ...USUAL_CHOICES } as Record<WrongKind, WrongChoice>;
  for (const text of texts) {
    const [kind = "", choice = ""] = text.split("=");
    const among: readonly string[] = isWrongKind(kind) ? WRONG_KINDS[kind] : [];
    if (!isWrongKind(kind) || among.length < 2 || !among.includes(choice))
      throw new Error(`Say --wrong KIND=CHOICE, out of ${CHOICES.join(", ")}.`);
    choices[kind] = choice as WrongChoice; // it is among them
  }
  return choices;
}

const isWrongKind = (text: string): text is WrongKind => Object.hasOwn(WRONG_KINDS, text);

/** Every choice that there is. */
const CHOICES = WRONG_KIND_NAMES.filter((kind) => WRONG_KINDS[kind].length > 1).map((kind) => `${kind}=${WRONG_KINDS[kind].join("|")}`);

function wrongInWords({ what, rows, choice }: ImportAnswer["wrong"][number]): string {
  const others = WRONG_KINDS[what].filter((one) => one !== choice).map((one) => `--wrong ${what}=${one} for "${CHOICE_WORDS[one]}"`);
  return `${WRONG_WORDS[what]}, in ${rows} ${rows === 1 ? "row" : "rows"}: ${CHOICE_WORDS[choice]}${others.length > 0 ? ` (${others.join(", ")})` : ""}.`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
