import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openCampaign } from "@/lib/birthday-campaign/contract";
import { optedOut, setOptOut } from "@/lib/opt-outs/contract";
import { enqueue } from "@/lib/queue/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/rules";
import { soundsLikeNo } from "@/lib/queue/recipients/unsure/rules";
import { inbound } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";
import { BIRTHDAY, make } from "../support/vouchers";

/** A guest says no in a sentence: a person decides what was meant, and until then no offer goes to them. */

const SINCE = "2026-11-20T12:00:00.000Z";
const MAYA = { name: "Maya", phone: "03 111111" };
let data = "";
let pc: WorkerPc;

beforeEach(async () => {
  data = enterHouse();
  clockAt(SINCE);
  pc = await started("pc-1", "baileys:9613000001");
});

const writes = async (text: string, at = SINCE) => {
  const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from: "9613111111", text, at }] };
  expect((await call("worker", inbound, { body })).status).toBe(200);
};
const greet = async () => (await call("admin", enqueue, { body: { items: [MAYA], campaign: "birthday", date: "2026-11-20" } })).answer;
const asked = async () => (await call("staff", optedOut, { body: { phones: ["03 222222", MAYA.phone] } })).answer;
const decide = (opted_out: boolean, was_no_no = false) => call("staff", setOptOut, { body: { phones: MAYA.phone, opted_out, was_no_no } });
const stands = () => rows(path.join(data, "hub.db"), "SELECT status, last_code FROM queue_item ORDER BY created_at, id");

describe("words that sound like a no", () => {
  it.each([
    "please stop sending me these messages",
    "No more of these messages please",
    "STOP please",
    "Stop!! 🙏 don't text me again",
    "I don't want these messages anymore",
    "no more messages please",
    "Remove me from your list",
    "Cancel please",
    "leave me alone",
    "not interested, thanks",
    "arrêtez svp",
    "Arrêtez de m'envoyer des messages",
    "Ne m'envoyez plus rien svp",
    "je ne veux plus recevoir vos messages",
    "Pas de pub svp",
    "désabonnez-moi",
    "ما بدي رسائل",
    "مابدي هالرسايل",
    "لا أريد رسائل منكم",
    "وقفوا الرسائل لو سمحتوا",
    "ما تبعتولي شي",
    "لا ترسلوا لي عروض",
    "أرجو إلغاء اشتراكي",
    "ma bade messages",
    "wa2fo hal messages",
  ])("%s", (text) => {
    expect(soundsLikeNo(text, DEFAULT_LIMITS.words)).toBe(true);
  });

  it.each([
    "Thank you, what a lovely evening!",
    "Can I book a table for 4 at 8?",
    "We had fun till the end of the night",
    "Please cancel my reservation for tonight",
    "Could you take my order in advance?",
    "I did not get the menu, can you send it?",
    "Merci pour tout, à bientôt",
    "N'oubliez pas le gâteau svp",
    "شكرا كتير، كانت سهرة حلوة",
    "في موقف سيارات؟",
    "بدي احجز طاولة لأربعة",
    "baddi e7joz tawle",
    "🎉",
    "",
  ])("and not: %s", (text) => {
    expect(soundsLikeNo(text, DEFAULT_LIMITS.words)).toBe(false);
  });

  it("are none where no word is left, whatever stands in the list", () => {
    expect(soundsLikeNo("🎉", { stop: ["!"], start: [] })).toBe(false);
  });
});

it("marks the guest for a person, and is neither a no nor a yes", async () => {
  await writes("please stop sending me these messages");
  expect(await asked()).toEqual({ opted_out: [], agreed: [], unsure: [{ index: 1, since: SINCE }] });
});

it("keeps no word of what was written", async () => {
  await writes("please stop sending me these messages, it is Maya");
  expect(JSON.stringify(rows(path.join(data, "hub.db"), "SELECT * FROM sounds_like_no"))).not.toContain("Maya");
});

it("lets no offer into the queue and says why; menus and letters go", async () => {
  await writes("STOP please");
  // One who is left out stands in the answer, as those who said no do.
  expect(await greet()).toMatchObject({
    enqueued: 0,
    skipped: [{ reason: expect.stringMatching(/sounds like a no.*until somebody decides/) }],
  });
  expect((await write([MAYA])).answer.enqueued).toBe(1);
});

it("holds what waits, and lets it go as soon as somebody has found that it was no no", async () => {
  expect((await greet()).enqueued).toBe(1);
  await writes("ما بدي رسائل");
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: false, reason: "paused", detail: expect.stringContaining("sounds like a no") });
  expect(stands()).toEqual([{ status: "PENDING", last_code: "PAUSED" }]);
  expect(await pc.claim()).toEqual([]);
  expect((await decide(false, true)).status).toBe(200);
  expect(await asked(), "nothing was agreed to").toEqual({ opted_out: [], agreed: [], unsure: [] });
  const [again] = await pc.claim();
  if (!again) throw new Error("nothing to claim");
  expect((await pc.begin(again)).answer.go).toBe(true);
});

it("is over with Opt out: what waits does not go", async () => {
  await greet();
  await writes("arrêtez svp");
  await decide(true);
  expect(stands()).toEqual([{ status: "FAILED", last_code: "OPT_OUT" }]);
  expect(await asked()).toMatchObject({ opted_out: [{ index: 1 }], unsure: [] });
});

it("is over when the guest says themselves what was meant", async () => {
  await writes("stop it please, I mean it");
  await writes("START", "2026-11-20T11:59:00.000Z");
  expect(await asked(), "a word from before says nothing of it").toMatchObject({ unsure: [{ index: 1 }] });
  clockAt("2026-11-20T12:05:00Z");
  await writes("START", "2026-11-20T12:04:00.000Z");
  expect(await asked()).toMatchObject({ opted_out: [], unsure: [] });
});

it("is not asked about again when the same words are told once more, or late; new words are", async () => {
  clockAt("2026-11-20T13:00:00Z");
  await writes("please stop sending me these messages");
  await decide(false, true);
  await writes("please stop sending me these messages");
  await writes("stop sending", "2026-11-20T12:30:00.000Z");
  expect(await asked()).toMatchObject({ unsure: [] });
  clockAt("2026-11-20T13:10:00Z");
  await writes("I said stop sending", "2026-11-20T13:05:00.000Z");
  expect(await asked()).toMatchObject({ unsure: [{ index: 1, since: "2026-11-20T13:05:00.000Z" }] });
});

it("leaves the guest out of a birthday campaign, with the reason", async () => {
  await bringIn(["Maya,03111111,20/11", "Rima,03922222,20/11"]);
  await make();
  await writes("please stop sending me these messages");
  const { guests } = (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer;
  expect(guests.find(({ name }) => name === "Maya")).toMatchObject({ state: "left_out", sendable: false, why: "Said no?" });
  expect(guests.find(({ name }) => name === "Rima")).toMatchObject({ state: "ready" });
});
