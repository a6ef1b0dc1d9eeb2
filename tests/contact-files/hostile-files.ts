/** Contact files that nobody's phone writes: each is made to cost its reader time or memory. The same seed makes the same files. */
export interface HostileFile {
  name: string;
  format: "csv" | "vcard" | "xlsx";
  bytes: Buffer;
}

const MB = 1024 * 1024;
const GUESTS = "name,phone,address,birthday,added_at\n";
const CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:Maya\n";
const OLD_CARD = "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:";

/** What is repeated, up to the size of the file, behind `start`. */
const PATTERNS: { name: string; format: Exclude<HostileFile["format"], "xlsx">; start?: string; repeat: string }[] = [
  { name: "quotes that every row opens and none closes", format: "csv", start: GUESTS, repeat: 'x"y,"\n' },
  { name: "the same in one line", format: "csv", start: GUESTS, repeat: 'x"y,"' },
  { name: "the same as the header", format: "csv", repeat: 'x"y,"' },
  { name: "quotes that close in whichever row one begins", format: "csv", start: GUESTS, repeat: 'x",y,"\n' },
  { name: "quotes alone", format: "csv", start: GUESTS, repeat: '"' },
  { name: "a quote in each line", format: "csv", start: GUESTS, repeat: '"\n' },
  { name: "three quotes in each line", format: "csv", start: GUESTS, repeat: '"""\n' },
  { name: "doubled quotes behind an open one", format: "csv", start: `${GUESTS}"`, repeat: '""\n' },
  { name: "an open quote before each comma", format: "csv", start: GUESTS, repeat: '",\n' },
  { name: "empty lines", format: "csv", start: GUESTS, repeat: "\n" },
  { name: "empty lines before anything else", format: "csv", repeat: "\r" },
  { name: "lines of blanks", format: "csv", start: GUESTS, repeat: " \r\n" },
  { name: "names of one letter", format: "csv", start: "name\n", repeat: "x\n" },
  { name: "names of one letter that is no UTF-8", format: "csv", start: "name\n", repeat: "\xff\n" },
  { name: "rows with too many cells", format: "csv", start: "name\n", repeat: "x,x\n" },
  { name: "rows with an unreadable birthday", format: "csv", start: "name,birthday\n", repeat: "x,x\n" },
  { name: "empty cells", format: "csv", start: GUESTS, repeat: "," },
  { name: "rows of empty cells", format: "csv", start: GUESTS, repeat: `${",".repeat(60_000)}\n` },
  { name: "a header of empty cells", format: "csv", repeat: "," },
  { name: "a header of phones", format: "csv", repeat: "tel," },
  { name: "a header of towns", format: "csv", repeat: "city," },
  { name: "short rows below a header of phones", format: "csv", start: `${"tel,".repeat(16_000)}\n`, repeat: "1\n" },
  { name: "a header line that never ends", format: "csv", start: "name,phone,", repeat: "x" },
  { name: "a cell that never ends", format: "csv", start: `${GUESTS}Maya,`, repeat: "1" },
  { name: "nulls", format: "csv", repeat: "\0" },
  { name: "nulls in rows", format: "csv", start: GUESTS, repeat: "\0,\0\n" },
  { name: "phones of plus signs and blanks", format: "csv", start: "phone\n", repeat: `${"+ ".repeat(30_000)}x\n` },
  { name: "addresses of commas and blanks", format: "csv", start: "name,address\n", repeat: `x,"${", ".repeat(30_000)}x"\n` },
  { name: "birthdays of dates", format: "csv", start: "name,birthday\n", repeat: `x,${"1 1:1 ".repeat(10_000)}\n` },
  { name: "moments of digits and blanks", format: "csv", start: "name,added_at\n", repeat: `x,2026-01-01T10:00${" ".repeat(60_000)}x\n` },
  { name: "numbers with endless exponents", format: "csv", start: "name,phone\n", repeat: `x,1.${"1".repeat(60_000)}E\n` },
  { name: "two numbers in a cell", format: "csv", start: "phone\n", repeat: "03213016 70213017\n" },
  { name: "digits one by one", format: "csv", start: "phone\n", repeat: `${"3 2 1 3 0 1 6 ".repeat(8)}\n` },
  { name: "signs of a country between digits", format: "csv", start: "phone\n", repeat: `${"+9 613213016".repeat(30)}\n` },
  { name: "several values in a cell", format: "csv", start: "name,phone\n", repeat: `x,${"1:::".repeat(15_000)}\n` },
  { name: "half Arabic, half Latin that is no UTF-8", format: "csv", start: GUESTS, repeat: "\xe3x,\xe3x\n" },
  { name: "cards that only begin", format: "vcard", repeat: "BEGIN:VCARD\n" },
  { name: "ends without beginnings", format: "vcard", start: CARD, repeat: "END:VCARD\n" },
  { name: "empty cards", format: "vcard", repeat: "BEGIN:VCARD\nEND:VCARD\n" },
  { name: "cards of one letter", format: "vcard", repeat: "BEGIN:VCARD\nFN:x\nEND:VCARD\n" },
  { name: "damaged cards", format: "vcard", repeat: "BEGIN:VCARD\nN\nEND:VCARD\n" },
  { name: "cards with damaged parameters", format: "vcard", repeat: 'BEGIN:VCARD\nN;"=:\nEND:VCARD\n' },
  { name: "cards within cards", format: "vcard", start: CARD, repeat: "AGENT:\nBEGIN:VCARD\n" },
  { name: "folds", format: "vcard", start: CARD, repeat: "\n " },
  { name: "folds of a number", format: "vcard", start: `${CARD}TEL:`, repeat: "1\r\n " },
  { name: "folds of an empty number", format: "vcard", start: `${CARD}TEL:`, repeat: "\n\t" },
  { name: "soft line breaks", format: "vcard", start: OLD_CARD, repeat: "=\r\n" },
  { name: "soft line breaks before blanks", format: "vcard", start: OLD_CARD, repeat: `=${" ".repeat(1_000)}\n` },
  { name: "encoded bytes", format: "vcard", start: OLD_CARD, repeat: `${"=E3".repeat(20_000)}=\n` },
  { name: "empty names", format: "vcard", start: CARD, repeat: "N:\n" },
  { name: "parts of a name", format: "vcard", start: `${CARD}N:`, repeat: ";" },
  { name: "escapes", format: "vcard", start: CARD, repeat: `N:${"\\;\\,\\n\\\\".repeat(5_000)}\n` },
  { name: "cards of many parameters", format: "vcard", repeat: `${CARD}TEL${";A=B".repeat(10_000)}:1\nEND:VCARD\n` },
  { name: "cards of many quoted types", format: "vcard", repeat: `${CARD}TEL;TYPE=${'"a",'.repeat(10_000)}b:1\nEND:VCARD\n` },
  { name: "charsets that nobody knows", format: "vcard", start: CARD, repeat: "N;CHARSET=x:\xff\n" },
  { name: "charsets that do not fit", format: "vcard", start: CARD, repeat: "N;CHARSET=utf-16:\xff\n" },
  { name: "cards whose charset does not fit", format: "vcard", repeat: "BEGIN:VCARD\nN;CHARSET=utf-8:\xff\nEND:VCARD\n" },
  { name: "a photo", format: "vcard", start: `${CARD}PHOTO;ENCODING=b:`, repeat: "iVBORw0KGgo" },
  { name: "a folded photo", format: "vcard", start: `${CARD}PHOTO;ENCODING=b:`, repeat: "iVBORw0KGgoiVBORw0KGgo\r\n " },
  { name: "a number beside each photo", format: "vcard", start: CARD, repeat: `TEL:1\nPHOTO:${"A".repeat(60_000)}\n` },
  { name: "lines of colons", format: "vcard", start: CARD, repeat: ":\n" },
  { name: "versions", format: "vcard", start: "BEGIN:VCARD\n", repeat: "VERSION:2.1\n" },
];

