import { beforeEach, describe, expect, it } from "vitest";
import type { KeptChange } from "@/components/reservations/kept/kept-changes";
import { type Day, withKept } from "@/components/reservations/kept/with-kept";
import { newDraft, saveBody } from "@/lib/drafts";
import { openReservation, seatReservation } from "@/lib/reservations/contract";
import { listReservations } from "@/lib/reservations/day/contract";
import { saveTable } from "@/lib/tables/contract";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { book, expectLegalLives, haveRules, step } from "./support";

interface Form {
  table_number: string;
  reservation_id: string;
  reservation_seating?: number;
}

beforeEach(async () => {
  enterHouse();
  clockAt("2026-11-21T18:00:00Z");
  await haveRules();
});

const now = async (id: string) => (await call("admin", openReservation, { params: { id } })).answer.reservation;

/** Seats the party, and begins the form of its table. */
async function seat(id: string, tables: string[]): Promise<Form> {
  const { version } = await now(id);
  expect((await step({ id, version }, "SEATED", { tables })).status).toBe(200);
  const { answer } = await call("admin", seatReservation, { params: { id } });
  return { table_number: answer.table_number, reservation_id: id, reservation_seating: answer.seating };
}

async function undo(id: string): Promise<number> {
  const { version, next } = await now(id);
  const back = next.find(({ is_undo }) => is_undo);
  return back ? (await step({ id, version }, back.to)).status : 0;
}

async function save(form: Form): Promise<string> {
  const metadata = { hostess: "Rima", waiter: "Jad", party_size: 2, ...form };
  const { status, answer } = await call("admin", saveTable, {
    body: { metadata, contacts: [{ name: "Nour Karam", phones: "03 111111" }] },
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.table_name;
}

describe("the form of a table whose seating was taken back", () => {
  it("is a table of its own: neither the reservation that waits again nor its next seating takes it", async () => {
    const { answer: made } = await book();
    const first = await seat(made.id, ["1"]);
    expect(await undo(made.id)).toBe(200);
    await save(first);
    expect(await now(made.id)).toMatchObject({ status: "CONFIRMED", table_name: null });
    const second = await seat(made.id, ["3"]);
    expect(second).toMatchObject({ table_number: "3", reservation_seating: 2 });
    await save({ ...first, table_number: "1 late" });
    expect(await now(made.id)).toMatchObject({ status: "SEATED", tables: ["3"], table_name: null, seatings: 2 });
    const name = await save(second);
    expect(await now(made.id)).toMatchObject({ table_name: name });
  });

  it("is the party's where it says no seating: a client that knows none is believed", async () => {
    const { answer: made } = await book();
    await seat(made.id, ["1"]);
    await undo(made.id);
    await seat(made.id, ["3"]);
    const name = await save({ table_number: "3", reservation_id: made.id });
    expect(await now(made.id)).toMatchObject({ table_name: name });
  });

  it("counts a step of the courses as no seating, and keeps the table of who has left", async () => {
    const { answer: made } = await book();
    const form = await seat(made.id, ["1"]);
    for (const to of ["MAIN", "FINISHED"] as const) {
      const { version } = await now(made.id);
      expect((await step({ id: made.id, version }, to)).status).toBe(200);
    }
    const name = await save(form);
    expect(await now(made.id)).toMatchObject({ status: "FINISHED", table_name: name, seatings: 1 });
  });

  it("is none of a guest's of before: a number that is none is refused", async () => {
    const { answer: made } = await book();
    const form = await seat(made.id, ["1"]);
    const metadata = { hostess: "Rima", waiter: "Jad", ...form, reservation_seating: 0 };
    expect((await call("admin", saveTable, { body: { metadata, contacts: [{ name: "Nour" }] } })).status).toBe(400);
  });
});

it("has its reservation by the form of the seating that stands alone, in whatever order it is seated, taken back and saved", {
  timeout: 180_000,
}, async () => {
  const { below, pick } = dice(11);
  for (let evening = 0; evening < 4; evening++) {
    enterHouse();
    clockAt("2026-11-21T18:00:00Z");
    await haveRules();
    const { answer: made } = await book();
    const forms: { form: Form; seating: number }[] = [];
    let seating = 0;
    let table: string | null = null;
    for (let act = 0; act < 10; act++) {
      const { status } = await now(made.id);
      const sits = status === "SEATED";
      const which = below(3);
      if (which === 0 && !sits) {
        seating++;
        forms.push({ form: await seat(made.id, pick([["1"], ["2"], ["3"]])), seating });
      } else if (which === 1 && sits) expect(await undo(made.id)).toBe(table === null ? 200 : 0);
      else if (forms.length > 0) {
        const { form, seating: of } = pick(forms);
        const name = await save({ ...form, table_number: `${form.table_number} ${act}` });
        if (table === null && sits && of === seating) table = name;
      }
      expect(await now(made.id)).toMatchObject({ table_name: table, seatings: seating });
    }
    expectLegalLives();
  }
});

it("says on a device which seating a form is of, while the seating itself waits there to be sent", async () => {
  const { answer: made } = await book();
  await seat(made.id, ["1"]);
  await undo(made.id);
  const { answer } = await call("admin", listReservations);
  const waits = { kind: "step", reservation: made.id, branch: "jounieh", refused: null, body: { version: 3, to: "SEATED" } };
  const change = { ...waits, format: 1, id: "c1", next_step: null, words: "", base: "", created_at: "", sent_at: null } as KeptChange;
  const [shown] = withKept(answer as Day, "jounieh", [change]).reservations;
  expect(shown).toMatchObject({ status: "SEATED", seatings: 2 });
  const info = { hostess: "Rima", waiter: "Jad", table_number: "1", party_size: "2", branch: "jounieh", api_base: "" };
  const draft = { ...newDraft(info), reservation: made.id, seating: 2 };
  expect(saveBody(draft).metadata).toMatchObject({ reservation_id: made.id, reservation_seating: 2 });
  // A form that an older version began goes out as it was.
  expect(saveBody({ ...draft, seating: null }).metadata).not.toHaveProperty("reservation_seating");
});
