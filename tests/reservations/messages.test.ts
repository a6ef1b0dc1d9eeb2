import { beforeEach, describe, expect, it } from "vitest";
import { bySystem } from "@/lib/db/actor";
import { hubFile } from "@/lib/db/files";
import { setOptOut } from "@/lib/opt-outs/contract";
import { takeInbound } from "@/lib/queue/recipients/inbound";
import { changeReservation, joinWaitlist, messageReservation, openReservation } from "@/lib/reservations/contract";
import { listReservations } from "@/lib/reservations/day/contract";
import { workOf } from "@/lib/reservations/keeper";
import { saveRules } from "@/lib/reservations/rules/contract";
import { DEFAULT_RULES } from "@/lib/reservations/rules/default-rules";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { book, FLOOR, haveRules, SATURDAY, settled, step } from "./support";

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
  await haveRules();
});

const look = () => workOf("jounieh");
const texts = () =>
  rows<{ text: string; status: string; digits: string }>(hubFile(), "SELECT text, status, digits FROM queue_item ORDER BY created_at, id");
const shown = async (id: string) => (await call("admin", openReservation, { params: { id } })).answer.reservation;
const wrote = async (from: string, text: string, at: string) => {
  clockAt(at);
  await takeInbound([{ account: "cloud:1", from, text, at }], bySystem("webhook"));
  await look();
};
const SUNDAY = { date: "2026-11-22", time: "20:00" };

describe("a guest is told", () => {
  it("once that it is booked, in their language, and once of each change of day, hour or people", async () => {
    const { answer: made } = await book({ ...SUNDAY, language: "fr" });
    expect([made.told, made.told_why]).toEqual(["queued", ""]);
    await settled();
    await look();
    expect(texts().map(({ text }) => text)).toEqual([
      `Nour Karam, votre table chez Jounieh est réservée : dimanche 22 novembre, 20:00, 2 personnes. Code ${made.code}.`,
    ]);
    const moved = await call("admin", changeReservation, { params: { id: made.id }, body: { version: 1, time: "21:00" } });
    expect(moved.answer.told).toBe("queued");
    const noted = await call("admin", changeReservation, { params: { id: made.id }, body: { version: 2, staff_note: "Likes the window" } });
    expect(noted.answer.told).toBe("none");
    await settled();
    expect(texts()).toHaveLength(2);
    expect((await shown(made.id)).told.map(({ kind, state }) => [kind, state])).toEqual([
      ["confirmed", "queued"],
      ["changed", "queued"],
    ]);
  });

  it("nothing where they want no messages: the host sees that they are to be called, and no reminder goes", async () => {
    await call("admin", setOptOut, { body: { phones: "03 111111", opted_out: true, reason: "" } });
    const { answer: made } = await book(SUNDAY);
    expect(made).toMatchObject({ told: "call", told_why: "This guest wants no messages: call them." });
    clockAt("2026-11-22T09:00:00Z");
    await settled();
    await look();
    expect(texts()).toEqual([]);
    const one = await shown(made.id);
    expect(one.known?.opted_out).toBe(true);
    expect(one.told.map(({ kind, state }) => [kind, state])).toEqual([
      ["confirmed", "call"],
      ["reminder", "call"],
    ]);
    expect((await book({ ...SUNDAY, phones: "", name: "Rita" })).answer).toMatchObject({ told: "call" });
  });

  it("nothing where the rules say that the house writes to nobody; whoever asks for it is told to call", async () => {
    const { answer: made } = await book(SUNDAY);
    await settled();
    await call("admin", saveRules, { body: { rules: { ...DEFAULT_RULES, ...FLOOR, messages: false }, version: 1 } });
    const other = (await book({ ...SUNDAY, phones: "03 222222" })).answer;
    expect(other.told).toBe("none");
    const moved = await call("admin", changeReservation, { params: { id: made.id }, body: { version: 1, time: "21:00" } });
    expect(moved.answer.told).toBe("none");
    expect((await step(other, "CANCELLED", { reason: "house" })).answer.told).toBe("none");
    const { answer: again } = await call("admin", messageReservation, { params: { id: made.id }, body: { kind: "confirmed" } });
    expect(again).toMatchObject({ told: "call", told_why: "Messages to guests are off in the rules of reservations: call them." });
    const { answer: party } = await call("admin", joinWaitlist, { body: { name: "Rami", phones: "03 333333", party: 2 } });
    expect((await step(party, "CALLED")).answer.told).toBe("call");
    await settled();
    clockAt("2026-11-22T08:00:00Z");
    await look();
    expect(texts()).toHaveLength(1);
  });

  it("the day before, once, and anew after the day or hour changed", async () => {
    const { answer: made } = await book(SUNDAY);
    await settled();
    clockAt("2026-11-21T17:30:00Z");
    await look();
    expect(texts()).toHaveLength(1); // who booked an hour ago knows
    clockAt("2026-11-22T08:00:00Z");
    await look();
    await look();
    expect(texts().map(({ text }) => text.includes("Answer 1 to confirm, 2 to cancel, 3 if you run late."))).toEqual([false, true]);
    await call("admin", changeReservation, { params: { id: made.id }, body: { version: 1, time: "21:30", tell: false } });
    await settled();
    await look();
    expect(texts()).toHaveLength(3);
  });

  it("that the table is ready, and again while they do not come", async () => {
    const { answer: party } = await call("admin", joinWaitlist, {
      body: { name: "Rami", phones: "03 222222", party: 2, quoted_minutes: 10, repeat_times: 2, repeat_every: 5 },
    });
    clockAt("2026-11-21T16:15:00Z");
    const { answer: list } = await call("admin", listReservations);
    expect(list.waitlist).toMatchObject([{ name: "Rami", status: "WAITING", over_quoted: true }]);
    expect(list.reservations).toEqual([]);
    const called = (await step(party, "CALLED")).answer;
    await settled();
    await look();
    expect(texts()).toHaveLength(1);
    clockAt("2026-11-21T16:21:00Z");
    await look();
    expect(texts()).toHaveLength(2);
    const seated = (await step(called, "SEATED")).answer;
    expect(seated.tables).toEqual(["2"]);
    const again = await call("admin", messageReservation, { params: { id: party.id }, body: { kind: "table_ready" } });
    expect(again.status).toBe(409);
  });
});