/** The repeated patterns, each in a file of about `size` bytes. */
export function patternFiles(size = MB): HostileFile[] {
  return PATTERNS.map(({ name, format, start = "", repeat }) => ({
    name,
    format,
    bytes: Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(size, repeat, "latin1")]),
  }));
}

const SIGNS = {
  csv: [
    '"',
    '"',
    '""',
    '"""',
    ",",
    ",",
    ";",
    "\t",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\0",
    " ",
    "x",
    "9",
    "/",
    "=",
    "'",
    "+",
    "\xff",
    "\xe3",
    "\xc3\xa9",
  ],
  vcard: [
    ..."BEGIN:VCARD\n|END:VCARD\n|BEGIN:VCARD\nVERSION:2.1\n|\nFN:|\nN:|\nTEL:|\nTEL;TYPE=|\nADR:|\nAGENT:\n|\nPHOTO:|;CHARSET=|;ENCODING=".split(
      "|",
    ),
    ...'QUOTED-PRINTABLE:|=\r\n|=E3|\r\n |\n\t|\n|\r|:|;|,|\\|\\n|"|\0| |x|9|\xff|\xc3\xa9'.split("|"),
  ],
};
const STARTS = {
  csv: [GUESTS, "name\n", "name;phone\n", "sep=;\nname;phone\n", '"name\n",phone\n', "tel,tel,tel\n"],
  vcard: [CARD, OLD_CARD, "BEGIN:VCARD\n"],
};
const WAYS = ["repeated", "at random", "in runs"] as const;

/** Files of signs that a reader must take for something: one short motif again and again, signs at random, or long runs of each. */
export function randomFiles(count: number, seed: number): HostileFile[] {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <Item>(list: readonly Item[]) => list[below(list.length)] as Item; // never empty
  return Array.from({ length: count }, (_, index) => {
    const format = oneOf(["csv", "vcard"] as const);
    const way = oneOf(WAYS);
    // From 1 kB to 1 MB, as many of each length; and now and then a long one.
    const size = index % 25 === 24 ? 4 * MB : Math.round(1024 * 2 ** (random() * 10));
    const sign = () => oneOf(SIGNS[format]);
    const body = () => {
      if (way === "repeated") return Array.from({ length: 1 + below(8) }, sign).join("");
      if (way === "in runs") return Array.from({ length: 40 }, () => sign().repeat(1 + below(2 ** below(12)))).join("");
      return Array.from({ length: Math.min(size, 64 * 1024) }, sign).join("");
    };
    const start = random() < 0.9 ? oneOf(STARTS[format]) : "";
    const text = start + Buffer.alloc(size, body(), "latin1").toString("latin1");
    const inUtf16 = random() < 0.1;
    const bytes = inUtf16 ? Buffer.from(`\ufeff${text}`, "utf16le") : Buffer.from(text, "latin1");
    return { name: `${index}: ${format}, ${way}${inUtf16 ? ", in UTF-16" : ""}`, format, bytes };
  });
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
