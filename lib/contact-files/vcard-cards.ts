import { Buffer } from "node:buffer";
import { GUEST_FIELDS, VCARD_FIELDS } from "../guest-fields";
import type { Line } from "./lines";
import { REASONS } from "./reasons";

/** A property as it stands in a card: unfolded where it was folded, not yet decoded. */
export interface RawProperty {
  /** In capitals, without its group: `item1.TEL` is TEL. */
  name: string;
  bytes: Buffer;
  /** Index of the `:` before the value, or -1. */
  colon: number;
  /** Where it begins. */
  line: number;
}

/** One card of a file. `line` is where it begins; a `reason` says why it cannot be read. */
export interface RawCard {
  line: number;
  properties: RawProperty[];
  reason?: string;
  /** Of what is no card: why it is passed over. */
  note?: string;
  /** Lines that are no properties. */
  lost: number[];
  /** The names of properties that say something of a guest for which the book has no place. */
  passed: string[];
}

const emptyCard = (line: number): RawCard => ({ line, properties: [], lost: [], passed: [] });

/** Of the properties that are passed over, those which are worth a word. */
const TOLD = new Set("NOTE URL IMPP ANNIVERSARY PHOTO".split(" "));

/** What only a guest has: such a line outside any card is one whose beginning is missing. */
const OF_A_GUEST = new Set("FN N TEL EMAIL VERSION".split(" "));

/** Every other property is passed over: photos by their size, and REV because it says nothing about the guest. */
const WANTED = new Set([
  ..."VERSION PRODID N NICKNAME KIND X-ADDRESSBOOKSERVER-KIND".split(" "),
  ...VCARD_FIELDS.map((field) => GUEST_FIELDS[field].vcard.name.toUpperCase()),
]);

/** Bytes of wanted properties in one card; a card that never ends must not fill the memory. */
const LONGEST_CARD = 256 * 1024;

/** Bytes that a line takes beyond its own: thousands of short ones fill the memory too. */
const LINE_COST = 64;

/** Bytes of a property before its value. A real one has some hundred, and the parser's time goes with their square. */
const LONGEST_HEAD = 4 * 1024;

interface OpenProperty {
  name: string;
  line: number;
  colon: number;
  isQuotedPrintable: boolean;
  /** Its lines so far; empty for a property that is passed over. */
  pieces: Buffer[];
  lastLine: Buffer;
}

/**
 * Finds the cards in the lines of a file and unfolds their properties (RFC 2426, 2.6; RFC 6350, 3.2; vCard 2.1, 2.1.3).
 * Unfolding is done on bytes, because older phones fold in the middle of a UTF-8 character.
 */
export class CardReader {
  private card: RawCard | null = null;
  private property: OpenProperty | null = null;
  private size = 0;
  private isVersion21 = false;
  /** Cards inside the card: vCard 2.1 writes an assistant's whole card after AGENT. */
  private depth = 0;
  /** Whether the last line of a card inside was AGENT, so that the next may begin a card within that one. */
  private isInnerAgent = false;
  /** Lines outside any card since the last one. */
  private stray: { line: number; isCard: boolean } | null = null;
  /** Whether any card has begun yet. */
  hasFound = false;

  /** Takes the next line of the file and gives the cards that it completes. */
  push(line: Line): RawCard[] {
    const marker = boundary(line);
    if (marker === "begin") return this.begin(line);
    if (marker === "end and begin") return [...this.end(), ...this.begin(line)];
    if (!this.card) return this.passOver(line);
    if (marker === "end") return this.end();
    if (this.depth === 0) this.addLine(this.card, line);
    else if (!isFold(line.bytes) && !isBlank(line.bytes)) this.isInnerAgent = openProperty(line).name === "AGENT";
    return [];
  }

  /** The card that the file leaves open. */
  finish(): RawCard[] {
    const strayed = this.hasFound ? this.strayed() : [];
    return this.card ? [...strayed, this.unfinished(this.card)] : strayed;
  }

  private passOver(line: Line): RawCard[] {
    if (this.stray?.isCard || isBlank(line.bytes)) return [];
    this.stray ??= { line: line.number, isCard: false };
    const { name, colon } = openProperty(line);
    this.stray.isCard = colon !== -1 && OF_A_GUEST.has(name);
    return [];
  }

  private strayed(): RawCard[] {
    const { stray } = this;
    this.stray = null;
    if (!stray) return [];
    return [{ ...emptyCard(stray.line), ...(stray.isCard ? { reason: REASONS.strayCard } : { note: REASONS.strayText }) }];
  }

  private begin(line: Line): RawCard[] {
    this.hasFound = true;
    // Anywhere else it is the end of a card inside that is missing: what follows would all be taken for its own.
    if (this.card && this.isOpenAgent()) {
      this.depth += 1;
      this.isInnerAgent = false;
      return [];
    }
    const left = this.finish();
    this.card = emptyCard(line.number);
    this.property = null;
    this.size = 0;
    this.isVersion21 = false;
    return left;
  }

  private end(): RawCard[] {
    if (!this.card) return [];
    if (this.depth > 0) {
      this.depth -= 1;
      this.isInnerAgent = false;
      if (this.depth === 0) this.closeProperty();
      return [];
    }
    this.closeProperty();
    const card = this.card;
    this.card = null;
    return [card];
  }

