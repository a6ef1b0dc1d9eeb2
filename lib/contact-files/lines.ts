import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { LimitedMap } from "../limited-map";
import { MacLetters } from "./mac-letters";

/** One physical line of a file, as bytes, because a vCard may fold a line in the middle of a character. */
export interface Line {
  /** 1-based. */
  number: number;
  /** Without its line end. UTF-8, Windows-1256, or whatever a vCard's CHARSET says. */
  bytes: Buffer;
  /** Whether the line was longer than LONGEST_LINE, and `bytes` holds only its beginning. */
  tooLong: boolean;
}

/** Bytes. A contact has no longer line; a photo may, and it is not kept. */
const LONGEST_LINE = 64 * 1024;

/** Bytes that are split at a time: a slice may hold as many lines as bytes, and each takes a hundred times as much. */
const SLICE = 4 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const EMPTY = Buffer.alloc(0);

/**
 * Splits a file into its lines (LF, CRLF or CR, mixed too), in batches. UTF-16, which Outlook and Excel call "Unicode
 * text", MacRoman, and a charset that the sender names are turned into UTF-8. However the bytes are chunked, the lines are the same.
 * @param charset as the sender names it; a name that nobody knows is as good as none
 * @param sayUnsure is called, before any line comes, where the letters could be of several charsets
 * @throws what `bytes` throws, and nothing else
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>, charset = "", sayUnsure: () => void = () => {}): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const slice of asUtf8(slicesOf(bytes), charset, sayUnsure)) {
    const lines = splitter.push(slice);
    if (lines.length > 0) yield lines;
  }
  const last = splitter.end();
  if (last) yield [last];
}

/** Copies, because a caller may read every chunk into one buffer, and lines live longer than a chunk. */
async function* slicesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += SLICE) yield Buffer.from(chunk.subarray(start, start + SLICE));
  }
}

/** Bytes of the beginning by which UTF-16 is known. */
const BEGINNING = 256;

/** Bytes by which the letters are known; what comes later is of the same hand. */
const JUDGED = 256 * 1024;

async function* asUtf8(slices: AsyncIterable<Buffer>, charset: string, sayUnsure: () => void): AsyncGenerator<Buffer> {
  /** Slices that wait until the letters are known. */
  let held: Buffer[] | null = [];
  let length = 0;
  let decoder: TextDecoder | null = null;
  const decoded = (slice: Buffer) => (decoder ? Buffer.from(decoder.decode(slice, { stream: true })) : slice);
  for await (const slice of slices) {
    if (held) {
      held.push(slice);
      length += slice.length;
      if (length < JUDGED) continue;
      decoder = decoderOfFile(held, charset, sayUnsure);
      for (const one of held) yield decoded(one);
      held = null;
    } else yield decoded(slice);
  }
  if (held) {
    decoder = decoderOfFile(held, charset, sayUnsure);
    for (const one of held) yield decoded(one);
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

/** Null for what is read as it stands: UTF-8, or what each line is judged to be. */
function decoderOfFile(slices: Buffer[], charset: string, sayUnsure: () => void): TextDecoder | null {
  const start = beginningOf(slices);
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder("utf-16le");
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder("utf-16be");
  const named = /^(?:utf-?8|us-ascii)?$/i.test(charset) || hasMark(start) ? null : newDecoder(charset, false);
  const known = named ?? unmarkedUtf16(start);
  if (known) return known;
  const letters = new MacLetters();
  for (const slice of slices) letters.add(slice);
  const verdict = letters.verdict();
  if (verdict === "unsure") sayUnsure();
  return verdict === "mac" ? new TextDecoder("macintosh") : null;
}

function beginningOf(slices: Buffer[]): Buffer {
  const enough: Buffer[] = [];
  let length = 0;
  for (const slice of slices) {
    enough.push(slice);
    length += slice.length;
    if (length >= BEGINNING) break;
  }
  return Buffer.concat(enough).subarray(0, BEGINNING);
}

/**
 * Without its mark, UTF-16 has half of each Latin letter, blank, comma and line end as a zero, and always on the same
 * side. No text has zeros otherwise.
 */
function unmarkedUtf16(start: Buffer): TextDecoder | null {
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.min(even, odd) > 0 || Math.max(even, odd) * 20 < start.length) return null;
  return new TextDecoder(odd > 0 ? "utf-16le" : "utf-16be");
}

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

class LineSplitter {
  private number = 1;
  /** Pieces of a line whose end has not come yet. */
  private pieces: Buffer[] = [];
  private length = 0;
  private tooLong = false;
  /** A CR may be the last byte of one chunk and its LF the first of the next. */
  private endedByCr = false;

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    // Half a UTF-16 character decodes to nothing, which says nothing of the LF that may follow a CR.
    if (chunk.length === 0) return lines;
    let start = this.endedByCr && chunk[0] === LF ? 1 : 0;
    this.endedByCr = false;
    let lf = chunk.indexOf(LF, start);
    let cr = chunk.indexOf(CR, start);
    while (lf !== -1 || cr !== -1) {
      const end = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
      lines.push(this.finish(start === end ? EMPTY : chunk.subarray(start, end)));
      start = end + 1;
      if (end === cr) {
        if (lf === start) start += 1;
        else this.endedByCr = start === chunk.length;
      }
      if (lf !== -1 && lf < start) lf = chunk.indexOf(LF, start);
      if (cr !== -1 && cr < start) cr = chunk.indexOf(CR, start);
    }
    if (start < chunk.length) this.keep(chunk.subarray(start));
    return lines;
  }

  end(): Line | null {
    return this.length > 0 ? this.finish(EMPTY) : null;
  }

  private keep(piece: Buffer): void {
    const room = LONGEST_LINE - this.length;
    if (piece.length > room) this.tooLong = true;
    if (room > 0) this.pieces.push(piece.subarray(0, room));
    this.length += Math.min(piece.length, room);
  }

  private finish(rest: Buffer): Line {
    const whole = this.pieces.length === 0 && rest.length <= LONGEST_LINE;
    if (!whole) this.keep(rest);
    const line = {
      number: this.number++,
      bytes: withoutBom(whole ? rest : Buffer.concat(this.pieces)),
      tooLong: this.tooLong,
    };
    this.pieces = [];
    this.length = 0;
    this.tooLong = false;
    return line;
  }
}

