import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { storeFile } from "@/lib/db/files";
import { endDecision, sayOnePerson } from "@/lib/guests/contract";
import { replaceCard } from "@/lib/rewards/contract";
import { pointsStatement } from "@/lib/statement/contract";
import { bring, find } from "../guests/guests";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { adjust, confirm, finish, issue, makeReward } from "./spending";
import { award, make, table } from "./visits";

const PEOPLE = [
  { name: "Maya", phone: "03 111111" },
  { name: "Maya", phone: "70 222222" },
  { name: "Maya Khoury", phone: "71 333333" },
] as const;
type Person = (typeof PEOPLE)[number];
const [MAYA, OTHER] = PEOPLE;

let reward = "";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring(
    PEOPLE.map(({ name, phone }) => `${name},${phone}`),
    { header: "name,phones" },
  );
  for (const person of PEOPLE) await adjust(await idOf(person), 50);
  reward = await makeReward({ points: 1 });
});

async function guestOf({ phone }: Person) {
  const [found] = (await find(phone)).filter(({ not_in_book }) => !not_in_book);
  if (!found) throw new Error(`nobody has ${phone}`);
  return found;
}
const idOf = async (person: Person) => (await guestOf(person)).id;

/** The code of the card on the statement that somebody gets now. */
async function cardOf(person: Person): Promise<string> {
  const { status, bytes } = await call("admin", pointsStatement, { params: { id: await idOf(person) } });
  expect(status).toBe(200);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: Uint8Array.from(data) });
}

const replace = async (person: Person, reason = "The guest lost it") =>
  call("staff", replaceCard, { params: { id: await idOf(person) }, body: { reason } });

/** What the scan of a card says at a reward of somebody. */
async function scan(person: Person, code: string): Promise<string> {
  const issued = await issue(await idOf(person), reward, { way: "card" });
  expect(issued.status, JSON.stringify(issued.answer)).toBe(200);
  const { id } = issued.answer.redemption;
  const { status, answer } = await confirm(id, code);
  expect((await finish(id, "release")).status).toBe(200);
  return status === 200 ? "yes" : answer.error;
}
const works = async (person: Person, code: string) => (await scan(person, code)) === "yes";

async function unite(one: Person, other: Person): Promise<string> {
  const who = ({ id, name, phones }: Awaited<ReturnType<typeof guestOf>>) => ({ id, name, phones });
  const { status, answer } = await call("staff", sayOnePerson, {
    body: { identifier: who(await guestOf(one)), other: who(await guestOf(other)) },
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.undo_id;
}

async function part(undo_id: string): Promise<void> {
  const { status, answer } = await call("staff", endDecision, { body: { undo_id } });
  expect(status, JSON.stringify(answer)).toBe(200);
}

/** A table that says both numbers makes the hub's two customers one. */
async function seatTogether(one: Person, other: Person): Promise<void> {
  const phones = `${one.phone}, ${other.phone}`;
  const table_name = await table([phones]);
  expect((await award((await make("Maya", phones)).answer.customer.id, { table_name })).status).toBe(200);
}

const REPLACED = "This card was replaced on 20 Nov. Ask for the guest's WhatsApp code instead.";

describe("a card that is replaced", () => {
  it("works no more at once, says when it was replaced, counts as no wrong code, and the next one works", async () => {
    const old = await cardOf(MAYA);
    expect(await works(MAYA, old)).toBe(true);
    expect((await replace(MAYA)).answer.message).toBe("The old card of Maya works no more. The new one is on the next statement.");
    const { id } = (await issue(await idOf(MAYA), reward, { way: "card" })).answer.redemption;
    for (let time = 0; time < 6; time++) expect((await confirm(id, old)).answer.error).toBe(REPLACED);
    const next = await cardOf(MAYA);
    expect((await confirm(id, next)).answer.redemption.state).toBe("HELD");
    clockAt("2026-12-02T19:30:00Z");
    await replace(MAYA);
    expect(await scan(MAYA, next)).toBe("This card was replaced on 2 Dec. Ask for the guest's WhatsApp code instead.");
    expect(await scan(MAYA, old)).toBe(REPLACED); // each says when it was itself
    expect(await works(MAYA, await cardOf(MAYA))).toBe(true);
  });

  it("is another guest's wrong code as before, and nobody else's card stops with it", async () => {
    const [old, others] = [await cardOf(MAYA), await cardOf(OTHER)];
    await replace(MAYA);
    expect(await scan(OTHER, old)).toContain("This is not the code of this guest's reward.");
    expect(await works(OTHER, others)).toBe(true);
  });

  it("stands in the trail, with who and why", async () => {
    await replace(MAYA, "Somebody photographed it");
    const { entries } = (await call("admin", listAudit, { query: {} })).answer;
    const entry = entries.find(({ what }) => what === "Made a new card for a guest, and the old one stopped: Somebody photographed it");
    expect(entry?.who.name).toBe("staff");
  });

  it("is made for nobody without a reason, without points, or of another branch's book", async () => {
    expect((await replace(MAYA, " ")).status).toBe(400);
    await bring(["Rami,76 444444"], { header: "name,phones" });
    const [{ id } = { id: "" }] = rows<{ id: string }>(storeFile("jounieh", "contacts"), "SELECT id FROM contact WHERE name = 'Rami'");
    const { status, answer } = await call("staff", replaceCard, { params: { id }, body: { reason: "Lost" } });
    expect([status, answer.error]).toEqual([404, "Rami has no points yet, so there is no card."]);
    const there = { params: { id: await idOf(MAYA) }, body: { reason: "Lost" }, branch: "batroun" };
    expect((await call("staff", replaceCard, there)).status).toBe(404);
  });

  it("is replaced once by a call that is repeated", async () => {
    const again = async () => call("staff", replaceCard, { params: { id: await idOf(MAYA) }, body: { reason: "Lost" }, key: "card-1" });
    await again();
    const next = await cardOf(MAYA);
    expect((await again()).status).toBe(200);
    expect(await works(MAYA, next)).toBe(true);
  });
});

describe("the cards of two guests who become one", () => {
  it.each([
    ["in the book alone", async () => {}],
    ["in the hub too", () => seatTogether(MAYA, OTHER)],
  ])("%s both work until one is replaced, and parted again each has their own", async (_, join) => {
    const [one, other] = [await cardOf(MAYA), await cardOf(OTHER)];
    const undo = await unite(MAYA, OTHER);
    await join();
    expect([await works(MAYA, one), await works(MAYA, other)]).toEqual([true, true]);
    await replace(OTHER);
    expect([await scan(MAYA, one), await scan(MAYA, other)]).toEqual([REPLACED, REPLACED]);
    const next = await cardOf(MAYA);
    expect(await works(MAYA, next)).toBe(true);
    await part(undo);
    const owned = [await works(MAYA, next), await works(OTHER, next)];
    expect(owned.filter(Boolean)).toHaveLength(1);
    const [mine, theirs] = [await cardOf(MAYA), await cardOf(OTHER)];
    expect(mine).not.toBe(theirs);
    expect([await works(MAYA, mine), await works(OTHER, theirs)]).toEqual([true, true]);
    expect([await works(MAYA, theirs), await works(OTHER, mine)]).toEqual([false, false]);
    for (const old of [one, other]) expect([await works(MAYA, old), await works(OTHER, old)]).toEqual([false, false]);
  });

  it("are each their own again where none was replaced meanwhile", async () => {
    const [one, other] = [await cardOf(MAYA), await cardOf(OTHER)];
    const undo = await unite(MAYA, OTHER);
    await seatTogether(MAYA, OTHER);
    await part(undo);
    expect([await works(MAYA, one), await works(OTHER, other)]).toEqual([true, true]);
    expect([await works(MAYA, other), await works(OTHER, one)]).toEqual([false, false]);
  });
});

it("a card stops where its customer goes on as the other of the two: nobody's card says yes for somebody else", async () => {
  enterHouse();
  clockAt(EVENING);
  await bring([`,${MAYA.phone}`, `${OTHER.name},${OTHER.phone}`], { header: "name,phones" });
  for (const person of [MAYA, OTHER]) await adjust(await idOf(person), 50); // the one without a name is the older customer
  reward = await makeReward({ points: 1 });
  const nameless = await cardOf(MAYA);
  const undo = await unite(MAYA, OTHER);
  await seatTogether(MAYA, OTHER);
  expect(await works(OTHER, nameless)).toBe(true);
  await part(undo);
  expect(await works(OTHER, nameless)).toBe(false);
});

const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 12 : 2));
const SEED = Number(process.env.SEED ?? 1);

