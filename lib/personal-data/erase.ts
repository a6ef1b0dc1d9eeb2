import { rmSync } from "node:fs";
import type { AnswerOf } from "../api/endpoint";
import { timestamp } from "../clock";
import { FOLDERS } from "../data-folders";
import { stepOf, type WriteBy } from "../db/actor";
import { listBackups } from "../db/backup-files";
import type { StoreKind } from "../db/files";
import { hubStore } from "../db/find-store";
import type { Store } from "../db/store";
import { AppError } from "../errors";
import { importsUnderWay } from "../import/large-import";
import { runJob } from "../jobs/run";
import { failpoint } from "../test-hooks";
import { placeOf } from "../vouchers/png-and-pdf";
import { addErased } from "./add-erased";
import type { TheirRows, Who } from "./blank-rows";
import type { erasePersonalData, PersonFound, Whom } from "./contract";
import { type ErasedPeople, erasedHash, readErased } from "./erased-list";
import { countsOf, everyStore, type FoundPerson, lookThrough, personOf, type SearchedStore, textsOfAll, waitingFor } from "./find";
import type { ErasedInStore, ErasePersonInput } from "./person-step";

/**
 * Erases a person from every store of this server (docs/design/reliability.md S-36): rows, voucher pictures, what the trail says of them,
 * and their bytes in the files. Cut off in the middle, the next start finishes it.
 * @param byItself where the house erases and the person did not ask for it
 * @throws AppError as `personOf` does; `not_found`, `conflict` while a message waits, a store cannot be read or they may not be erased:
 *   nothing was erased then; `already_running`
 */
export function erasePerson(whom: Whom, by: WriteBy, byItself?: ByItself): Promise<AnswerOf<typeof erasePersonalData>> {
  return runJob("erase-person", "hub", by, async () => {
    const hub = await hubStore();
    const person = await personOf(whom, byItself !== undefined);
    const { stores, who, unavailable } = person;
    if (unavailable.length > 0) {
      throw new AppError(
        "conflict",
        `Nothing was erased: ${unavailable.join(", ")} cannot be read now. Mend that first, so that nothing is left there.`,
      );
    }
    refuseBesideImports(stores);
    if (waitingFor(person) > 0)
      throw new AppError(
        "conflict",
        "A message to this guest is still to go out. Nothing was erased. Wait until it is sent, or cancel it.",
      );
    if (byItself && !byItself.mayErase(person)) throw new AppError("conflict", "This guest came again meanwhile. Nothing was erased.");
    const erased = countsOf(stores);
    if (!stores.some(holdsSomething)) {
      const list = erasedBefore(who.numbers, who.ids);
      if (!list) throw new AppError("not_found", "Nothing is kept of this person.");
      await eraseFrom(stores, person, eraseNow(list), by); // the bytes may be there still, where a file could not be cleared
      return hub.write(by, async () => ({ answer: answerOf(stores, erased), happened: [] }));
    }
    failpoint("erase:found");
    const list = addErased({ at: timestamp(), numbers: who.numbers, ids: who.ids });
    failpoint("erase:listed");
    await eraseFrom(stores, person, { ...eraseNow(list), clearsLater: byItself !== undefined }, by);
    if (byItself) addTo(byItself.uncleared, list.people.length);
    return hub.write(by, async () => ({ answer: answerOf(stores, erased), happened: [] }));
  });
}

/** An erasing of many, one after the other. */
export interface ByItself {
  /** Asked of what was found; what comes after that look stays. */
  mayErase: (person: FoundPerson) => boolean;
  /** Takes the person up: their bytes stay in the files until `clearErased`, or the next start. */
  uncleared: Uncleared;
}

/** A part of the list of the erased, whose rows are gone from every store. */
export interface Uncleared {
  /** How many the list had before; null where there is nobody yet. */
  from: number | null;
  to: number;
}

export const nobodyYet = (): Uncleared => ({ from: null, to: 0 });

/** Behind whoever was cut off nobody is counted: the next start finishes them. */
function addTo(uncleared: Uncleared, place: number): void {
  uncleared.from ??= place - 1;
  if (uncleared.to === 0 || uncleared.to === place - 1) uncleared.to = place;
}

/** Takes the bytes of those who were erased out of every file. @throws AppError of a store that cannot be written; the next start does it */
export async function clearErased({ from, to }: Uncleared, by: WriteBy): Promise<void> {
  const list = from === null ? null : readErased();
  if (from === null || list === null) return;
  const { stores } = await everyStore();
  const nobody = stores.map((one) => ({ ...one, rows: {}, events: [], answers: 0, pastIds: [] }));
  await eraseOnce(nobody, { who: { numbers: [], ids: [], named: [] }, texts: [] }, { ...eraseNow(list), from, to }, by, true);
}

