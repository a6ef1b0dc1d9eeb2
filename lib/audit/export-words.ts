import type { EventPayloads } from "../events";
import { longDate } from "../shown-dates";

/** What each call exports, and `of` which day. */
const TAKEN: Record<string, (of: string) => string> = {
  "GET /audit/export-csv": () => "the audit trail",
  "GET /backend/download": () => "a file of the data folder",
  "GET /stats/history/export-csv": () => "figures of past evenings as a CSV file",
  "GET /stats/history/export-xlsx": () => "figures of past evenings as an Excel workbook",
  "GET /birthdays/export-csv": (of) => `the birthdays${of} as a CSV file`,
  "GET /birthdays/export-vcf": (of) => `the birthdays${of} as a vCard file`,
  "GET /contacts/{id}/vcf": () => "one guest as a vCard file",
  "GET /export-csv": (of) => `the guests${of} as a CSV file`,
  "GET /export-vcf": (of) => `the guests${of} as a vCard file`,
  "GET /logs/download/{filename}": () => "packed logs",
  "POST /personal-data/export": () => "all that is kept of one person",
};

/** Whether the trail has words for the export of a call. */
export const isNamedExport = (call: string): boolean => Object.hasOwn(TAKEN, call);

/** What somebody took out. A call of a later version, which this one does not know, says its address. */
export function exportInWords({ call, date, file }: EventPayloads["data.exported"]): string {
  const of = date ? ` of ${longDate(date)}` : "";
  const what = (isNamedExport(call) ? TAKEN[call]?.(of) : undefined) ?? `${call}${of}`;
  return `Took out ${what}${file ? `: ${file}` : ""}`;
}
