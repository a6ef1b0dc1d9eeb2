import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { cancelAll } from "@/lib/queue/pause/contract";
import { answerReplies, listReplies, takeBackAnswer } from "@/lib/queue/replies/contract";
import { endOfQuiet } from "@/lib/queue/send-policy/quiet";
import { inbound } from "@/lib/queue/workers/contract";
import { dice } from "../sequences/people";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** An answer to what a guest wrote goes at any hour, and is none of the two messages that they get in a day. */

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 100 : 3));
const HOUR = 3_600;
const NUMBER = "9613777001";
const { begin, pass } = standingClock("2026-11-20T12:00:00Z"); // 14:00 in Beirut
let pc: WorkerPc;
let data = "";

beforeEach(async () => {
  data = enterHouse();
  begin();
  pc = await started("pc-1", "baileys:9613000001");
});

const letter = (message: string) => write([{ name: "Nour", phone: "03 777001", message }]);
const writes = (text: string) =>
  call("worker", inbound, {
    body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from: NUMBER, text, at: now().toISOString() }] },
  });

async function answer(message: string): Promise<number> {
  const { replies } = (await call("admin", listReplies)).answer;
  const ids = replies.map(({ id }) => id);
  return (await call("admin", answerReplies, { body: { ids, message, again: true } })).answer.enqueued;
}

/** The number takes what it gets. @returns the words that went, and of the others why they did not */
async function work(): Promise<{ went: string[]; held: [string, string, number][] }> {
  await pc.beat();
  const [went, held]: [string[], [string, string, number][]] = [[], []];
  for (const item of await pc.claim(10)) {
    const verdict = (await pc.begin(item)).answer;
    if (verdict.go) went.push(item.text);
    else held.push([item.text, verdict.reason ?? "", untilInSeconds(item.id)]);
    if (verdict.go) await pc.say(item, { outcome: "accepted", provider_id: null });
  }
  return { went, held };
}

const untilInSeconds = (id: string) => {
  const [row] = rows<{ run_at: string }>(path.join(data, "hub.db"), `SELECT run_at FROM queue_item WHERE id = '${id}'`);
  return (Date.parse(row?.run_at ?? "") - now().getTime()) / 1_000;
};

/** A guest who has had their two letters of the day, and has written at ten in the evening. */
async function hasHadTwo(): Promise<void> {
  for (const words of ["Was it good?", "Did you forget a scarf?"]) {
    await letter(words);
    await work();
    pass(HOUR);
  }
  pass(6 * HOUR);
  await writes("A table for six at eight tomorrow?");
  pass(60);
}

describe("an answer", () => {
  it("goes in the quiet hours to a guest who has had their two messages; a letter does not, and the screen says so of each", async () => {
    await hasHadTwo();
    expect(await answer("Booked, see you at eight.")).toBe(1);
    await letter("Our news.");
    expect((await call("admin", listReplies)).answer.answers).toMatchObject([{ status: "PENDING", next_try: null, waits_for: null }]);
    const { went, held } = await work();
    expect(went).toEqual(["Booked, see you at eight."]);
    pass(60);
    held.push(...(await work()).held);
    expect(held.at(-1)?.slice(0, 2)).toEqual(["Our news.", "limit"]);
  });

  it("is none of the guest's two", async () => {
    await letter("Was it good?");
    await work();
    await writes("Yes. A table for six?");
    for (const words of ["Booked.", "On the terrace."]) {
      pass(2 * 60);
      await answer(words);
      expect((await work()).went).toEqual([words]);
    }
    pass(2 * 60);
    await letter("Did you forget a scarf?");
    expect((await work()).went).toEqual(["Did you forget a scarf?"]);
  });

  it("does not go once the guest has said no", async () => {
    await hasHadTwo();
    await answer("Booked, see you at eight.");
    await writes("STOP");
    expect((await work()).went).toEqual([]);
    expect((await call("admin", listReplies)).answer.answers).toMatchObject([{ status: "FAILED" }]);
    expect(await answer("Are you sure?")).toBe(0);
  });

  it("is taken back while it waits, and the guest's words wait again; not once it was handed over, nor by another branch", async () => {
    await hasHadTwo();
    await answer("Booked, see you at nine.");
    const shown = async () => (await call("admin", listReplies)).answer;
    const id = (await shown()).answers?.[0]?.id ?? "";
    await makeRole("writer", ["nav_customer_service"]);
    const { headers } = await makePerson("elsewhere", { roles: ["writer"], branches: ["ehden"] });
    expect((await call("nobody", takeBackAnswer, { headers, body: { id } })).status).toBe(404);
    expect((await shown()).unread).toBe(0);
    expect((await call("admin", takeBackAnswer, { body: { id } })).answer).toEqual({ taken_back: true });
    expect(await shown()).toMatchObject({ unread: 1, replies: [{ done: null }], answers: [{ status: "CANCELLED" }] });
    expect((await work()).went).toEqual([]);
    expect((await call("admin", takeBackAnswer, { body: { id } })).answer).toMatchObject({ code: "conflict" });
    await answer("Booked, see you at eight.");
    const [item] = await pc.claim(1);
    await pc.begin(item ?? { id: "", token: 0 });
    const gone = await call("admin", takeBackAnswer, { body: { id: item?.id ?? "" } });
    expect(gone).toMatchObject({ status: 409, answer: { error: expect.stringContaining("handed to WhatsApp already") } });
    const [letter] = rows<{ id: string }>(path.join(data, "hub.db"), "SELECT id FROM queue_item WHERE NOT answers_guest");
    expect((await call("admin", takeBackAnswer, { body: { id: letter?.id ?? "" } })).status, "a letter").toBe(404);
  });

  it("does not go while sending is stopped", async () => {
    await hasHadTwo();
    await answer("Booked, see you at eight.");
    expect((await call("admin", cancelAll, { body: {} })).status).toBe(200);
    expect((await work()).went).toEqual([]);
  });

  it.each(Array.from({ length: SEQUENCES }, (_, index) => SEED + index))(
    "goes within the minute in any order of letters, answers, noes and hours, and no letter does with it (seed %i)",
    { timeout: 120_000 },
    async (seed) => {
      const random = dice(seed);
      const letters: number[] = [];
      let [saidNo, count] = [false, 0];
      await letter("letter 0");
      await work();
      letters.push(now().getTime());
      await writes("Hello?");
      const steps = [
        () => letter(`letter ${++count}`),
        () => letter(`letter ${++count}`),
        () => answer(`answer ${++count}`),
        () => answer(`answer ${++count}`),
        async () => {
          if (!random.chance(0.3)) return;
          saidNo = !saidNo;
          await writes(saidNo ? "STOP" : "START");
        },
      ];
      for (let step = 0; step < 50; step++) {
        pass(random.pick([61, 61, 10 * 60, HOUR, 5 * HOUR]));
        await random.pick(steps)();
        const { went, held } = await work();
        const at = now().getTime();
        for (const words of went) {
          expect(saidNo, `${words} after a no`).toBe(false);
          if (words.startsWith("answer")) continue;
          expect(endOfQuiet(at, DEFAULT_LIMITS.quiet, "Asia/Beirut"), `${words} in the quiet hours`).toBeNull();
          letters.push(at);
          expect(letters.filter((one) => one > at - 24 * HOUR * 1_000).length, words).toBeLessThanOrEqual(2);
        }
        for (const [words, reason, wait] of held) {
          if (!words.startsWith("answer")) continue;
          expect(["limit", "pace", "opted_out"], words).toContain(reason);
          if (reason === "limit") expect(wait, words).toBeLessThanOrEqual(60);
        }
      }
    },
  );
});
