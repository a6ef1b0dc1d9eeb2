import { cleanField, NOTHING_SAID, TEXT_LIMITS } from "@/lib/guest-fields";
import type { Person } from "@/lib/person";

/** Guests as a book keeps them, of texts that break files. The same seed makes the same guests. */
export function nastyGuests(count: number, seed: number): Person[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, at) => nastyGuest(random, at));
}

/** Numbers between 0 and 1, the same for each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What breaks lines, cards, records and spreadsheets. */
const NASTY = [
  ..."\\|,|;|:|\"|'|\n|\r\n|\r|\t|\\n|\\,|\\;|\\\\|\\:|\"\"|,,|;;| , | ; |=|+|-|@|=HYPERLINK(\"x\")|'=1|''|:::|^n|^'|^^|%2C|=0D=0A|=C3=A9|=".split(
    "|",
  ),
  ..."BEGIN:VCARD|END:VCARD|\nEND:VCARD\n|VERSION:2.1|TEL:03 999999|FN:x|N:;;;;|item1.|QUOTED-PRINTABLE|CHARSET=UTF-8|sep=;|fax |<br>|&amp;|{}|$1".split(
    "|",
  ),
  ..."مايا|خوري|Élie|Noël|Žižek|Łukasz|👩🏽‍🍳|é|한국|ｗｉｄｅ|\u200fعنوان|\u00a0|\u2028|\ufeff|\u200d|\u0000|\u0085|O’Brien|Maya|Khoury|Rue 12|Main St, Bldg 4|Jounieh".split(
    "|",
  ),
  ..." |  |a|Z|0|x".split("|"),
];
const NUMBERS = [
  "03 123456",
  "+961 70 123 456",
  "01/234567 ext 5",
  "+33 6 71 12 34 56",
  "fax 01 234568",
  "71-234-567",
  "home: 03 765432",
  "12",
  "٠٣١٢٣٤٥٦",
];

function nastyGuest(random: () => number, at: number): Person {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const text = (longest: number) => {
    let made = "";
    for (let pieces = Math.floor(random() * 8); pieces > 0; pieces -= 1) made += pick(NASTY);
    return random() < 0.05 ? made.repeat(20).slice(0, longest) : made.slice(0, longest);
  };
  // As the book keeps it.
  const kept = (field: keyof typeof TEXT_LIMITS) =>
    cleanField(field, cleanField(field, text(TEXT_LIMITS[field])).slice(0, TEXT_LIMITS[field]));
  const phones = [`03 ${200_000 + at}`, ...Array.from({ length: Math.floor(random() * 3) }, () => pick(NUMBERS))].join(
    pick([", ", " / ", ", "]),
  );
  const month = 1 + Math.floor(random() * 12);
  const birthday = random() < 0.5 ? "" : `--${String(month).padStart(2, "0")}-${String(1 + Math.floor(random() * 28)).padStart(2, "0")}`;
  return {
    ...NOTHING_SAID,
    name: kept("name"),
    phones,
    email: kept("email"),
    company: kept("company"),
    title: kept("title"),
    address: kept("address"),
    birthday,
    birth_year: birthday && random() < 0.5 ? 1930 + Math.floor(random() * 80) : null,
    language: pick(["", "ar", "fr", "en", "hy"]),
    added_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 300) * 86_400_000 + Math.floor(random() * 86_400_000)).toISOString(),
  };
}