/** On every line and not only the first: two vCard files put together have a byte order mark in the middle. */
function withoutBom(bytes: Buffer): Buffer {
  return hasMark(bytes) ? bytes.subarray(3) : bytes;
}

/**
 * The text of some bytes: UTF-8, or Windows-1256 where they are not valid UTF-8. Each line is judged by itself, so that
 * nothing has to be read twice.
 */
export function decodeText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const text = decodeByTable(bytes, WINDOWS_1256);
  return isLatin(text) ? decodeByTable(bytes, WINDOWS_1252) : text;
}

const WINDOWS_1256 = charactersOf("windows-1256");
const WINDOWS_1252 = charactersOf("windows-1252");

/** The character of each byte, as the platform's decoder has it; to ask it line by line takes ten times as long. */
function charactersOf(charset: string): string[] {
  const decoder = new TextDecoder(charset);
  // As a stream: at once, Node 20 takes Windows-1252 for Latin 1, and O’Brien loses his apostrophe.
  return Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte), { stream: true }));
}

function decodeByTable(bytes: Buffer, characters: string[]): string {
  let text = "";
  for (const byte of bytes) text += characters[byte];
  return text;
}

const LETTERS = /[\p{L}\p{M}]+/gu;
const ARABIC = /[\p{sc=Arabic}\u0640\u064b-\u0652]/u; // the vowel signs and the lengthening stroke belong to no one script

/**
 * Whether what Windows-1256 makes of a line is Windows-1252: the two share the small French letters alone. A word that is
 * half Latin and half Arabic is none (Élie would be ةlie, and Möller has a vowel sign in it); one of Arabic letters alone
 * is, unless others speak against it.
 */
function isLatin(text: string): boolean {
  let mixed = 0;
  let arabic = 0;
  for (const [word] of text.matchAll(LETTERS)) {
    if (!ARABIC.test(word)) continue;
    if (/[a-z]/i.test(word)) mixed += 1;
    else if (word.length > 1) arabic += 1;
  }
  return mixed > arabic;
}

/** The text of some bytes in a charset that the file names; an unknown or wrong name is as if there were none. */
export function decodeCharset(bytes: Buffer, charset: string): string {
  if (isAscii(bytes) || /^utf-?8$/i.test(charset)) return decodeText(bytes);
  try {
    const decoder = decoderOf(charset);
    if (decoder?.encoding === "windows-1252") return decodeByTable(bytes, WINDOWS_1252);
    return decoder?.decode(bytes) ?? decodeText(bytes);
  } catch {
    return decodeText(bytes);
  }
}

/** Null for a name that the platform does not know. A file may make up a new one for each of its lines. */
const decoders = new LimitedMap<string, TextDecoder | null>(100);

function decoderOf(charset: string): TextDecoder | null {
  const known = decoders.get(charset);
  if (known !== undefined) return known;
  const made = newDecoder(charset, true);
  decoders.set(charset, made);
  return made;
}

function newDecoder(charset: string, fatal: boolean): TextDecoder | null {
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    return null;
  }
}
