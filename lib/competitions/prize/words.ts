import { shownSerial } from "../../vouchers/shown-serial";

interface Told {
  prize: string;
  title: string;
  serial: string;
  until: string;
}

const LINES: Record<"ar" | "fr" | "en", (told: Told) => string> = {
  en: ({ prize, title, serial, until }) =>
    `{name}, you have won ${prize} in our competition “${title}”. Your voucher is number ${serial}: show it at {branch} until ${until}.`,
  fr: ({ prize, title, serial, until }) =>
    `{name}, vous avez gagné ${prize} à notre concours « ${title} ». Votre bon porte le numéro ${serial} : présentez-le chez {branch} jusqu’au ${until}.`,
  ar: ({ prize, title, serial, until }) =>
    `{name}، لقد فزتم بـ ${prize} في مسابقتنا «${title}». رقم قسيمتكم ${serial}: أظهروها في {branch} حتى ${until}.`,
};

const LOCALES = { en: "en-GB", fr: "fr-FR", ar: "ar-LB-u-nu-latn" } as const;

/** What a winner is told; `{name}` and `{branch}` are put in by the queue, which leaves tokens of a prize's own words alone. */
export function winnerMessage(language: string, told: Omit<Told, "until"> & { valid_until: string }): string {
  const in_ = language === "ar" || language === "fr" ? language : "en";
  const format = new Intl.DateTimeFormat(LOCALES[in_], { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const until = format.format(new Date(`${told.valid_until}T00:00:00Z`));
  const plain = (text: string) => text.replace(/[{}]/g, "");
  return LINES[in_]({ prize: plain(told.prize), title: plain(told.title), serial: shownSerial(told.serial), until });
}
