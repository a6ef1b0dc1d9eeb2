import { BYTE_ORDER_MARK, csvLine } from "../contact-files/write-csv";
import type { Branch } from "../db/branch";
import type { FileAnswer } from "../http/file-route";
import { branchName } from "../known-branches";
import type { Sheet } from "../workbook-rows";
import { writeWorkbook } from "../write-workbook";
import type { HistoryStats } from "./contract";
import { type HistoryQuery, historyStats } from "./history";
import { HISTORY_KEYS, HISTORY_MEASURES, type HistoryMeasure } from "./history-measures";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

type Cells = Sheet["rows"][number];

/** The figures as a file; the same for whoever sees the same branches. */
export async function historyFile(
  branches: Branch[],
  query: HistoryQuery,
  mine: readonly string[] | null,
  format: "csv" | "xlsx",
): Promise<FileAnswer> {
  const history = await historyStats(branches, query, mine);
  const body = format === "xlsx" ? await writeWorkbook(sheetsOf(history)) : csvOf(figureRows(history));
  return { body, fileName: `statistics-${query.from}-${query.to}.${format}`, length: Buffer.byteLength(body) };
}

const csvOf = (rows: readonly Cells[]) => BYTE_ORDER_MARK + rows.map((row) => csvLine(row.map((cell) => String(cell ?? "")))).join("");

/** A line for each branch and figure, the sum of all last. What is not known is empty, and never 0. */
function figureRows({ from, to, compared, branches, total }: HistoryStats): Cells[] {
  const head = ["Branch", "Figure", `${from} to ${to}`, `${compared.from} to ${compared.to}`, "Unit", "How it is counted"];
  const of = (name: string, { values, before }: HistoryStats["total"]) =>
    HISTORY_KEYS.map((key): Cells => {
      const { label, unit, formula } = HISTORY_MEASURES[key];
      return [name, label, rounded(key, values[key]), rounded(key, before[key]), unit === "percent" ? "%" : "", formula];
    });
  return [head, ...branches.flatMap((one) => of(branchName(one.branch), one)), ...of("All", total)];
}

/** Percents as people read them, and no longer than anybody needs. */
function rounded(key: HistoryMeasure, value: number | null): number | null {
  if (value === null || HISTORY_MEASURES[key].unit === "count") return value;
  return HISTORY_MEASURES[key].unit === "percent" ? Math.round(value * 1_000) / 10 : Math.round(value * 100) / 100;
}

function sheetsOf(history: HistoryStats): Sheet[] {
  const { series, heat, weekdays } = history;
  const course: Cells[] = [
    ["From", "To", ...HISTORY_KEYS.map((key) => HISTORY_MEASURES[key].label)],
    ...series.map(({ from, to, values }): Cells => [from, to, ...HISTORY_KEYS.map((key) => rounded(key, values[key]))]),
  ];
  const hours: Cells[] = [
    ["Tables opened", "Evenings", ...Array.from({ length: 24 }, (_, hour) => `${hour}:00`)],
    ...heat.map((tables, weekday): Cells => [WEEKDAYS[weekday] ?? "", weekdays[weekday] ?? 0, ...tables]),
  ];
  return [
    { name: "Figures", rows: figureRows(history) },
    { name: "Course", rows: course },
    { name: "Weekday and hour", rows: hours },
  ];
}
