import { longDate } from "../../shown-dates";
import { GUEST_TEXTS } from "../guest-texts";

/** The text of Set Company's answer. */
export function companyText(company: string, date: string, atTables: number, inBook: number): { message: string; detail: string } {
  const where = `${atTables} at the tables of ${longDate(date)}, ${inBook} added to the guest book that day`;
  const detail =
    atTables + inBook === 0 ? `Nobody of ${longDate(date)} had another company than ${company}.` : `${company} is set for ${where}.`;
  return { message: GUEST_TEXTS.updated, detail };
}
