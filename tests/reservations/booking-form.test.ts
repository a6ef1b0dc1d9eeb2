import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankBooking, bookingOf, changedFields, changeOf, joinedWith, missingOf } from "@/components/reservations/booking";
import { isFound } from "@/components/reservations/filters";
import type { KeptChange } from "@/components/reservations/kept/kept-changes";
import { type Day, type ShownReservation, withAnswer, withKept } from "@/components/reservations/kept/with-kept";
import type { Reservation } from "@/lib/reservations/shapes";

const BASE = {
  id: "r1",
  code: "K7M2QX",
  branch: "jounieh",
  version: 1,
  status: "CONFIRMED",
  date: "2026-11-20",
  time: "20:30",
  party: 4,
  tables: ["5"],
  area: "",
  source: "phone",
  occasion: null,
  name: "Nour Karam",
  phones: "76 400 118",
  language: "",
  guest_note: "",
  staff_note: "",
  dietary_note: "",
  deposit: "",
  quoted_minutes: null,
  waiting_since: null,
  known: null,
  next: [],
} as unknown as Reservation; // what the form and the overlay read of one

/** What two hosts may say of one reservation. */
const said = fc.record(
  {
    party: fc.integer({ min: 1, max: 9 }),
    time: fc.constantFrom("20:30", "21:00", "22:15"),
    tables: fc.constantFrom(["5"], ["6"], ["12", "14"]),
    guest_note: fc.constantFrom("", "A child’s chair", "نافذة"),
    staff_note: fc.constantFrom("", "Near the window"),
    occasion: fc.constantFrom(null, "birthday" as const),
  },
  { requiredKeys: [] },
);

describe("two hosts at one booking", () => {
  it("lose nothing, whatever each of them says: what one alone changed stands, and what both changed is asked for", () => {
    fc.assert(
      fc.property(said, said, (mine, theirs) => {
        const form = { ...bookingOf(BASE), ...mine };
        const current: Reservation = { ...BASE, ...theirs, version: 2 };
        const { booking, both, only } = joinedWith(form, current);
        expect(booking.of).toBe(current);
        const changed = changedFields(form, BASE);
        for (const field of changed) expect(booking[field]).toEqual(form[field]);
        for (const field of only) expect(booking[field]).toEqual(current[field]);
        const differ = changed.filter((field) => JSON.stringify(BASE[field]) !== JSON.stringify(current[field]));
        expect([...both].sort()).toEqual(differ.filter((field) => JSON.stringify(form[field]) !== JSON.stringify(current[field])).sort());
        // Saved without a choice, it says of each field what this form or the other one said, and nothing else.
        for (const field of changedFields(booking, current)) expect(changed).toContain(field);
      }),
    );
  });
});

const DAY = { date: "2026-11-20", today: "2026-11-20", reservations: [BASE], waitlist: [], shifts: [] } as unknown as Day; // as the overlay reads it

const change = (of: Partial<KeptChange>) =>
  ({
    format: 1,
    id: "c1",
    branch: "jounieh",
    base: "",
    words: "",
    created_at: "2026-11-20T18:00:00.000Z",
    sent_at: null,
    refused: null,
    next_step: null,
    ...of,
  }) as KeptChange; // kind and body belong together

const byId = (list: readonly ShownReservation[], id: string) => list.find((one) => one.id === id);

describe("what waits on the device", () => {
  it("is shown as done and marked, and of another restaurant not at all", () => {
    const arrived = change({ kind: "step", reservation: "r1", body: { version: 1, to: "ARRIVED" } });
    expect(byId(withKept(DAY, "jounieh", [arrived]).reservations, "r1")).toMatchObject({ status: "ARRIVED", mark: "waiting", next: [] });
    expect(byId(withKept(DAY, "batroun", [arrived]).reservations, "r1")).toMatchObject({ status: "CONFIRMED", mark: null });
    const refused = change({ kind: "step", reservation: "r1", body: { version: 1, to: "ARRIVED" }, refused: "No." });
    expect(byId(withKept(DAY, "jounieh", [refused]).reservations, "r1")).toMatchObject({ status: "CONFIRMED", mark: "refused" });
  });

  it("is the reservation itself once it was answered", () => {
    const booking = { ...blankBooking("book", "2026-11-20"), name: "Ziad", party: 2, time: "19:00", isGuestSaid: true };
    const asked = changeOf(booking, { base: "", branch: "jounieh" }, "2026-11-20", "18:00");
    const made = change({ kind: "make", reservation: null, body: asked.body as never, id: "c2" });
    expect(withKept(DAY, "jounieh", [made]).reservations.map(({ name, isNew }) => [name, isNew])).toEqual([
      ["Ziad", true],
      ["Nour Karam", false],
    ]);
    const saved = {
      ok: true,
      message: "",
      id: "r2",
      code: "AAAAAA",
      version: 1,
      status: "CONFIRMED",
      tables: ["1"],
      told: "none",
      told_why: "",
    } as const;
    const after = withAnswer(DAY, made, { ...saved, tables: ["1"] }).reservations.find(({ id }) => id === "r2");
    expect(after).toMatchObject({ name: "Ziad", code: "AAAAAA", tables: ["1"] });
    // Once more, without the change: it stays until the day is read anew.
    expect(withKept(withAnswer(DAY, made, { ...saved, tables: ["1"] }), "jounieh", []).reservations).toHaveLength(2);
  });
});

describe("a booking as it is typed", () => {
  it("says what is missing, one thing at a time", () => {
    const empty = blankBooking("book", "2026-11-20");
    expect(missingOf(empty)).toBe("Who comes? The name is missing.");
    expect(missingOf({ ...empty, name: "Nour" })).toBe("How many people?");
    expect(missingOf({ ...empty, name: "Nour", party: 4 })).toBe("At what time?");
    expect(missingOf({ ...empty, name: "Nour", party: 4, time: "20:30", phones: "12" })).toMatch(/no phone number/);
    expect(missingOf({ ...empty, name: "Nour", party: 4, time: "20:30", phones: "76 400 118" })).toBeNull();
    expect(missingOf({ ...blankBooking("walk_in", "2026-11-20"), party: 2 })).toBeNull();
  });

  it("sends of a change only what is other, so that a table nobody touched stays", () => {
    const form = { ...bookingOf(BASE), staff_note: "Near the window" };
    expect(changeOf(form, { base: "", branch: "jounieh" }, "2026-11-20", "18:00").body).toEqual({
      version: 1,
      staff_note: "Near the window",
      override_reason: "",
    });
  });
});

describe("the search of a day", () => {
  const nour = { ...BASE, mark: null, isNew: false } as ShownReservation;
  it.each([
    ["nour", true],
    ["karam no", true],
    ["400118", true],
    ["0 76 400", true],
    ["k7m", true],
    ["khoury", false],
    ["999", false],
  ])("for %s: %s", (text, found) => expect(isFound(nour, text)).toBe(found));
});