/** The rows of a file that are not in yet may speak of this person, and would bring them back. */
function refuseBesideImports(stores: readonly SearchedStore[]): void {
  const isUnfinished = ({ store }: SearchedStore) => store.kind === "contacts" && importsUnderWay(store as Store<"contacts">).length > 0;
  if (!stores.some(isUnfinished)) return;
  throw new AppError(
    "conflict",
    "The import of a file is not finished. Nothing was erased. Wait until it is, or take it back on Import Contacts.",
  );
}

/** A call that comes again because its answer was lost hears that it is done. */
function erasedBefore(numbers: readonly string[], ids: readonly string[]): ErasedPeople | null {
  const list = readErased();
  const isIn = (texts: readonly string[], of: "numbers" | "ids") =>
    texts.some((text) => list?.people.some((person) => person[of].includes(erasedHash(text, list.key))));
  return isIn(numbers, "numbers") || isIn(ids, "ids") ? list : null;
}

function answerOf(stores: readonly SearchedStore[], erased: PersonFound["found"]): AnswerOf<typeof erasePersonalData> {
  const in_backups = stores.reduce((sum, { store }) => sum + listBackups(store.file).length, 0);
  const detail =
    in_backups === 0
      ? "There are no backups that could hold them still."
      : `${in_backups} backups were made before. They go as newer ones are made; if one is restored, the next start erases this person there too.`;
  return { ok: true, message: "This person is erased.", detail, erased, in_backups };
}

/** What was recorded while it was going on is looked for again; whoever records them for ever is not waited for. */
const MOST_ROUNDS = 3;

const holdsSomething = ({ rows, events, answers }: SearchedStore) => Object.keys(rows).length > 0 || events.length > 0 || answers > 0;

/** By which entries of the list of the erased, and whether files are cleared at once. */
interface Erasing extends Pick<ErasePersonInput, "from" | "to" | "again" | "clearsLater"> {
  key: string;
}

/** The last one of the list. */
const eraseNow = ({ key, people }: ErasedPeople): Erasing => ({
  key,
  from: people.length - 1,
  to: people.length,
  again: false,
  clearsLater: false,
});

interface Meant {
  who: Who;
  texts: readonly string[];
}

async function eraseFrom(found: SearchedStore[], { who, texts: known }: Meant, erasing: Erasing, by: WriteBy) {
  const texts = new Set(known);
  let stores = found;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const holding = stores.filter(holdsSomething);
    if (round > 0 && holding.length === 0) return;
    const planned = [...texts];
    await noteErasing(holding, by, erasing.again);
    failpoint("erase:noted");
    for (const { rows } of holding) for (const file of picturesOf(rows)) rmSync(placeOf({ file }), { force: true });
    const left = await eraseOnce(stores, { who, texts: planned }, erasing, by, round === 0 && !erasing.clearsLater);
    for (const text of left) texts.add(text);
    stores = await lookThrough(stores, who, [...texts]);
  }
}

/** Their vouchers, and their statements that wait in the queue. */
function picturesOf({ voucher = [], queue_item = [] }: TheirRows): string[] {
  const queued = queue_item.map((row) => String(row.voucher)).filter((file) => file.startsWith(`${FOLDERS.statements}/`));
  return [...voucher.map(({ file }) => String(file)), ...queued];
}

/** @returns what stood in rows that may have come after they were looked for */
async function eraseOnce(stores: readonly SearchedStore[], { who, texts }: Meant, erasing: Erasing, by: WriteBy, clears: boolean) {
  const found: string[] = [];
  for (const { store, events } of stores) {
    const input: Omit<ErasePersonInput, "file" | "by"> = { ...erasing, kind: store.kind, who, events, texts, clears };
    found.push(...(await store.bulk<ErasedInStore>(stepOf(by), "erase-person", input)).texts);
  }
  return found;
}

/** Before anything is erased: the check of the trail knows by it which events may say less than they were written with. */
async function noteErasing(stores: readonly SearchedStore[], by: WriteBy, again: boolean): Promise<void> {
  if (stores.length === 0) return;
  const hub = await hubStore();
  const planned = stores.filter(({ events }) => events.length > 0).map(({ name, events }) => ({ store: name, events }));
  const payload = { found: countsOf(stores), again, stores: planned };
  await hub.write(stepOf(by), async () => ({ answer: undefined, happened: [{ kind: "person.erased", subjects: [], payload }] }));
}

/**
 * Erases again whom a store brought back that came out of a backup, and finishes what was cut off.
 * @param missing stores, and from which place of the list on they have not erased
 */
export async function eraseAgain(
  missing: readonly { name: string; store: Store<StoreKind>; from: number }[],
  list: ErasedPeople,
  by: WriteBy,
): Promise<void> {
  const whoIsIn = (from: number) => ({ key: list.key, people: list.people.slice(from) });
  const found: SearchedStore[] = [];
  for (const { name, store, from } of missing) found.push(...(await lookThrough([{ name, store }], whoIsIn(from), null)));
  const texts = textsOfAll(found);
  for (const { name, store, from } of missing) {
    const who = whoIsIn(from);
    await eraseFrom(await lookThrough([{ name, store }], who, texts), { who, texts }, { ...eraseNow(list), again: true }, by);
  }
}
