import { beforeEach, describe, expect, it } from "vitest";
import { enqueue } from "@/lib/queue/contract";
import { askInDoubt } from "@/lib/queue/duplicates/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { started, type WorkerPc } from "../support/queue";

/** Before a letter is queued it is told who would be left out, by the rule of the queue itself, and who would wait, and until when. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
const TONY = { name: "Tony", phone: "03 111111" };
const LINA = { name: "Lina", phone: "03 222222" };
let pc: WorkerPc;

beforeEach(async () => {
  enterHouse();
  begin();
  pc = await started("pc-1", "cloud:1");
});

const letter = (words: string, guests = [TONY, LINA]) => guests.map((guest) => ({ ...guest, message: words }));
const ask = async (words: string, guests = [TONY, LINA]) =>
  (await call("admin", askInDoubt, { body: { items: letter(words, guests) } })).answer;
const queue = async (words: string, guests = [TONY, LINA]) =>
  (await call("admin", enqueue, { body: { items: letter(words, guests), campaign: "service" } })).answer;

async function sendAll(): Promise<void> {
  for (;;) {
    pass(10);
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) return;
    expect((await pc.begin(item)).answer.go).toBe(true);
    expect(await pc.say(item, { outcome: "accepted", provider_id: null })).toBe("applied");
  }
}

describe("who would be left out", () => {
  it("has the same message lately: named as the queue names them, with the time from which it can go again", async () => {
    await queue("See you soon", [TONY]);
    await sendAll();
    const { left_out } = await ask("See you soon");
    expect(left_out).toMatchObject([
      { index: 0, name: "Tony", reason: expect.stringContaining("went out lately"), again_from: "2026-11-21T12:00:10.000Z" },
    ]);
    expect(left_out, "by the rule that the queue applies").toEqual((await queue("See you soon")).skipped);
    pass(25 * 3_600);
    expect((await ask("See you soon", [TONY])).left_out).toEqual([]);
    expect(await queue("See you soon", [TONY])).toMatchObject({ enqueued: 1, skipped: [] });
  });

  it("has the same from another branch: somebody of one branch hears neither whose it is nor when it went", async () => {
    await makeRole("letters", ["nav_customer_service"]);
    const { headers } = await makePerson("nour", { roles: ["letters"], branches: ["jounieh"] });
    const body = { items: letter("See you soon", [TONY]) };
    expect((await call("admin", enqueue, { branch: "ehden", body: { ...body, campaign: "service" } })).answer.enqueued).toBe(1);
    await sendAll();
    const asked = (await call("nobody", askInDoubt, { branch: "jounieh", headers, body })).answer;
    const only = [{ index: 0, name: "Tony", reason: "The same message may have reached this guest already.", again_from: null }];
    expect(asked.left_out).toEqual(only);
    expect((await call("nobody", enqueue, { branch: "jounieh", headers, body })).answer.skipped).toEqual(only);
    expect((await ask("See you soon", [TONY])).left_out).toMatchObject([{ again_from: "2026-11-21T12:00:10.000Z" }]);
  });

  it("has the same words as a greeting and as a letter: no time, for the letter's is longer than the greeting's", async () => {
    const greet = async (message: string) =>
      (await call("admin", enqueue, { body: { items: [TONY], message, campaign: "birthday" } })).answer;
    await queue("See you soon", [TONY]);
    expect(await greet("Happy birthday")).toMatchObject({ enqueued: 1 });
    expect((await greet("Happy birthday")).skipped, "while it waits nobody knows when").toMatchObject([{ again_from: null }]);
    await sendAll();
    expect((await greet("Happy birthday")).skipped).toMatchObject([{ again_from: expect.any(String) }]);
    expect((await greet("See you soon")).skipped).toMatchObject([{ again_from: null }]);
  });

  it("has a letter that waited longer than a letter is the same: it counts while it waits, and then from when it went", async () => {
    await queue("See you soon", [TONY]);
    pass(30 * 3_600); // no worker asks for it
    expect((await ask("See you soon", [TONY])).left_out).toMatchObject([{ again_from: null }]);
    expect(await queue("See you soon", [TONY])).toMatchObject({ enqueued: 0, duplicates: 1 });
    await pc.start();
    await sendAll();
    pass(23 * 3_600);
    expect(await queue("See you soon", [TONY])).toMatchObject({ enqueued: 0, duplicates: 1 });
    pass(3_600);
    expect(await queue("See you soon", [TONY])).toMatchObject({ enqueued: 1, duplicates: 0 });
  });

  it("may have said no: no time makes that better", async () => {
    const messages = [{ from: "9613111111", text: "Stop please", at: "2026-11-20T12:00:00.000Z" }];
    await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages } });
    const { left_out } = await ask("See you soon");
    expect(left_out).toMatchObject([{ index: 0, reason: expect.stringContaining("sounds like a no"), again_from: null }]);
    expect(left_out).toEqual((await queue("See you soon")).skipped);
  });

  it("has said no", async () => {
    const messages = [{ from: "9613111111", text: "STOP", at: "2026-11-20T12:00:00.000Z" }];
    await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages } });
    const { left_out } = await ask("See you soon");
    expect(left_out).toMatchObject([{ index: 0, reason: "The guest has said no to messages.", again_from: null }]);
    expect(left_out).toEqual((await queue("See you soon")).skipped);
  });

  it("is said to have these words perhaps only where nobody answered, not where they wait or went out", async () => {
    await queue("See you soon");
    expect((await ask("See you soon")).may_have).toEqual([]);
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "unknown" });
    pass(31 * 60);
    await sweepLeases();
    await sendAll();
    expect((await ask("See you soon")).may_have).toEqual([item.phone === "9613111111" ? 0 : 1]);
  });

  it("is nobody who was written to in other words", async () => {
    await queue("See you soon", [TONY]);
    expect((await ask("Other words")).left_out).toEqual([]);
  });
});

describe("who would wait", () => {
  it("has had enough today: until when, and it is what the send policy says then", async () => {
    await queue("One", [TONY]);
    await sendAll();
    await queue("Two", [TONY]);
    await sendAll();
    const { later, left_out } = await ask("Three");
    expect(left_out).toEqual([]);
    expect(later).toMatchObject([{ index: 0, name: "Tony", reason: expect.stringMatching(/2 messages within 24 hours/) }]);
    await queue("Three", [TONY]);
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    const { answer } = await pc.begin(item);
    expect(answer).toMatchObject({ go: false, reason: "limit", detail: later?.[0]?.reason });
    pass(24 * 3_600);
    expect((await ask("Four", [TONY])).later).toEqual([]);
  });

  it("has had a message this very moment: that alone is said", async () => {
    await queue("One", [TONY]);
    pass(10);
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    expect((await ask("Two", [TONY])).later).toMatchObject([
      { reason: expect.stringMatching(/just had a message/), from: "2026-11-20T12:00:16.000Z" },
    ]);
  });

  it("is told of nobody while no worker is there that could send", async () => {
    await queue("One", [TONY]);
    await sendAll();
    await queue("Two", [TONY]);
    await sendAll();
    await pc.beat(false);
    expect((await ask("Three")).later).toEqual([]);
  });
});
