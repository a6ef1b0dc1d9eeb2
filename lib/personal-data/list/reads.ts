import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { dataDir } from "../../db/files";

/**
 * Whom this server has erased, so that a backup does not bring them back (reliability.md, S-36): never who they are, but
 * keyed hashes of their numbers and of their rows' ids. It stands in a file of its own, because a restore must not take it
 * back to what it was.
 */
export function erasedFile(): string {
  return path.join(dataDir(), "erased-people.jsonl");
}

/** A person who was erased. */
export interface ErasedPerson {
  /** ISO 8601: whoever comes again later is written down anew. */
  at: string;
  numbers: string[];
  ids: string[];
}

export interface ErasedPeople {
  /** Of the hashes, base64url. */
  key: string;
  people: ErasedPerson[];
}

/** Null where nobody was erased yet. A last line that a power cut tore was never said to be done, and is left out. */
export function readErased(): ErasedPeople | null {
  if (!existsSync(erasedFile())) return null;
  const [first, ...lines] = readFileSync(erasedFile(), "utf8").split("\n");
  const { key } = JSON.parse(first ?? "") as { key: string }; // written by addErased
  return { key, people: lines.slice(0, -1).map((line) => JSON.parse(line) as ErasedPerson) };
}

/** How a number or an id stands in the list. */
export function erasedHash(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
