import type { EventPayloads } from "../events";
import { type ExportFormat, FORMAT_NAMES } from "../export-formats";
import { longDate } from "../shown-dates";

/** What each call exports, and `of` which day. */
const TAKEN: Record<string, (of: string, said: EventPayloads["data.exported"]) => string> = {
  "POST /all-data/export": (_, { guests = 0, format = "", reason = "" }) =>
    `${guests.toLocaleString("en")} ${guests === 1 ? "guest" : "guests"} of All data as ${formatInWords(format)} (${reason})`,
  "GET /audit/export-csv": () => "the audit trail",
  "GET /backend/download": () => "a file of the data folder",
  "GET /stats/history/export-csv": () => "figures of past evenings as a CSV file",
  "GET /stats/history/export-xlsx": () => "figures of past evenings as an Excel workbook",
  "GET /birthdays/export-csv": (of) => `the birthdays${of} as a CSV file`,
  "GET /birthdays/export-vcf": (of) => `the birthdays${of} as a vCard file`,
  "GET /contacts/{id}/vcf": () => "one guest as a vCard file",
  "GET /guests/{id}/statement": () => "one guest’s statement of points, with their card",
  "GET /export-csv": (of) => `the guests${of} as a CSV file`,
  "GET /export-vcf": (of) => `the guests${of} as a vCard file`,
  "GET /logs/download/{filename}": () => "packed logs",
  "POST /personal-data/export": (_, { format }) => `all that is kept of one person${format === "pdf" ? ", as a PDF to read" : ""}`,
};

/** Whether the trail has words for the export of a call. */
export const isNamedExport = (call: string): boolean => Object.hasOwn(TAKEN, call);

/** What somebody took out. A call of a later version, which this one does not know, says its address. */
export function exportInWords(said: EventPayloads["data.exported"]): string {
  const { call, date, file } = said;
  const of = date ? ` of ${longDate(date)}` : "";
  const what = (isNamedExport(call) ? TAKEN[call]?.(of, said) : undefined) ?? `${call}${of}`;
  return `Took out ${what}${file ? `: ${file}` : ""}`;
}

const formatInWords = (format: string) => (Object.hasOwn(FORMAT_NAMES, format) ? FORMAT_NAMES[format as ExportFormat].inWords : "a file");
