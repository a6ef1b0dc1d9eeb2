/** Bytes as Windows-1252 has them that stand behind no letter of a word; MacRoman has small letters there: ç è ê ù, á à ã ò õ. */
const NEVER_BEHIND = bytes(0x8d, 0x8f, 0x90, 0x9d, 0x87, 0x88, 0x8b, 0x98, 0x9b);
/** Š Œ Ž Ÿ are not in the midst of a word in small letters; MacRoman: ä å é ü. */
const CAPITALS = bytes(0x8a, 0x8c, 0x8e, 0x9f);
/** ‰ ” • ™ are not between two letters; MacRoman: â î ï ô. Apostrophes and dashes are, and say nothing. */
const NEVER_WITHIN = bytes(0x89, 0x94, 0x95, 0x99);
/** ƒ and † do not begin a word; MacRoman: É Ü. */
const NEVER_BEFORE = bytes(0x83, 0x86);
/** In neither is there such a byte behind a small letter, or between two: MS-DOS has ü é there, and Ç â ä å. */
const OF_DOS_BEHIND = bytes(0x81, 0x82);
const OF_DOS_WITHIN = bytes(0x80, 0x83, 0x84, 0x86);

function bytes(...all: number[]): boolean[] {
  return Array.from({ length: 256 }, (_, byte) => all.includes(byte));
}

/**
 * Learns from the bytes of a file, in pieces, whether its letters are MacRoman's, as a Mac's Excel writes them. Nothing in UTF-8 or
 * UTF-16 looks so: there, no such byte stands right behind a letter of ASCII.
 */
export class MacLetters {
  private mac = 0;
  private windows = 0;
  private dos = 0;
  private hasZero = false;
  /** The last two bytes of the piece before: whoever judges one looks at the next. */
  private before = 0;
  private last = 0;

  add(piece: Uint8Array): void {
    for (const next of piece) {
      if (this.last > 0x7f) this.judge(this.before, this.last, next);
      else if (next === 0) this.hasZero = true;
      this.before = this.last;
      this.last = next;
    }
  }

  /** To be asked when all was seen that is to be judged by. */
  verdict(): "mac" | "unsure" | "others" {
    this.judge(this.before, this.last, 0x20);
    const wrong = this.mac + this.dos;
    // One slip among many letters of Windows says nothing.
    if (this.hasZero || wrong === 0 || wrong * 10 < this.windows) return "others";
    return this.dos > 0 || this.windows > 0 ? "unsure" : "mac";
  }

  private judge(before: number, byte: number, next: number): void {
    if (byte < 0x80 || before > 0x7f) return;
    const [isBehind, isWithin] = [isLetter(before), isLetter(before) && isLetter(next)];
    if (byte >= 0xe0) this.windows += isSmall(before) ? 1 : 0;
    else if (isSmall(before) && (OF_DOS_BEHIND[byte] || (isLetter(next) && OF_DOS_WITHIN[byte]))) this.dos += 1;
    else if (
      (isBehind && NEVER_BEHIND[byte]) ||
      (isWithin && NEVER_WITHIN[byte]) ||
      (isBehind && (isSmall(before) || isSmall(next)) && CAPITALS[byte]) ||
      (!isBehind && isSmall(next) && NEVER_BEFORE[byte])
    )
      this.mac += 1;
  }
}

function isSmall(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

function isLetter(byte: number): boolean {
  return isSmall(byte | 0x20);
}
