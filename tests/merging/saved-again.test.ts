import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay } from "@/lib/evening/contract";
import { importContacts } from "@/lib/import/contract";
import { waitingDays } from "@/lib/merging/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import {
  central,
  checkCentral,
  csv,
  DATE,
  endTheDay,
  type Guest,
  guest,
  guestsOf,
  kept,
  mergeAll,
  mergeByDate,
  numbers,
  saveAgain,
  takenEarly,
} from "./early";

beforeEach(() => {
  clockAt(EVENING);
});

describe("a table that is saved again after central took its guests", () => {
  it("takes a corrected name to central, and no second person", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Maya Khoury", phones: "03 111111" }]);
    await saveAgain(name, [{ name: "Mia Khouri", phones: "03 111111" }]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ inserted: 0, skipped: 1, corrected: 1, removed: 0, also: 0 });
    expect(central()).toEqual([guest("Mia Khouri", "03 111111")]);
    expect(kept()).toEqual([]);
    await checkCentral();
  });

  it("takes a corrected number to central, and the wrong one goes", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Maya", phones: "03 111111" }]);
    const [maya] = await guestsOf(name);
    await saveAgain(name, [{ ...(maya as Guest), phones: "03 111112" }]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ inserted: 0, skipped: 1, removed: 0, corrected: 1 });
    expect(central()).toEqual([guest("Maya", "03 111112")]);
    expect(numbers()).toEqual(["9613111112"]);
    await checkCentral();
  });

  it("takes an added guest and a second number to central", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Maya", phones: "03 111111" }]);
    await saveAgain(name, [
      { name: "Maya", phones: "03 111111 / 70 222222", birthday: "--03-04" },
      { name: "Omar", phones: "03 333333" },
    ]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ inserted: 1, skipped: 1, filled: 1, corrected: 0, removed: 0 });
    expect(central()).toEqual([guest("Maya", "03 111111 / 70 222222"), guest("Omar", "03 333333")]);
  });

  it("takes one of two numbers away again, and a birthday that was somebody else's", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222", birthday: "--03-04" }]);
    await saveAgain(name, [{ name: "Maya", phones: "03 111111" }]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ inserted: 0, skipped: 1, corrected: 1 });
    expect(central()).toEqual([guest("Maya", "03 111111")]);
    expect(numbers()).toEqual(["9613111111"]);
    expect(rows(storeFile("central", "contacts"), "SELECT birthday FROM contact")).toEqual([{ birthday: "" }]);
    expect(kept()).toEqual([]);
    await checkCentral();
  });

  it("takes a stranger who was removed out of central, and the answer names the guest", async () => {
    enterHouse();
    const name = await takenEarly([
      { name: "Stranger", phones: "03 999999" },
      { name: "Maya", phones: "03 111111" },
    ]);
    await saveAgain(name, [{ name: "Maya", phones: "03 111111" }]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ inserted: 0, removed: 1, removed_guests: [{ name: "Stranger", phones: "03 999999" }] });
    expect(central()).toEqual([guest("Maya", "03 111111")]);
    expect(kept()).toEqual([]);
    await checkCentral();
  });

  it.each([
    ["was in central before", async () => void (await call("admin", importContacts, { branch: "central", ...csv("Old Friend,03 999999") })), async () => {}], // biome-ignore format: one line
    ["was imported since", async () => {}, async () => void (await call("admin", importContacts, { branch: "central", ...csv("Friend,03 999999") }))], // biome-ignore format: one line
  ])("leaves a removed guest who %s", async (_, before, since) => {
    enterHouse();
    clockAt(EVENING);
    await before();
    const name = await takenEarly([
      { name: "Friend", phones: "03 999999 / 70 888888" },
      { name: "Maya", phones: "03 111111" },
    ]);
    await since();
    await saveAgain(name, [{ name: "Maya", phones: "03 111111" }]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ removed: 0, removed_guests: [] });
    expect(numbers()).toEqual(["9613111111", "9613999999"]);
    await checkCentral();
  });

  it("leaves a removed guest who sits at another table, whichever came first", async () => {
    enterHouse();
    const name = await takenEarly([
      { name: "Maya", phones: "03 111111" },
      { name: "Friend", phones: "03 999999" },
    ]);
    await seat([{ name: "Friend", phones: "03 999999" }], { branch: "ehden", number: "9" });
    await seat([{ name: "Friend", phones: "03 999999" }], { branch: "batroun", number: "9" });
    await saveAgain(name, [{ name: "Maya", phones: "03 111111" }]);
    await mergeAll("batroun");
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ inserted: 0, removed: 0 });
    expect(central().map((one) => one.name)).toEqual(["Friend", "Maya"]);
    await checkCentral();
  });

  it("tells of the pair, where a correction takes a later guest's number", async () => {
    enterHouse();
    const omar = await takenEarly([{ name: "Omar Haddad", phones: "70 222222" }]);
    await takenEarly([{ name: "Maya Khoury", phones: "03 111111" }], "batroun");
    await takenEarly([{ name: "Maya Khoury", phones: "03 111111 / 03 333333" }], "tripoli");
    const [known] = await guestsOf(omar);
    await saveAgain(omar, [{ ...(known as Guest), phones: "70 222222 / 03 333333" }]);
    await endTheDay();
    const pairs = [{ name: "Maya Khoury", other: "Omar Haddad", phones: "03 111111 / 03 333333" }];
    expect(await mergeByDate()).toMatchObject({ inserted: 0, may_be_same: 1, pairs });
    expect(central()).toEqual([guest("Maya Khoury", "03 111111"), guest("Omar Haddad", "70 222222 / 03 333333")]);
    expect(await mergeByDate()).toMatchObject({ may_be_same: 0, pairs: [] });
  });

  it("gives the number back that one guest took from another by a slip", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 999999" }]);
    await saveAgain(name, [
      { name: "Maya", phones: "03 111111" },
      { name: "Zeina", phones: "70 999999" },
    ]);
    await endTheDay();
    await mergeByDate();
    expect(central()).toEqual([guest("Maya", "03 111111"), guest("Zeina", "70 999999")]);
    await checkCentral();
  });

  it("lets two known guests whom a wrong number made one go apart again, with all that each had", async () => {
    enterHouse();
    for (const row of ["Maya Khoury,03 111111", "Maya,70 222222"])
      expect((await call("admin", importContacts, { ...csv(row), branch: "central" })).status).toBe(200);
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }]);
    expect(central()).toEqual([guest("Maya Khoury", "03 111111, 70 222222")]);
    await saveAgain(name, [{ name: "Maya", phones: "03 111111" }]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ removed: 0, corrected: 1, united: 0 });
    expect(central()).toEqual([guest("Maya", "70 222222"), guest("Maya Khoury", "03 111111")]);
    expect(numbers()).toEqual(["9613111111", "96170222222"]);
    const events = rows<{ payload: string }>(storeFile("central", "contacts"), "SELECT payload FROM event WHERE kind = 'contacts.united'");
    expect(events.map(({ payload }) => JSON.parse(payload))).toMatchObject([{ kept: { name: "Maya Khoury" }, gone: { name: "Maya", phones: "70 222222" } }]); // biome-ignore format: one line
    await checkCentral();
  });

  it("leaves a number to whom an import gave it, and not to whoever was typed with it once", async () => {
    enterHouse();
    expect((await call("admin", importContacts, { ...csv("Maya,03 111111"), branch: "central" })).status).toBe(200);
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }]);
    await saveAgain(name, [{ name: "Maya", phones: "70 222222" }]);
    await endTheDay();
    expect(await mergeByDate()).toMatchObject({ removed: 0, inserted: 1, corrected: 1 });
    expect(central()).toEqual([guest("Maya", "03 111111"), guest("Maya", "70 222222")]);
    await checkCentral();
  });

  it("lets two whom only open tables say go apart again, when the wrong number that made them one is corrected", async () => {
    enterHouse();
    await takenEarly([{ name: "Maya Khoury", phones: "03 111111" }], "batroun");
    await takenEarly([{ name: "Maya", phones: "70 222222" }], "ehden");
    const both = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }], "tripoli");
    expect(central()).toEqual([guest("Maya Khoury", "03 111111, 70 222222")]);
    await saveAgain(both, [{ name: "Maya", phones: "03 111111" }], "tripoli");
    await mergeAll("tripoli");
    await mergeByDate();
    expect(central()).toEqual([guest("Maya", "70 222222"), guest("Maya Khoury", "03 111111")]);
    await checkCentral();
  });

  it("takes the number of a guest who became another one's back, when that guest's own table drops it", async () => {
    enterHouse();
    await takenEarly([{ name: "Maya Khoury", phones: "03 111111" }], "batroun");
    const single = await takenEarly([{ name: "Maya", phones: "70 222222" }], "ehden");
    const both = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }], "tripoli");
    for (const [name, branch] of [
      [single, "ehden"],
      [both, "tripoli"],
    ] as const) {
      // biome-ignore format: one line
      await saveAgain(name, [{ name: "Maya", phones: "03 111111" }], branch);
      await mergeAll(branch);
    }
    await mergeByDate();
    expect(central()).toEqual([guest("Maya Khoury", "03 111111")]);
    await checkCentral();
  });

  it("gives two back what an ended day said of each, when nobody says any more what made them one", async () => {
    enterHouse();
    clockAt(EVENING);
    const before = [
      { name: "Maya Khoury", phones: "71 000154" },
      { name: "Rana Saab", phones: "03 081333 / 03 080222" },
    ];
    await seat(before, { branch: "zgharta" });
    await endTheDay("zgharta");
    clockAt("2026-11-21T19:30:00Z");
    const rana = { name: "Rana", phones: "03 080222 / 03 081333" };
    const { answer } = await seat([{ name: "Maya", phones: "03 080222 / 71 000154" }, rana], { branch: "batroun" });
    await mergeAll("batroun");
    await mergeByDate("2026-11-21");
    await saveAgain(answer.table_name, [rana], "batroun");
    clockAt("2026-11-21T21:30:00Z");
    expect((await call("admin", endOfDay, { branch: "batroun" })).status).toBe(200);
    await mergeByDate("2026-11-21");
    expect(central()).toEqual([guest("Maya Khoury", "71 000154"), guest("Rana Saab", "03 081333 / 03 080222")]);
    await checkCentral();
  });

  it("corrects a guest without a phone, and one who gets a phone", async () => {
    enterHouse();
    const name = await takenEarly([
      { name: "Rmai", phones: "" },
      { name: "Lina", phones: "" },
    ]);
    const [rami, lina] = await guestsOf(name);
    await saveAgain(name, [
      { ...(rami as Guest), name: "Rami" },
      { ...(lina as Guest), phones: "03 444444" },
    ]);
    await endTheDay();
    await mergeByDate();
    expect(central()).toEqual([guest("Lina", "03 444444"), guest("Rami", "")]);
    await checkCentral();
  });

  it("brings its corrections with the next date's merge too, a removal alone as well", async () => {
    enterHouse();
    const name = await takenEarly([
      { name: "Stranger", phones: "03 999999" },
      { name: "Maya", phones: "03 111111" },
    ]);
    await saveAgain(name, [{ name: "Maya", phones: "03 111111" }]);
    await endTheDay();
    clockAt("2026-11-21T21:30:00Z");
    expect((await call("admin", waitingDays, { query: { date: "2026-11-21" } })).answer.rows).toEqual([
      { branch: "ehden", date: DATE, rows: 1 },
    ]);
    expect(await mergeByDate("2026-11-21")).toMatchObject({ removed: 1 });
    expect(central()).toEqual([guest("Maya", "03 111111")]);
    expect((await call("admin", waitingDays, { query: { date: "2026-11-21" } })).answer.rows).toEqual([]);
  });

  it("changes nothing any more of what an End of Day has booked, and keeps no list of it", async () => {
    enterHouse();
    await takenEarly([{ name: "Maya", phones: "03 111111" }]);
    await endTheDay();
    clockAt("2026-11-21T21:30:00Z");
    await mergeByDate("2026-11-21");
    expect(kept()).toEqual([]);
    expect(central()).toEqual([guest("Maya", "03 111111")]);
  });

  it.each([
    ["without what happened since", "DROP TRIGGER event_never_goes; DELETE FROM event WHERE seq > 1"],
    ["of before events were kept", "DROP TABLE event_subject; DROP TABLE event"],
  ])("takes nobody out because a branch's store is an older copy, %s", async (_, sql) => {
    enterHouse();
    await takenEarly([{ name: "Maya", phones: "03 111111" }]);
    await closeStores();
    alter(storeFile("ehden", "table"), `PRAGMA foreign_keys = OFF; DELETE FROM guest_row_phone; DELETE FROM guest_row; ${sql}`);
    expect(await mergeByDate()).toMatchObject({ removed: 0, corrected: 0, sources_ignored: [] });
    expect(central()).toEqual([guest("Maya", "03 111111")]);
  });
});