it.each(Array.from({ length: SEQUENCES }, (_, index) => index))(
  "of each guest at most one card works, whoever gets statements and new cards, becomes one and two again (%i)",
  { timeout: 120_000 },
  async (index) => {
    const random = dice(SEED * 7_919 + index);
    const log: string[] = [];
    // What each person may hold, by whose customer it names: the card that works for as long as nobody replaced it.
    const held = new Map<Person, string>();
    const ever = new Set<string>();
    const merges: { undo: string; of: [Person, Person] }[] = [];
    const groupOf = (person: Person) => {
      const group = new Set([person]);
      for (const one of group) for (const { of } of merges) if (of.includes(one)) for (const another of of) group.add(another);
      return group;
    };
    const customers = new Map(
      await Promise.all(PEOPLE.map(async (person) => [(await cardOf(person)).split("/")[1]?.split(".")[0] ?? "", person] as const)),
    );
    const ownerOf = (code: string) => customers.get(code.split("/")[1]?.split(".")[0] ?? "") as Person;
    const draw = async (person: Person) => {
      const code = await cardOf(person);
      ever.add(code);
      held.set(ownerOf(code), code);
    };
    try {
      for (let step = 0; step < 8; step++) {
        const [person, another] = [random.pick(PEOPLE), random.pick(PEOPLE)];
        const what = random.pick(["draw", "draw", "replace", "unite", "together", "part"] as const);
        log.push(`${what} ${person.phone} ${another.phone}`);
        if (what === "draw") await draw(person);
        if (what === "replace") {
          expect((await replace(person)).status).toBe(200);
          for (const one of groupOf(person)) held.delete(one);
        }
        if (what === "unite" && !groupOf(person).has(another)) merges.push({ undo: await unite(person, another), of: [person, another] });
        if (what === "together" && person !== another && groupOf(person).has(another)) await seatTogether(person, another);
        if (what === "part") {
          const merge = merges.pop();
          if (merge) await part(merge.undo);
        }
        for (const one of PEOPLE) {
          const group = groupOf(one);
          const theirs = [...ever].filter((code) => [...group].some((member) => held.get(member) === code));
          const found: string[] = [];
          for (const code of ever) if (await works(one, code)) found.push(code);
          expect(found.sort(), `cards of ${one.phone}`).toEqual(theirs.sort());
          if (group.size === 1) expect(found.length).toBeLessThanOrEqual(1);
        }
      }
    } catch (error) {
      throw new Error(`SEED=${SEED} ${index}:\n${log.join("\n")}\n${error instanceof Error ? error.message : error}`, { cause: error });
    }
  },
);
