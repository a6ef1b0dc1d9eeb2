import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { syncFolder } from "../sync-to-disk";
import { type ErasedPeople, type ErasedPerson, erasedFile, erasedHash, readErased } from "./erased-list";

/**
 * Adds a person to the list of the erased, before anything of them goes: whatever then cuts the erasing off, the next start
 * finishes it.
 * @returns the list with them
 */
export function addErased({ at, numbers, ids }: ErasedPerson): ErasedPeople {
  const { key, people } = readErased() ?? { key: randomBytes(32).toString("base64url"), people: [] };
  const hashed = (texts: readonly string[]) => [...new Set(texts)].map((text) => erasedHash(text, key));
  const list = { key, people: [...people, { at, numbers: hashed(numbers), ids: hashed(ids) }] };
  // Written anew and renamed: a torn line in the middle would make every later one unreadable.
  const draft = `${erasedFile()}.tmp`;
  const file = openSync(draft, "w", 0o600);
  try {
    writeSync(file, [JSON.stringify({ key }), ...list.people.map((one) => JSON.stringify(one)), ""].join("\n"));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, erasedFile());
  syncFolder(path.dirname(erasedFile()));
  return list;
}
