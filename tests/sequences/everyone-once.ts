import path from "node:path";
import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { searchContacts } from "@/lib/guest-search/contract";
import { alsoNames, namesAgree } from "@/lib/names";
import { clockAt } from "../support/clocks";
import { enterHouse, tokenFor } from "../support/house";
import { checkRebuilt } from "../support/rebuilt";
import { RESTAURANTS } from "../support/restaurants";
import { alter, rows } from "../support/stores";
import { TODAY } from "../support/today";
import { ask } from "./ask";
import { checkAwards } from "./awards";
import { Evenings } from "./evening";
import { dice, groupsOf } from "./people";
import type { Sighting } from "./tables";

/** How many sequences a run plays, and from which seed on: `SEQUENCES=20000 SEED=7 npx vitest run tests/sequences`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 5_000 : 12));
/** So many share a house, one after the other: making a house takes longer than a sequence. A short run is a houseful for each share. */
const PER_HOUSE = Math.min(20, SEQUENCES / 2);

interface Guest {
  seq: number;
  name: string;
  also: string;
  birthday: string;
  digits: string | null;
}

/**
 * Plays a share of the sequences. Each share is a test file of its own, so that all of a machine's cores play.
 * @param share from 0 on
 */
export function playSequences(share: number, shares: number): void {
  console.log(`seed ${TODAY}, ${SEQUENCES} sequences`);
  const batches = Array.from({ length: Math.ceil(SEQUENCES / PER_HOUSE) }, (_, batch) => batch);
  describe("whatever happens in five branches, in whatever order", () => {
    it.each(batches.filter((batch) => batch % shares === share))(
      "central has everybody once with all their numbers, nobody else, and every award is there once (houseful %i)",
      playHouseful,
      600_000,
    );
  });
}

