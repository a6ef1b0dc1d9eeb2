import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { updateContact } from "@/lib/guests/contract";
import { importContacts } from "@/lib/import/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { central, DATE, endTheDay, type Guest, guest, kept, mergeAll, mergeByDate, saveAgain, takenEarly } from "./early";

beforeEach(() => {
  clockAt(EVENING);
});

const MAYA = { name: "Maya", phones: "03 111111" };
const KHOURY = { name: "Maya Khoury", phones: "03 111111" };
const SECOND = { name: "Maya", phones: "70 222222" };
const BOTH = { name: "Maya", phones: "03 111111 / 70 222222" };
const OMAR = { name: "Omar", phones: "03 111111" };
const OTHER = { name: "Other", phones: "03 555555" };

const emails = () => rows<{ email: string }>(storeFile("central", "contacts"), "SELECT email FROM contact ORDER BY seq").map(({ email }) => email); // biome-ignore format: one line
const guests = () => central().filter(({ name }) => name !== "Other");

/** Somebody of a file that central reads: nothing takes them out again. */
async function known(name: string, phones: string, email = ""): Promise<void> {
  const raw = `name,phones,email\n${name},${phones},${email}\n`;
  expect((await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" }, branch: "central" })).status).toBe(200);
}

/** Some tables say other guests now, and central hears of it. */
async function merged(...saves: [name: string, branch: string, guests?: Guest[]][]) {
  for (const [name, branch, guests = [OTHER]] of saves) {
    await saveAgain(name, guests, branch);
    await mergeAll(branch);
  }
  return mergeByDate();
}

describe("of what open tables say, central keeps no list", () => {
  it("once it is booked as it was", async () => {
    enterHouse();
    await takenEarly([MAYA]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ skipped: 1 });
    expect(kept()).toEqual([]);
  });

  it.each([DATE, "2026-11-21"])(
    "but of the tables that are still open, where another one says more of the guest, merging %s",
    async (date) => {
      enterHouse();
      await takenEarly([MAYA]);
      await takenEarly([{ ...MAYA, email: "m@x.lb" }], "batroun");
      expect(kept()).toHaveLength(2);
      await endTheDay();
      await mergeByDate(date);
      expect(kept()).toHaveLength(1);
    },
  );
});

describe("two guests who became one by an open table", () => {
  it.each([
    ["the younger", [KHOURY, SECOND]],
    ["the older", [SECOND, KHOURY]],
  ])("are one that stays when the tables go, where a file says %s of them", async (which, [older, younger]) => {
    enterHouse();
    const [first, second] = [older as Guest, younger as Guest];
    if (which === "the older") await known(first.name, first.phones);
    const seated = await takenEarly([which === "the older" ? second : first]);
    if (which === "the younger") await known(second.name, second.phones);
    const both = await takenEarly([BOTH], "tripoli");
    expect(central()).toHaveLength(1);
    expect(await merged([seated, "ehden"], [both, "tripoli"])).toMatchObject({ removed: 0, corrected: 1 });
    expect(guests()).toEqual([guest("Maya", "70 222222")]);
  });

  it("are nobody when every table goes that said them", async () => {
    enterHouse();
    const first = await takenEarly([KHOURY], "batroun");
    const second = await takenEarly([SECOND], "ehden");
    const both = await takenEarly([BOTH], "tripoli");
    expect(await merged([first, "batroun"], [second, "ehden"], [both, "tripoli"])).toMatchObject({ removed: 1 });
    expect(guests()).toEqual([]);
  });

  it("lose what the table of either said alone, and no more", async () => {
    enterHouse();
    await takenEarly([KHOURY], "ehden");
    const second = await takenEarly([{ ...SECOND, email: "m@x.lb" }], "batroun");
    const third = await takenEarly([{ ...OMAR, phones: "70 222222" }], "zgharta");
    await takenEarly([BOTH], "tripoli");
    expect([central(), emails()]).toEqual([[guest("Maya Khoury", "03 111111, 70 222222", "Omar")], ["m@x.lb"]]);
    await merged([second, "batroun", [SECOND]]);
    expect([central(), emails()]).toEqual([[guest("Maya Khoury", "03 111111, 70 222222", "Omar")], [""]]);
    await merged([third, "zgharta"]);
    expect(guests()).toEqual([guest("Maya Khoury", "03 111111, 70 222222")]);
  });

  it("lose the number of the older one too, when no table says it any more", async () => {
    enterHouse();
    const first = await takenEarly([MAYA], "batroun");
    await takenEarly([SECOND], "ehden");
    const both = await takenEarly([BOTH], "tripoli");
    await merged([first, "batroun", [SECOND]], [both, "tripoli", [SECOND]]);
    expect(central()).toEqual([guest("Maya", "70 222222")]);
  });

  it("keep what a file said, which the other's table said otherwise", async () => {
    enterHouse();
    await known("Maya Khoury", "03 111111", "k@x.lb");
    const second = await takenEarly([{ ...SECOND, email: "m@x.lb" }]);
    await takenEarly([BOTH], "tripoli");
    expect(await merged([second, "ehden", [SECOND]])).toMatchObject({ corrected: 0 });
    expect(emails()).toEqual(["k@x.lb"]);
  });
});

describe("a guest whom several say", () => {
  it("goes when all their tables go, whatever each of them filled in", async () => {
    enterHouse();
    const first = await takenEarly([MAYA], "ehden");
    const second = await takenEarly([{ ...MAYA, email: "m@x.lb" }], "tripoli");
    expect(await merged([first, "ehden"], [second, "tripoli"])).toMatchObject({ removed: 1 });
    expect(guests()).toEqual([]);
  });

  it("keeps the other names that files say, and loses those of the tables that went", async () => {
    enterHouse();
    await known("Maya", "03 111111");
    await known("Omar", "03 111111");
    const rita = await takenEarly([{ name: "Rita", phones: "03 111111" }], "batroun");
    const tia = await takenEarly([{ name: "Tia", phones: "03 111111" }], "ehden");
    expect(central()[0]?.also).toBe("Omar\nRita\nTia");
    await known("Tia", "03 111111");
    await merged([rita, "batroun"], [tia, "ehden"]);
    expect(guests()).toEqual([guest("Maya", "03 111111", "Omar\nTia")]);
  });

  it("has, when the table's word goes, that of the first file of the same name, and nothing of another name's", async () => {
    enterHouse();
    const name = await takenEarly([{ ...MAYA, email: "table@x.lb" }]);
    await known("Omar", "03 111111", "omar@x.lb");
    const before = emails();
    await known("Maya", "03 111111", "first@x.lb");
    await known("Maya", "03 111111", "second@x.lb");
    await merged([name, "ehden", [MAYA]]);
    expect([before, emails()]).toEqual([["table@x.lb"], ["first@x.lb"]]);
  });

  it("is called as the file says, when the table goes that said another name", async () => {
    enterHouse();
    const name = await takenEarly([MAYA]);
    await known("Omar", "03 111111");
    expect(await merged([name, "ehden"])).toMatchObject({ removed: 0, corrected: 1 });
    expect(guests()).toEqual([guest("Omar", "03 111111")]);
  });

  it("has nothing when only somebody of another name says something else", async () => {
    enterHouse();
    const name = await takenEarly([{ ...MAYA, email: "table@x.lb" }]);
    await known("Omar", "03 111111", "omar@x.lb");
    await merged([name, "ehden", [MAYA]]);
    expect([guests(), emails()]).toEqual([[guest("Maya", "03 111111", "Omar")], [""]]);
  });
});

it("a guest corrected by hand is not filled anew at each merge of the row that says the rest", async () => {
  enterHouse();
  await takenEarly([{ ...MAYA, email: "m@x.lb" }]);
  const body = { identifier: MAYA, name: "Zeina", phones: "70 999999" };
  expect((await call("staff", updateContact, { body: body as never, branch: "central" })).status).toBe(200);
  for (let time = 0; time < 3; time++) expect(await mergeByDate()).toMatchObject({ inserted: 0, filled: 0, corrected: 0, removed: 0 });
  expect([central(), emails()]).toEqual([[guest("Zeina", "70 999999")], ["m@x.lb"]]);
});
