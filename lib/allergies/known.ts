import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import { type Caller, holds } from "../caller";
import { lastEvent } from "../db/event-rows";
import { branchStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env, keptBranches } from "../env";
import { joinedValues } from "../joined-values";
import { CENTRAL } from "../known-branches";
import { alsoNames, hasNameOf } from "../names";
import { type PhoneMatch, readPhones, sharesPhone } from "../phones";
import { SEES_ALLERGIES } from "./hidden";

/** Somebody of whom an allergy is known. */
interface Allergic {
  names: string[];
  numbers: PhoneMatch[];
  allergies: string;
}

interface Row {
  name: string;
  also: string;
  phones: string;
  allergies: string;
}

const IN_BOOK = "SELECT name, also, phones, allergies FROM contact WHERE allergies <> ''";
const AT_TABLES = `SELECT g.name, g.also, g.phones, g.allergies FROM saved_table t JOIN table_guest g ON g.table_id = t.id
  WHERE t.closed_by IS NULL AND g.allergies <> ''`;

const read = new WeakMap<Database.Database, { state: number; people: Allergic[] }>();

/** Those of a store, read anew when it has been written. */
function peopleIn(sql: Database.Database, text: string): Allergic[] {
  const state = lastEvent(sql);
  const last = read.get(sql);
  if (last?.state === state) return last.people;
  const people = statement<[], Row>(sql, text)
    .all()
    .map(({ name, also, phones, allergies }) => ({
      names: [name, ...alsoNames(also)],
      numbers: readPhones(phones, env().DEFAULT_COUNTRY_CODE),
      allergies,
    }));
  read.set(sql, { state, people });
  return people;
}

/** What all branches kept here know of allergies, as of a moment. */
export interface KnownAllergies {
  /** Changes with it; what nobody may see has one state. */
  state: string;
  /** A guest's own with what any branch knows of that person, by number and name; their own alone where somebody may not see more. */
  of: (guest: { name: string; also?: string; phones: string; allergies?: string }) => string;
}

/** Each guest's own alone: for whoever may not see more, and for what tells nobody of them. */
export const OWN_ALONE: KnownAllergies = { state: "hidden", of: ({ allergies = "" }) => allergies };

/**
 * Allergies are red on every branch the same evening: who may see any sees what each guest book and each open table of this server knows of the
 * very person, whichever branches they work in. Nothing else of those branches is told.
 */
export async function knownAllergies(caller: Pick<Caller, "requirePermission">): Promise<KnownAllergies> {
  if (!holds(caller, SEES_ALLERGIES)) return OWN_ALONE;
  const states: string[] = [];
  const people: Allergic[] = [];
  const add = async (branch: string, kind: "contacts" | "table", text: string) => {
    // A store that cannot be read says nothing; whose it is says so elsewhere.
    const store = await branchStore(branch, kind, "probe").catch(() => null);
    if (!store) return;
    people.push(...peopleIn(store.sql, text));
    states.push(`${branch} ${kind} ${lastEvent(store.sql)}`);
  };
  for (const branch of keptBranches()) {
    await add(branch, "contacts", IN_BOOK);
    if (branch !== CENTRAL) await add(branch, "table", AT_TABLES);
  }
  return { state: states.join("/"), of: (guest) => allergiesOf(guest, people) };
}

/** A state as short as a header wants it. */
export const stateInShort = ({ state }: KnownAllergies) => createHash("sha256").update(state).digest("base64url").slice(0, 16);

function allergiesOf(
  { name, also = "", phones, allergies = "" }: Parameters<KnownAllergies["of"]>[0],
  people: readonly Allergic[],
): string {
  if (people.length === 0) return allergies;
  const numbers = readPhones(phones, env().DEFAULT_COUNTRY_CODE);
  const theirs = people.filter((one) => sharesPhone(one.numbers, numbers) && hasNameOf(one, { name, also }));
  return theirs.reduce((all, one) => joinedValues(all, one.allergies), allergies);
}