async function playHouseful(batch: number): Promise<void> {
  const data = enterHouse();
  clockAt("2025-12-31T12:00:00Z");
  await Promise.all([tokenFor("staff"), tokenFor("admin")]);
  alter(path.join(data, "hub.db"), "UPDATE session SET expires_at = '2099-01-01T00:00:00.000Z'"); // months pass here
  for (let index = 0; index < Math.min(PER_HOUSE, SEQUENCES - batch * PER_HOUSE); index++) {
    const id = batch * PER_HOUSE + index;
    const random = dice(TODAY * 1_000_003 + id);
    // Five days for each; the evenings of one never meet those of another.
    const evenings = new Evenings(random, id, Date.UTC(2026, 0, 1) - 2 * 3_600_000 + index * 6 * 86_400_000);
    try {
      for (let step = 0; step < 6 + random.below(10); step++) await evenings.step();
      await evenings.end();
      checkCentral(evenings);
      await checkSearched(evenings);
      for (const branch of [...RESTAURANTS, "central"] as const) checkRebuilt(storeFile(branch, "contacts"));
      checkAwards(path.join(data, "hub.db"), evenings.tables);
      for (let step = 0; step < 6; step++) await evenings.whoIsWho.step(random.pick([evenings.branch(), evenings.branch(), "central"]));
    } catch (error) {
      throw new Error(`SEED=${TODAY}, sequence ${id}:\n${evenings.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}

function checkCentral(evenings: Evenings): void {
  const wanted = evenings.wanted();
  const allowed = [...wanted, ...evenings.staying];
  const guests = guestsOf(evenings);
  const owners = new Map<string, number[]>();
  for (const { seq, digits } of guests) if (digits !== null) owners.set(digits, [...(owners.get(digits) ?? []), seq]);
  for (const number of new Set(wanted.flatMap((one) => one.numbers))) {
    expect(owners.get(number) ?? [], `who has ${number}`).toHaveLength(1);
  }
  expect(guestsWithoutAnything(), "guests in central whom nobody can find").toEqual([]);
  const recorded = new Set(allowed.flatMap((one) => one.numbers));
  expect(
    [...owners.keys()].filter((number) => !recorded.has(number)),
    "numbers that nobody recorded",
  ).toEqual([]);
  for (const also of guests.flatMap((guest) => alsoNames(guest.also)))
    expect(
      [...evenings.told].some((one) => namesAgree(one, also)),
      `${also} was listed by some answer`,
    ).toBe(true);
  for (const sighting of wanted) {
    checkFound(sighting, guests, owners, evenings);
    checkFilled(sighting, guests, owners);
    if (!evenings.unheard.has(sighting)) checkPairTold(sighting, evenings.pairs, owners);
  }
  const everTyped = [...evenings.staying, ...evenings.tables.flatMap((table) => [...table.seen])];
  checkNobodyTwice(allowed, everTyped, guests, owners);
  for (const guest of guests) {
    const whose = evenings.people.filter((person) => person.birthday === guest.birthday);
    if (guest.birthday)
      expect(
        whose.some((person) => namesAgree(person.name, guest.name)),
        `${guest.name} has ${guest.birthday}`,
      ).toBe(true);
  }
}

/** Under the name, or as the other name of the guest who has the number. */
function checkFound({ name, numbers, who }: Sighting, guests: Guest[], owners: Map<string, number[]>, { tables }: Evenings): void {
  if (numbers.length === 0) {
    const evenings = new Set(tables.filter(({ seen }) => [...seen].some((one) => one.who === who)).map(({ day }) => day)).size;
    const found = guests.filter((guest) => guest.name === name && guest.digits === null).length;
    expect(found, `${name}, who has no number`).toBeGreaterThan(0);
    expect(found, `${name}, who has no number, once for each of ${evenings} evenings`).toBeLessThanOrEqual(evenings);
    return;
  }
  // Of a number that two share, one keeps it: the other stands under another number, and the pair was reported.
  const known = guests.filter((guest) => who.shares || numbers.some((number) => owners.get(number)?.includes(guest.seq)));
  const names = known.flatMap((guest) => [guest.name, ...alsoNames(guest.also)]);
  expect(
    names.some((one) => namesAgree(one, name) && (one !== "" || name === "")),
    `${name || who.name} ${numbers.join("+")} among ${names.join(", ")}`,
  ).toBe(true);
}

/** The birthday is there, whichever row said it; of two who share a number nobody's is filled into the other. */
function checkFilled({ name, numbers, who, birthday }: Sighting, guests: Guest[], owners: Map<string, number[]>): void {
  if (birthday === "" || who.shares) return;
  const [first] = numbers;
  const theirs = guests.filter(({ seq, digits, name: one }) =>
    first === undefined ? digits === null && one === name : owners.get(first)?.includes(seq),
  );
  expect(
    theirs.map((guest) => guest.birthday),
    `the birthday of ${name || who.name} ${numbers.join("+")}`,
  ).toContain(birthday);
}

/** Where the numbers of one row are two guests' in the end, because their names do not agree, somebody was told of it. */
function checkPairTold({ who, numbers }: Sighting, pairs: Evenings["pairs"], owners: Map<string, number[]>): void {
  if (!who.shares || new Set(numbers.flatMap((number) => owners.get(number) ?? [])).size < 2) return;
  expect(
    pairs.some((pair) => namesAgree(pair.name, who.name) || namesAgree(pair.other, who.name)),
    `${who.name}, whose numbers ${numbers.join("+")} are two guests', is told of`,
  ).toBe(true);
}

/** Everybody is found in central by each number, and by every other name. */
async function checkSearched(evenings: Evenings): Promise<void> {
  for (const { seq, also, digits } of guestsOf(evenings)) {
    // Numbers by their end: that is looked for in the text by which guests are found, and not among the whole numbers.
    for (const search of [...alsoNames(also), ...(digits === null ? [] : [digits.slice(-6)])]) {
      const { answer } = await ask("admin", searchContacts, { branch: "central", query: { search, limit: 200 } });
      const found = rows<{ seq: number }>(
        storeFile("central", "contacts"),
        `SELECT seq FROM contact WHERE id IN (${answer.contacts.map(({ id }) => `'${id}'`).join()})`,
      );
      expect(
        found.map((one) => one.seq),
        `who is found by ${search}`,
      ).toContain(seq);
    }
  }
}

/**
 * Numbers that were typed together, whoever did it and wherever, are one guest's; those that never were are not. Where two
 * people of different names share a number, who keeps it hangs on who came first. What central has once made one guest of
 * stays one when a later save drops one of her numbers and somebody else still says it: both are hers.
 */
function checkNobodyTwice(allowed: Sighting[], everTyped: Sighting[], guests: Guest[], owners: Map<string, number[]>): void {
  for (const who of new Set(allowed.map((one) => one.who))) {
    if (who.shares || who.numbers.length === 0) continue;
    const numbersIn = (sightings: Sighting[]) => groupsOf(sightings.filter((one) => one.who === who).map((one) => one.numbers));
    const everTogether = numbersIn(everTyped);
    for (const together of numbersIn(allowed)) {
      const guestsOfGroup = new Set(together.flatMap((number) => owners.get(number) ?? []));
      expect(guestsOfGroup.size, `${who.name} with ${together.join("+")}`).toBeLessThanOrEqual(1);
      const [seq] = guestsOfGroup;
      const all = guests.filter((guest) => guest.seq === seq).map((guest) => guest.digits);
      expect(
        all.filter(
          (digits) => digits !== null && !everTogether.some((group) => group.includes(digits) && group.includes(together[0] ?? "")),
        ),
        `numbers of others on ${who.name}`,
      ).toEqual([]);
    }
  }
}

/** Whoever is taken out of central leaves nothing behind. */
function guestsWithoutAnything(): unknown[] {
  return rows(
    storeFile("central", "contacts"),
    "SELECT * FROM contact WHERE name = '' AND seq NOT IN (SELECT contact_seq FROM contact_phone)",
  );
}

/** The guests of a sequence in central: its names and its numbers are its own. */
function guestsOf(evenings: Evenings): Guest[] {
  const words = new Set(evenings.people.flatMap((person) => person.name.split(" ")));
  const numbers = new Set(evenings.people.flatMap((person) => person.numbers));
  const all = rows<Guest>(
    storeFile("central", "contacts"),
    "SELECT c.seq, c.name, c.also, c.birthday, p.digits FROM contact c LEFT JOIN contact_phone p ON p.contact_seq = c.seq",
  );
  return all.filter(({ name, digits }) => (digits !== null && numbers.has(digits)) || name.split(" ").some((word) => words.has(word)));
}
