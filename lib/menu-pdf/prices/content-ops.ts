/** One operand of a content stream (ISO 32000-1, 7.8.2), with the place of its bytes. */
export type Operand = { start: number; end: number } & (
  | { kind: "number"; value: number }
  | { kind: "string"; bytes: Uint8Array }
  | { kind: "name"; value: string }
  | { kind: "array"; items: Operand[] }
  | { kind: "other" }
);

/** One operator with what stands before it. `start` is that of its first operand. */
export interface ContentOp {
  name: string;
  operands: Operand[];
  start: number;
  end: number;
}

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITER = new Set([..."()<>[]{}/%"].map((sign) => sign.charCodeAt(0)));
const isRegular = (byte: number | undefined) => byte !== undefined && !SPACE.has(byte) && !DELIMITER.has(byte);
const [OPEN, CLOSE, LESS, GREATER, LEFT, RIGHT, SLASH, PERCENT, BACKSLASH] = [..."()<>[]/%\\"].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Reads a decoded content stream into its operators. What it does not know is passed over, as readers do. */
export function contentOps(bytes: Uint8Array): ContentOp[] {
  const reader = new Reader(bytes);
  const ops: ContentOp[] = [];
  let operands: Operand[] = [];
  for (let token = reader.next(); token; token = reader.next()) {
    if (token.kind !== "operator") {
      operands.push(token);
      continue;
    }
    if (token.name === "BI") reader.passInlineImage();
    ops.push({ name: token.name, operands, start: operands[0]?.start ?? token.start, end: reader.at });
    operands = [];
  }
  return ops;
}

type Token = Operand | { kind: "operator"; name: string; start: number; end: number };

class Reader {
  at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  next(): Token | null {
    this.passSpace();
    const start = this.at;
    const byte = this.bytes[start];
    if (byte === undefined) return null;
    if (byte === OPEN) return { kind: "string", bytes: this.literal(), start, end: this.at };
    if (byte === LESS && this.bytes[start + 1] === LESS) return this.dictionary(start);
    if (byte === LESS) return { kind: "string", bytes: this.hex(), start, end: this.at };
    if (byte === LEFT) return this.array(start);
    if (byte === SLASH) {
      this.at++;
      return { kind: "name", value: nameOf(this.word()), start, end: this.at };
    }
    if (!isRegular(byte)) {
      this.at++; // a bracket that closes nothing
      return this.next();
    }
    const word = this.word();
    if (/^[+-]*\d*\.?\d*(?:-\d*)?$/.test(word) && /\d/.test(word))
      return { kind: "number", value: Number.parseFloat(word.replace(/^[+-]*-/, "-")), start, end: this.at };
    if (word === "true" || word === "false" || word === "null") return { kind: "other", start, end: this.at };
    return { kind: "operator", name: word, start, end: this.at };
  }

  private passSpace(): void {
    for (let byte = this.bytes[this.at]; byte !== undefined; byte = this.bytes[this.at]) {
      if (byte === PERCENT) while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13) this.at++;
      else if (SPACE.has(byte)) this.at++;
      else return;
    }
  }

  private word(): string {
    const start = this.at;
    while (isRegular(this.bytes[this.at])) this.at++;
    return Buffer.from(this.bytes.subarray(start, this.at)).toString("latin1");
  }

  private literal(): Uint8Array {
    const out: number[] = [];
    let depth = 1;
    this.at++;
    for (; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at] as number;
      if (byte === BACKSLASH) {
        this.escape(out);
        continue;
      }
      if (byte === OPEN) depth++;
      if (byte === CLOSE && --depth === 0) {
        this.at++;
        break;
      }
      out.push(byte);
    }
    return Uint8Array.from(out);
  }

  /** Behind a backslash; stands on its last byte afterwards. */
  private escape(out: number[]): void {
    const byte = this.bytes[++this.at];
    if (byte === undefined) return;
    const sign = String.fromCharCode(byte);
    const known = { n: 10, r: 13, t: 9, b: 8, f: 12 }[sign];
    if (known !== undefined) out.push(known);
    else if (/[0-7]/.test(sign)) {
      let octal = sign;
      while (octal.length < 3 && /[0-7]/.test(String.fromCharCode(this.bytes[this.at + 1] ?? 0)))
        octal += String.fromCharCode(this.bytes[++this.at] ?? 0);
      out.push(Number.parseInt(octal, 8) & 255);
    } else if (byte === 13) {
      if (this.bytes[this.at + 1] === 10) this.at++;
    } else if (byte !== 10) out.push(byte);
  }

  private hex(): Uint8Array {
    const end = this.bytes.indexOf(GREATER, this.at);
    const text = Buffer.from(this.bytes.subarray(this.at + 1, end < 0 ? this.bytes.length : end))
      .toString("latin1")
      .replace(/[^0-9a-f]/gi, "");
    this.at = end < 0 ? this.bytes.length : end + 1;
    return Uint8Array.from(Buffer.from(text.length % 2 === 0 ? text : `${text}0`, "hex"));
  }

  private array(start: number): Operand {
    this.at++;
    const items: Operand[] = [];
    for (;;) {
      this.passSpace();
      const byte = this.bytes[this.at];
      if (byte === undefined) break;
      if (byte === RIGHT) {
        this.at++;
        break;
      }
      const token = this.next();
      if (!token) break;
      if (token.kind !== "operator") items.push(token);
    }
    return { kind: "array", items, start, end: this.at };
  }

  private dictionary(start: number): Operand {
    this.at += 2;
    for (;;) {
      this.passSpace();
      const byte = this.bytes[this.at];
      if (byte === undefined) break;
      if (byte === GREATER) {
        this.at += this.bytes[this.at + 1] === GREATER ? 2 : 1;
        break;
      }
      if (!this.next()) break;
    }
    return { kind: "other", start, end: this.at };
  }

  /** To behind the `EI` of an image that stands in the stream itself: one with space before and behind it, and no picture after it. */
  passInlineImage(): void {
    for (let token = this.next(); token; token = this.next()) if (token.kind === "operator" && token.name === "ID") break;
    this.at++;
    for (; this.at < this.bytes.length; this.at++) {
      const [before, one, two, behind] = [this.bytes[this.at], this.bytes[this.at + 1], this.bytes[this.at + 2], this.bytes[this.at + 3]];
      const isEnd = SPACE.has(before ?? 0) && one === 69 && two === 73 && (behind === undefined || SPACE.has(behind));
      if (!isEnd || this.bytes.subarray(this.at + 3, this.at + 13).some((byte) => byte > 126)) continue;
      this.at += 3;
      return;
    }
  }
}

const nameOf = (word: string) => word.replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
