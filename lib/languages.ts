import { cleanText } from "./clean-text";
import { foldText } from "./fold-text";

/** The languages in which guests are written to, by their tags (BCP 47, RFC 5646), as people call them. */
export const LANGUAGES = { ar: "Arabic", fr: "French", en: "English", hy: "Armenian" } as const;

/** As files write them, beside the tag and the name above; folded like headings (lib/contact-files/csv-headings.ts). */
const SPELLINGS: Record<keyof typeof LANGUAGES, string> = {
  ar: "ara|arabe|عربي|العربيه|عربيه|لغه عربيه",
  fr: "fra|fre|francais|francaise|فرنسي|الفرنسيه|فرنسيه",
  en: "eng|anglais|anglaise|انكليزي|الانكليزيه|انجليزي|الانجليزيه",
  hy: "hye|arm|armenien|armenienne|ارمني|الارمنيه|հայերեն",
};

const TAG_OF = new Map(
  (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).flatMap((tag) =>
    [tag, LANGUAGES[tag], ...SPELLINGS[tag].split("|")].map((spelling) => [foldText(spelling), tag] as const),
  ),
);

/** The tag of a language that somebody wrote as a tag, of a country too (`fr-LB`), or as a word; any other text as it is. */
export function cleanLanguage(text: string): string {
  const clean = cleanText(text);
  const tag = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8})+$/i.exec(clean)?.[1] ?? clean;
  return TAG_OF.get(foldText(tag)) ?? clean;
}
