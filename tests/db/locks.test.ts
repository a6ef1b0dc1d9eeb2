import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { listSavedTables, tableLog } from "@/lib/tables/contract";
import { call, enterHouse } from "../support/house";
import { longestStop, paceDuring } from "../support/pace";
import { runProcess } from "../support/process";
import { seat } from "../support/tables";

const HELD = ["jounieh", "tripoli", "zgharta"] as const;
const SIX = () => HELD.flatMap((branch) => [storeFile(branch, "contacts"), storeFile(branch, "table")]);

/**
 * How many times as long a call may take while stores of others are held: their tries cost a little of the one thread, and what else
 * the machine does may begin meanwhile. Whoever waited for one of the locks would take hundreds of times as long.
 */
const PATIENCE = 20;

function nextDoor(): Promise<unknown> {
  return call("staff", searchContacts, { branch: "batroun", query: { search: "Maya" } });
}

function poll(): Promise<unknown> {
  return call("nobody", health);
}

/** The usual pace of a call, so that this machine's own slowness is in the bar. */
async function usual(make: () => Promise<unknown>) {
  await paceDuring(300, make); // warm
  return paceDuring(1_000, make);
}

describe("six stores that other processes hold", () => {
  it("for writing make the saves of their branches wait, and nobody else", async () => {
    enterHouse();
    for (const branch of HELD) expect((await seat([{ name: "Before" }], { branch })).status).toBe(200);
    const [calm, calmPoll] = [await usual(nextDoor), await usual(poll)];
    const holders = SIX().map((file) => runProcess("db/processes/hold-lock.ts", [file]));
    for (const holder of holders) expect(await holder.says()).toBe("held");
    const saves = HELD.map((branch) => seat([{ name: "Waits" }], { branch, number: "13" }));
    const [held, heldPoll] = [await paceDuring(1_000, nextDoor), await paceDuring(1_000, poll)];
    for (const holder of holders) holder.tell("release");
    expect((await Promise.all(saves)).map((save) => save.status)).toEqual([200, 200, 200]);
    expect(held).toBeLessThan(calm * PATIENCE);
    expect(heldPoll).toBeLessThan(calmPoll * PATIENCE);
  });

  it("altogether are busy after a moment, and nobody else waits", async () => {
    enterHouse();
    const [calm, calmPoll] = [await usual(nextDoor), await usual(poll)];
    await closeStores();
    const holder = runProcess("db/processes/hold-lock-exclusively.ts", SIX());
    expect(await holder.says()).toBe("held");
    await nextDoor(); // opens its store
    const reads = HELD.map((branch) => call("staff", listSavedTables, { branch }));
    const saves = HELD.map((branch) => seat([{ name: "Refused" }], { branch }));
    const [held, heldPoll] = [await paceDuring(1_000, nextDoor), await paceDuring(1_000, poll)];
    expect((await Promise.all([...reads, ...saves])).map(({ answer }) => answer.code)).toEqual(Array(6).fill("busy"));
    const { answer } = await call("nobody", health);
    expect(answer.stores.filter(({ code }) => code === "busy").map(({ branch, kind }) => `${branch} ${kind}`)).toEqual(
      HELD.flatMap((branch) => [`${branch} contacts`, `${branch} table`]),
    );
    expect(answer.stores.filter(({ code }) => code !== null)).toHaveLength(6);
    holder.tell("release");
    expect(await holder.says()).toBe("released");
    await expect.poll(async () => (await call("staff", listSavedTables)).status, { timeout: 10_000 }).toBe(200);
    expect(held).toBeLessThan(calm * PATIENCE);
    expect(heldPoll).toBeLessThan(calmPoll * PATIENCE);
  });

  it("let a line of saves give up together, and not one after the other", async () => {
    enterHouse();
    await seat([{ name: "Before" }]);
    const holder = runProcess("db/processes/hold-lock.ts", [storeFile("jounieh", "table")]);
    expect(await holder.says()).toBe("held");
    const began = performance.now();
    const answered: number[] = [];
    const saves = Array.from({ length: 5 }, (_, number) => seat([{ name: "Waits" }], { number: String(number) }));
    for (const save of saves) void save.then(() => answered.push(performance.now() - began));
    expect((await Promise.all(saves)).map(({ answer }) => answer.code)).toEqual(Array(5).fill("busy"));
    expect(Math.max(...answered)).toBeLessThan(Math.min(...answered) * 1.5);
    holder.tell("release");
    await expect.poll(async () => (await seat([{ name: "After" }], { number: "9" })).status, { timeout: 10_000 }).toBe(200);
  });

  it("do not hold up the live feed, which names their branch", async () => {
    enterHouse();
    await seat([{ name: "Seen" }], { branch: "batroun" });
    await closeStores();
    const holder = runProcess("db/processes/hold-lock-exclusively.ts", [storeFile("jounieh", "table")]);
    expect(await holder.says()).toBe("held");
    const order: string[] = [];
    const tables = call("staff", listSavedTables).then(() => order.push("tables of the held branch"));
    const feed = call("staff", tableLog).then(({ answer }) => {
      order.push("feed");
      return answer;
    });
    await Promise.all([tables, feed]);
    expect(order[0]).toBe("feed");
    expect(await feed).toMatchObject({ logs: [{ branch: "batroun" }], unavailable: ["jounieh"] });
    holder.tell("release");
  });

  it("altogether stop the event loop for no longer than free ones do", async () => {
    enterHouse();
    await poll(); // loads the clients
    const free = await stopOfPolls();
    await closeStores();
    const holder = runProcess("db/processes/hold-lock-exclusively.ts", SIX());
    expect(await holder.says()).toBe("held");
    const held = await stopOfPolls();
    expect(held).toBeLessThan(free * 2);
  });
});

/** The event loop's longest stop at a poll that opens every store, in milliseconds: the least of five, as what else a machine does only adds to it. */
async function stopOfPolls(): Promise<number> {
  const stops: number[] = [];
  for (let round = 0; round < 5; round++) {
    await closeStores();
    stops.push(await longestStop(poll));
  }
  return Math.min(...stops);
}
