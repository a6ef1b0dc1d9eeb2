import { copyFile } from "node:fs/promises";
import path from "node:path";
import { v7 as uuid } from "uuid";
import { timestamp } from "../clock";
import { bySystem } from "../db/actor";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { hasVersionFile, keepVersionFile } from "./files";
import { type MenuPlace, placeOfFile } from "./in-force";

/**
 * The version that a file of the menus' folder is. The first time that it goes out it is kept as it is, so that what a guest got is known
 * after somebody has put another file into its place.
 * @param named as messages name it @param file on the disk @param sha256 of what it holds now
 */
export async function versionOfFile(named: string, file: string, sha256: string, bytes: number): Promise<string> {
  const place = placeOfFile(named);
  const { sql, write } = await hubOf();
  const known = sql(place, sha256);
  if (known && hasVersionFile(sha256)) return known;
  const kept = await keepVersionFile((draft) => copyFile(file, draft));
  return write(async (tx) => {
    const there = await tx.menuVersion.findFirst({ where: { ...place, sha256: kept } });
    if (there) return there.id;
    const id = uuid();
    const data = {
      id,
      ...place,
      number: await nextNumber(tx, place),
      name: path.basename(named).replace(/\.pdf$/i, ""),
      sha256: kept,
      bytes,
    };
    await tx.menuVersion.create({ data: { ...data, source: "folder", made_at: timestamp(), made_by: "folder" } });
    return id;
  });
}

async function hubOf() {
  const hub = await hubStore();
  return {
    sql: ({ key, language, branch }: MenuPlace, sha256: string) =>
      hub.sql
        .prepare<[string, string, string, string], string>(
          `SELECT id FROM menu_version WHERE "key" = ? AND language = ? AND branch = ? AND sha256 = ?`,
        )
        .pluck()
        .get(key, language, branch, sha256),
    write: (work: (tx: Tx<"hub">) => Promise<string>) =>
      hub.write(bySystem("menus"), async (tx) => ({ answer: await work(tx), happened: [] })), // nobody decided anything
  };
}

/** Versions of a menu are counted from 1. */
export async function nextNumber(tx: Tx<"hub">, place: MenuPlace): Promise<number> {
  const last = await tx.menuVersion.findFirst({ where: { ...place }, orderBy: { number: "desc" } });
  return (last?.number ?? 0) + 1;
}