describe("an answer", () => {
  async function reminded() {
    const { answer: made } = await book(SUNDAY);
    await settled();
    clockAt("2026-11-22T08:00:00Z");
    await look();
    return made;
  }

  it("of 1 confirms, of 2 cancels and frees the table, of 3 is late; told twice it is one", async () => {
    const made = await reminded();
    await wrote("9613111111", "1", "2026-11-22T09:00:00.000Z");
    expect(await shown(made.id)).toMatchObject({ status: "CONFIRMED", answered: "confirmed", version: 2 });
    await wrote("9613111111", "1", "2026-11-22T09:00:00.000Z");
    expect((await shown(made.id)).version).toBe(2);
    await wrote("9613111111", "3", "2026-11-22T17:50:00.000Z");
    expect(await shown(made.id)).toMatchObject({ status: "LATE", answered: "late" });
    await wrote("9613111111", "2", "2026-11-22T17:55:00.000Z");
    expect(await shown(made.id)).toMatchObject({ status: "CANCELLED", cancel_reason: "guest" });
    expect((await book({ ...SUNDAY, tables: ["2"], name: "Rita", phones: "03 222222" })).status).toBe(201);
  });

  it("by a button is judged by what the button stands for, of whoever was told alone", async () => {
    const made = await reminded();
    await wrote("9613999999", `reservation:${made.id}:cancel`, "2026-11-22T09:00:00.000Z");
    expect((await shown(made.id)).status).toBe("CONFIRMED");
    await wrote("9613111111", `reservation:${made.id}:cancel`, "2026-11-22T09:01:00.000Z");
    expect((await shown(made.id)).status).toBe("CANCELLED");
  });

  it.each(["CANCEL", "إلغاء", "cancel "])("of %s within 48 hours goes to a person, and ends no messages", async (word) => {
    const made = await reminded();
    await wrote("9613111111", word, "2026-11-22T09:00:00.000Z");
    expect(await shown(made.id)).toMatchObject({ status: "CONFIRMED", answered: "cancel_asked" });
    const { answer } = await call("admin", listReservations, { query: { date: SUNDAY.date } });
    expect(answer.to_decide).toEqual([made.id]);
    expect(rows(hubFile(), "SELECT digits FROM recipient WHERE opted_out_at IS NOT NULL")).toEqual([]);
    expect(rows(hubFile(), "SELECT digits FROM sounds_like_no")).toEqual([]);
  });

  it("of a digit answers the reminder alone, and with another reservation told meanwhile a person decides", async () => {
    const soon = await reminded();
    const { answer: later } = await book({ date: "2026-12-19" });
    await settled();
    await wrote("9613111111", "2", "2026-11-22T09:00:00.000Z");
    expect(await shown(later.id)).toMatchObject({ status: "CONFIRMED", answered: null });
    expect(await shown(soon.id)).toMatchObject({ status: "CONFIRMED", answered: "cancel_asked" });
    await wrote("9613111111", "OK", "2026-11-22T09:05:00.000Z");
    expect([(await shown(soon.id)).answered, (await shown(later.id)).answered]).toEqual(["confirmed", null]);
  });

  it("of a digit cancels nothing where no reminder asked for one, and the other reservation is cancelled already", async () => {
    const { answer: later } = await book({ date: "2026-12-19" });
    await settled();
    await wrote("9613111111", "2", "2026-11-21T16:30:00.000Z");
    expect(await shown(later.id)).toMatchObject({ status: "CONFIRMED", answered: null });
    await step(later, "CANCELLED", { reason: "guest" });
    await settled();
    const soon = await reminded();
    await wrote("9613111111", "2", "2026-11-22T09:00:00.000Z");
    expect(await shown(soon.id)).toMatchObject({ status: "CANCELLED", cancel_reason: "guest" });
  });

  it("of STOP is a no all the same, and so is CANCEL of whoever was told of nothing, or too long ago", async () => {
    await reminded();
    const no = () =>
      rows<{ digits: string }>(hubFile(), "SELECT digits FROM recipient WHERE opted_out_at IS NOT NULL ORDER BY digits").map(
        ({ digits }) => digits,
      );
    await wrote("9613222222", "CANCEL", "2026-11-22T09:00:00.000Z");
    expect(no()).toEqual(["9613222222"]);
    await wrote("9613111111", "STOP", "2026-11-22T09:30:00.000Z");
    expect(no()).toEqual(["9613111111", "9613222222"]);
  });
});
