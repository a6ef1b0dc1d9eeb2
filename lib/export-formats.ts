/** What a file of All data may be. */
export const EXPORT_FORMATS = ["csv", "xlsx", "vcf"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Each as people and browsers call it. */
export const FORMAT_NAMES: Record<ExportFormat, { label: string; inWords: string; gives: string }> = {
  csv: { label: "CSV", inWords: "a CSV file", gives: "text/csv; charset=utf-8" },
  xlsx: {
    label: "Excel",
    inWords: "an Excel workbook",
    gives: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  vcf: { label: "vCard", inWords: "vCards", gives: "text/vcard; charset=utf-8" },
};

/** In characters. */
export const LONGEST_REASON = 200;

/** Of more guests than this, whom one person takes out in a day, everybody who may do everything is told. */
export const LARGE_EXPORT = 1_000;

/** What some exports say of themselves, for the trail. */
export interface ExportNoted {
  /** How many guests are in the file. */
  guests?: number;
  /** Why somebody needs it, in their words. */
  reason?: string;
  format?: string;
}
