import { readFileSync } from "node:fs";
import {
  type ContactFileRow,
  type FileError,
  type FileFormat,
  type FileNote,
  type FileRow,
  readContactFile,
} from "../../lib/contact-files/read";

export type Outcome = FileRow | FileError | FileNote;

type Options = {
  format?: FileFormat;
  fileName?: string;
  charset?: string;
  countryCode?: string;
  sayLeftOut?: (column: string, text: string) => void;
};

/** The bytes in chunks of a size, each in the same buffer, as a reader may do that fills one buffer again and again. */
export async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(size, Math.max(bytes.length, 1)));
  for (let start = 0; start < bytes.length; start += size) {
    const piece = bytes.subarray(start, start + size);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
    buffer.fill(0x58);
  }
}

/** Everything that a file gives: a text is UTF-8. */
export async function read(file: string | Uint8Array, options: Options = {}, chunkSize = Number.MAX_SAFE_INTEGER): Promise<Outcome[]> {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const outcomes: Outcome[] = [];
  for await (const outcome of readContactFile(chunked(bytes, chunkSize), options)) {
    // What kind of wrong it is has tests of its own.
    const { wrong: _wrong, ...rest } = { wrong: undefined, ...outcome };
    outcomes.push(rest);
  }
  return outcomes;
}

/** The guests of a file that has nothing wrong in it. */
export async function people(file: string | Uint8Array, options: Options = {}): Promise<ContactFileRow[]> {
  return (await read(file, options)).map((outcome) => {
    if (!("person" in outcome)) throw new Error(`line ${outcome.line}: ${"reason" in outcome ? outcome.reason : outcome.note}`);
    return outcome.person;
  });
}

export async function onlyPerson(file: string | Uint8Array): Promise<ContactFileRow> {
  const all = await people(file);
  if (all.length !== 1 || !all[0]) throw new Error(`${all.length} people instead of one`);
  return all[0];
}

/** The text of a vCard with these properties, VERSION included. */
export function card(version: "2.1" | "3.0" | "4.0", ...lines: string[]): string {
  return ["BEGIN:VCARD", `VERSION:${version}`, ...lines, "END:VCARD", ""].join("\r\n");
}

export function sample(name: string): Buffer {
  return readFileSync(new URL(`samples/${name}`, import.meta.url));
}

/** Lines and names of what came in, lines and `error` of what stayed out, lines and `note` of what belongs to nobody. */
export function summary(outcomes: Outcome[]): [number, string][] {
  return outcomes.map((outcome) => [outcome.line, "person" in outcome ? outcome.person.name : "reason" in outcome ? "error" : "note"]);
}

/** Windows-1256 of a text, built from what the platform's decoder says of each byte. */
export function windows1256(text: string): Uint8Array {
  const decoder = new TextDecoder("windows-1256");
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(text, (character) => {
    const byte = byteOf.get(character);
    if (byte === undefined) throw new Error(`${character} is not in Windows-1256`);
    return byte;
  });
}
