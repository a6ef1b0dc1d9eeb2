import { eveningHours } from "@/lib/business-day";
import { storeFile } from "@/lib/db/files";
import { findDuplicates } from "@/lib/duplicates/find-step";
import { env } from "@/lib/env";
import { bring } from "../guests/guests";
import { rows } from "../support/stores";
import { type Labelled, LabelledSet, type Part, type Recorded } from "./labelled";

export interface Measured {
  /** Pairs of one person that are two guests in the book, and how many of them were found. */
  same: number;
  found: number;
  offered: number;
  /** Of those that were offered. */
  wrong: number;
  /** By kind: how many were offered, of how many. */
  kinds: Record<string, [offered: number, of: number]>;
  /** A few that are not as they should be. */
  missed: string[];
  mistaken: string[];
}

const line = ({ name, phones, birthday, email }: Recorded, mark: string) => `"${name}","${phones}",${birthday},${email},${mark}`;

/** Brings a labelled part into a guest book through the import, and looks for duplicates as the night does. */
export async function measure(part: Part, ofEach: number): Promise<Measured> {
  const set = new LabelledSet(part);
  const pairs = set.pairs(ofEach);
  const lines = pairs.flatMap(({ two: [one, other] }, index) => [line(one, `pair${index} a`), line(other, `pair${index} b`)]);
  lines.push(...set.background(ofEach).map((one, index) => line(one, `alone${index}`)));
  await bring(lines, { header: "name,phones,birthday,email,title" });
  const file = storeFile("jounieh", "contacts");
  const guests = rows<{ id: string; title: string; name: string; phones: string; birthday: string }>(file, "SELECT id, title, name, phones, birthday FROM contact"); // biome-ignore format: one line
  const byId = new Map(guests.map((one) => [one.id, one]));
  const titles = new Set(guests.map(({ title }) => title));
  const { pairs: offered } = findDuplicates({ file, hours: eveningHours(env()) });
  const pairOf = (title: string) => pairs[Number(/^pair(\d+) /.exec(title)?.[1] ?? -1)];
  const shown = (id: string) => {
    const guest = byId.get(id);
    return `${guest?.name} ${guest?.phones} ${guest?.birthday}`;
  };
  const told = new Map<Labelled, true>();
  const result: Measured = { same: 0, found: 0, offered: offered.length, wrong: 0, kinds: {}, missed: [], mistaken: [] };
  for (const { one, other, score, reasons } of offered) {
    const [a, b] = [pairOf(byId.get(one)?.title ?? ""), pairOf(byId.get(other)?.title ?? "")];
    if (a && a === b) told.set(a, true);
    if (a && a === b && a.isSame) continue;
    result.wrong++;
    result.mistaken.push(`${a === b ? a?.kind : "by chance"} ${score} ${reasons}: ${shown(one)} | ${shown(other)}`);
  }
  for (const [index, pair] of pairs.entries()) {
    const kind = `${pair.isSame ? "" : "not "}${pair.kind}`;
    const counts = result.kinds[kind] ?? [0, 0];
    result.kinds[kind] = counts;
    if (!titles.has(`pair${index} a`) || !titles.has(`pair${index} b`)) continue; // by their number they are one guest already
    counts[1]++;
    if (told.has(pair)) counts[0]++;
    if (!pair.isSame) continue;
    result.same++;
    if (told.has(pair)) result.found++;
    else result.missed.push(`${kind}: ${pair.two.map(({ name, phones, birthday }) => `${name} ${phones} ${birthday}`).join(" | ")}`);
  }
  return result;
}