  private unfinished(card: RawCard): RawCard {
    this.depth = 0;
    return { ...emptyCard(card.line), reason: REASONS.unfinishedCard };
  }

  private isOpenAgent(): boolean {
    return this.depth > 0 ? this.isInnerAgent : this.property?.name === "AGENT";
  }

  private addLine(card: RawCard, line: Line): void {
    const { bytes } = line;
    if (this.property && this.continues(this.property, bytes)) {
      this.property.lastLine = bytes;
      if (this.property.pieces.length > 0) this.keep(card, this.property, line);
      return;
    }
    // After AGENT vCard 2.1 allows an empty line before the card inside.
    if (isBlank(bytes)) return;
    // A photo that is not indented, or a line break in a note that was not escaped: neither is wanted anyway.
    if (!bytes.includes(COLON) && this.property?.pieces.length === 0) return;
    this.closeProperty();
    this.property = openProperty(line);
    const { name, colon } = this.property;
    if (WANTED.has(name) || colon === -1) this.keep(card, this.property, line);
    else if (TOLD.has(name) && !card.passed.includes(name)) card.passed.push(name);
  }

  private continues(property: OpenProperty, bytes: Buffer): boolean {
    return isFold(bytes) || (property.isQuotedPrintable && endsWithSoftBreak(property.lastLine));
  }

  private keep(card: RawCard, property: OpenProperty, line: Line): void {
    this.size += line.bytes.length + LINE_COST;
    if (line.tooLong || this.size > LONGEST_CARD) giveUp(card, REASONS.tooLong);
    // A copy: the line is a window on a whole slice of the file, and would hold on to all of it.
    else if (!card.reason) property.pieces.push(Buffer.from(line.bytes));
  }

  private closeProperty(): void {
    if (this.card && this.property && this.property.pieces.length > 0 && !this.card.reason) {
      const { name, colon, line } = this.property;
      const bytes = unfold(this.property, this.isVersion21);
      const head = colon === -1 ? bytes.indexOf(COLON) : colon;
      if (head === -1) this.card.lost.push(line);
      else if (head > LONGEST_HEAD) giveUp(this.card, REASONS.tooLong);
      else this.card.properties.push({ name, colon, bytes, line });
      // VERSION comes first in all but hand-made cards.
      if (name === "VERSION" && bytes.includes("2.1")) this.isVersion21 = true;
    }
    this.property = null;
  }
}

function giveUp(card: RawCard, reason: string): void {
  card.reason = reason;
  card.properties = [];
}

const COLON = 0x3a;
const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;

function boundary(line: Line): "begin" | "end" | "end and begin" | null {
  const first = (line.bytes[0] ?? 0) | 0x20;
  // b, e, or a blank before them: nothing else can be one, and there are many lines.
  if ((first !== 0x62 && first !== 0x65 && first !== SPACE && line.bytes[0] !== TAB) || line.bytes.length > 100) return null;
  // Files that were put together without a line end between them have both on one line.
  const text = /^\s*(begin|end)\s*:\s*vcard\s*(begin\s*:\s*vcard\s*)?$/i.exec(line.bytes.toString("latin1"));
  if (!text) return null;
  if (text[1]?.toLowerCase() === "begin") return text[2] ? null : "begin";
  return text[2] ? "end and begin" : "end";
}

/** What Nokia and others call it. */
const NICKNAMES = new Set(["X-EPOCSECONDNAME", "X-NICKNAME"]);

function openProperty({ bytes, number }: Line): OpenProperty {
  const colon = bytes.indexOf(COLON);
  const head = bytes.toString("latin1", 0, colon === -1 ? Math.min(bytes.length, 100) : colon).toUpperCase();
  const semicolon = head.indexOf(";");
  const grouped = (semicolon === -1 ? head : head.slice(0, semicolon)).trim();
  const isQuotedPrintable = semicolon !== -1 && head.includes("QUOTED-PRINTABLE", semicolon);
  const name = grouped.slice(grouped.lastIndexOf(".") + 1);
  return { name: NICKNAMES.has(name) ? "NICKNAME" : name, line: number, colon, isQuotedPrintable, pieces: [], lastLine: bytes };
}

/** vCard 3.0 and 4.0 take one white space away with the line break; in 2.1 it belongs to the value. */
function unfold(property: OpenProperty, keepsBlanks: boolean): Buffer {
  const [first, ...rest] = property.pieces;
  if (!first || rest.length === 0) return first ?? Buffer.alloc(0);
  if (property.isQuotedPrintable) return Buffer.concat(property.pieces.map(withoutSoftBreak));
  return Buffer.concat([first, ...rest.map((piece) => piece.subarray(keepsBlanks ? 0 : 1))]);
}

function isFold(bytes: Buffer): boolean {
  return bytes[0] === SPACE || bytes[0] === TAB;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === SPACE || byte === TAB);
}

function endsWithSoftBreak(bytes: Buffer): boolean {
  return bytes[trimmedLength(bytes) - 1] === EQUALS;
}

function withoutSoftBreak(bytes: Buffer): Buffer {
  return endsWithSoftBreak(bytes) ? bytes.subarray(0, trimmedLength(bytes) - 1) : bytes;
}

function trimmedLength(bytes: Buffer): number {
  let length = bytes.length;
  while (length > 0 && (bytes[length - 1] === SPACE || bytes[length - 1] === TAB)) length -= 1;
  return length;
}
