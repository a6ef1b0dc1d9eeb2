import { foldText } from "./fold-text";

/** English, French, and the Arabic names of the Levant and of Egypt; what is written before a full stop is an abbreviation. */
const NAMES = [
  "january|jan|janvier|janv|كانون الثاني|كانون ثاني|يناير",
  "february|feb|février|févr|fév|شباط|فبراير",
  "march|mar|mars|آذار|مارس",
  "april|apr|avril|avr|نيسان|أبريل|إبريل",
  "may|mai|أيار|مايو",
  "june|jun|juin|حزيران|يونيو|يونيه",
  "july|jul|juillet|juil|تموز|يوليو|يوليه",
  "august|aug|août|آب|أغسطس",
  "september|sept|sep|septembre|أيلول|سبتمبر",
  "october|oct|octobre|تشرين الأول|تشرين أول|أكتوبر",
  "november|nov|novembre|تشرين الثاني|تشرين ثاني|نوفمبر",
  "december|dec|décembre|déc|كانون الأول|كانون أول|ديسمبر",
];

const MONTH_OF = new Map(NAMES.flatMap((names, at) => names.split("|").map((name) => [foldText(name), at + 1] as const)));

/** A day with its month, and the year as it was written when one was. */
export interface NamedDay {
  day: number;
  month: number;
  year: string | undefined;
}

/** No day is written longer; the patterns below would take a long text apart in many ways. */
const LONGEST = 40;

const DAY = "(?<day>\\d{1,2})";
const MONTH = "(?<month>\\p{L}+(?: \\p{L}+)?)";
const YEAR = "(?<year>\\d{4}|\\d{2})";
const ORDERS = [
  new RegExp(`^(?:le |the )?${DAY} ?(?:(?:st|nd|rd|th|er|e) )?(?:of |de )?${MONTH}(?: ?(?:of |de )?${YEAR})?$`, "u"),
  new RegExp(`^${MONTH} ?(?:the )?${DAY}(?:st|nd|rd|th)?(?: ${YEAR})?$`, "u"),
  new RegExp(`^${YEAR} ?${MONTH} ?${DAY}$`, "u"),
];

/** Reads `14 May 1990`, `May 14`, `1er août 1988` or `١٤ أيار` in any case; null for what names no day of a month. */
export function readNamedDay(text: string): NamedDay | null {
  if (text.length > LONGEST) return null;
  const folded = foldText(text);
  for (const order of ORDERS) {
    const { day, month, year } = order.exec(folded)?.groups ?? {};
    const number = MONTH_OF.get(month ?? "");
    if (number !== undefined) return { day: Number(day), month: number, year };
  }
  return null;
}
