import { afterAll, beforeAll, expect, test } from "vitest";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { mustBe } from "./people";

const BRANCH = "ehden";
const BOOK = `${BRANCH}/contacts.db`;

interface Round {
  /** What the two people of the round are called. */
  names: [string, string];
  intent: Intent;
}

let house: KillHouse;
let made = 0;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z");
});
afterAll(() => house.close());

async function bring(name: string, phones: string): Promise<void> {
  const headers = { "content-type": "text/csv", authorization: house.authorization, "x-branch": BRANCH };
  const body = `name,phones\n${name},${phones}\n`;
  expect((await fetch(`${house.url}/api/contacts/import`, { method: "POST", headers, body })).status).toBe(200);
}

/** Two people whom nobody has recorded before; of one number they are one guest, who goes by both names. */
async function bringTwo(numbers: "one number" | "two numbers"): Promise<[string, string]> {
  const number = 2_000_000 + 10 * ++made;
  const letters = String(number).replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));
  const names: [string, string] = [`Maya${letters} Khoury${letters}`, `ريما${letters} سعد${letters}`];
  await bring(names[0], `+1 212 ${number}`);
  await bring(names[1], `+1 212 ${numbers === "one number" ? number : number + 1}`);
  return names;
}

const meant = (name: string) => {
  const [guest] = house.rows<{ id: string; phones: string }>(BOOK, "SELECT id, phones FROM contact WHERE name = ?", name);
  return { id: guest?.id ?? "", name, phones: guest?.phones ?? "" };
};

const count = (sql: string, ...values: string[]) => house.rows<{ n: number }>(BOOK, sql, ...values)[0]?.n ?? 0;

/** How many guests two people are, how often somebody said of them what they are, and how often an event tells of it. */
function standing([name, other]: Round["names"]) {
  const decision = "decision ->> '$.kind' = ? AND instr(decision, ?) AND instr(decision, ?)";
  const event = "SELECT count(DISTINCT e.seq) AS n FROM event e JOIN event_subject s ON s.event_seq = e.seq WHERE e.kind = ?";
  const told = (kind: string) => count(`${event} AND s.subject IN (SELECT value FROM json_each(?))`, kind, JSON.stringify(idsOf([name, other]))); // biome-ignore format: one line
  return {
    guests: count("SELECT count(*) AS n FROM contact WHERE name IN (?, ?)", name, other),
    one: count(`SELECT count(*) AS n FROM book_decision WHERE ${decision}`, "one", name, other),
    two: count(`SELECT count(*) AS n FROM book_decision WHERE ${decision}`, "not-one", name, other),
    told,
  };
}

/** Ids of the guests of some names, and those that lead to them. */
const idsOf = (names: readonly string[]) =>
  house
    .rows<{ id: string }>(
      BOOK,
      `WITH own AS (SELECT id FROM contact WHERE name IN (SELECT value FROM json_each(?)))
       SELECT id FROM own UNION SELECT id FROM contact_alias WHERE contact_id IN (SELECT id FROM own)`,
      JSON.stringify(names),
    )
    .map(({ id }) => id);

interface Kind {
  point: string;
  prepare: () => Promise<Round>;
  /** Parts of the decision that are there, each once: the guests, what was said, its event. */
  found: (round: Round) => number[];
}

const KINDS: Record<string, Kind> = {
  "two people": {
    point: "two-people:written",
    prepare: async () => {
      const names = await bringTwo("one number");
      const [name, other] = names;
      return { names, intent: Ledger.intent("/contacts/two-people", BRANCH, { identifier: meant(name), names: [other] }) };
    },
    found: ({ names }) => {
      const { guests, two, told } = standing(names);
      return [guests - 1, two, told("contacts.said_two")];
    },
  },
  "one person": {
    point: "one-person:written",
    prepare: async () => {
      const names = await bringTwo("two numbers");
      const [name, other] = names.map(meant);
      return { names, intent: Ledger.intent("/contacts/one-person", BRANCH, { identifier: name, other }) };
    },
    found: ({ names }) => {
      const { guests, one, told } = standing(names);
      return [2 - guests, one, told("contacts.said_one")];
    },
  },
  "not a duplicate": {
    point: "not-same:written",
    prepare: async () => {
      const names = await bringTwo("two numbers");
      const [identifier, other] = names.map(meant);
      return { names, intent: Ledger.intent("/duplicates/not", BRANCH, { identifier, other }) };
    },
    found: ({ names }) => {
      const { two, told } = standing(names);
      return [two, told("contacts.said_two")];
    },
  },
  // The hub's part is done, and says nothing of its own: repeated, it finds it done.
  "the end of a decision, between the two stores": {
    point: "end-decision:hub",
    prepare: () => KINDS["the end of a decision"]?.prepare() as Promise<Round>,
    found: (round) => KINDS["the end of a decision"]?.found(round) ?? [],
  },
  "the end of a decision": {
    point: "end-decision:written",
    prepare: async () => {
      const names = await bringTwo("two numbers");
      const [identifier, other] = names.map(meant);
      const { undo_id } = await house.must<{ undo_id: string }>(Ledger.intent("/contacts/one-person", BRANCH, { identifier, other }));
      return { names, intent: Ledger.intent("/contacts/decision/end", BRANCH, { undo_id }) };
    },
    found: ({ names }) => {
      const { guests, one, told } = standing(names);
      return [guests - 1, 1 - one, told("contacts.decision_ended")];
    },
  },
};

test.each(Object.keys(KINDS))(
  "%s: a killed decision is there whole or not at all, and once after it was repeated",
  {
    timeout: 600_000,
  },
  async (what) => {
    const { point, prepare, found } = KINDS[what] as Kind;
    const tally = new Tally();
    const rounds: Round[] = [];
    const operation: Operation = {
      prepare: async () => void rounds.push(await prepare()),
      run: async () => {
        const intent = rounds.at(-1)?.intent;
        return intent !== undefined && (await house.send(intent)) !== null;
      },
      check: (stage) => {
        for (const round of rounds) {
          const parts = found(round);
          const must = stage === "settled" ? "be" : mustBe(house.ledger, round.intent);
          if (parts.some((part) => part > 1)) tally.duplicated++;
        else tally.judge(parts.reduce((sum, part) => sum + part, 0), parts.length, must); // biome-ignore format: one line
        }
      },
    };
    const before = house.kills;
    await killAtPoints(house, operation, [point]);
    await killAtRandom(house, operation);
    console.log(`${what}: ${house.kills - before} kills (seed ${SEED}): ${tally.line()}`);
    expect(house.kills - before).toBeGreaterThanOrEqual(Math.min(LEAST_KILLS, 2));
    expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
  },
);
