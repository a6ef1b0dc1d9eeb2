import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { dataDir } from "../db/files";
import { AppError } from "../errors";
import { log } from "../log";

/**
 * Whom this server has erased, so that a backup does not bring them back (docs/design/reliability.md S-36): never who they are, but
 * keyed hashes of their numbers and of their rows' ids. It stands in a file of its own, because a restore must not take it
 * back to what it was.
 */
export function erasedFile(): string {
  return path.join(dataDir(), "erased-people.jsonl");
}

const erasedPerson = z.object({
  /** ISO 8601. Who is erased again later gets a new entry. */
  at: z.string(),
  numbers: z.array(z.string()),
  ids: z.array(z.string()),
});
export type ErasedPerson = z.output<typeof erasedPerson>;

const head = z.object({ key: z.string().min(1) });

export interface ErasedPeople {
  /** Of the hashes, base64url. */
  key: string;
  people: ErasedPerson[];
}

/**
 * Null where nobody was erased yet.
 * @throws AppError `db_corrupt` for a file that somebody has changed by hand: adding to it would lose what it said
 */
export function readErased(): ErasedPeople | null {
  if (!existsSync(erasedFile())) return null;
  try {
    const [first, ...lines] = readFileSync(erasedFile(), "utf8").trimEnd().split("\n");
    const { key } = head.parse(JSON.parse(first ?? ""));
    return { key, people: lines.map((line) => erasedPerson.parse(JSON.parse(line))) };
  } catch (error) {
    throw new AppError(
      "db_corrupt",
      "The list of erased guests, erased-people.jsonl in the data folder, cannot be read. Nothing was changed. Put it back from a copy of the folder.",
      { cause: error },
    );
  }
}

/** The same for whoever can do without: a restaurant goes on working with a list that has to be mended. */
export function readErasedIfWhole(): ErasedPeople | null {
  try {
    return readErased();
  } catch (error) {
    log().error({ err: error }, "the list of erased guests cannot be read: a backup may bring them back until it is mended");
    return null;
  }
}

/** Whether whoever has a number was erased after some moment: what is told of them from before is kept nowhere. @param at ISO 8601 */
export function wasErasedSince(digits: string, at: string): boolean {
  const list = readErasedIfWhole();
  if (list === null) return false;
  const hash = erasedHash(digits, list.key);
  return list.people.some((person) => person.at >= at && person.numbers.includes(hash));
}

/** How a number or an id stands in the list. */
export function erasedHash(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
