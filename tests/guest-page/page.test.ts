import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hubFile, storeFile } from "@/lib/db/files";
import { moreOfGuest, openGuest } from "@/lib/guest-page/contract";
import { sayOnePerson, sayTwoPeople, updateContact } from "@/lib/guests/contract";
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { bring, endDay, find, mergeAll, mergeDate } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse, tokenFor } from "../support/house";
import { write } from "../support/queue";
import { alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { BIRTHDAY, make } from "../support/vouchers";

let data = "";

beforeEach(async () => {
  data = enterHouse();
  clockAt(EVENING);
  await Promise.all([tokenFor("staff"), tokenFor("admin")]);
  alter(path.join(data, "hub.db"), "UPDATE session SET expires_at = '2099-01-01T00:00:00.000Z'");
});

const idOf = async (name: string, branch?: string) => (await find(name, branch)).find((one) => one.name === name)?.id ?? "";
const open = (id: string, branch?: string, person: "staff" | "admin" = "admin") => call(person, openGuest, { params: { id }, branch });
const pageOf = async (id: string, branch?: string) => {
  const { status, answer } = await open(id, branch);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
};

it("says all that is known: fields, visits of all branches, points, vouchers, messages, consent and changes", async () => {
  clockAt("2026-11-10T19:30:00Z");
  await seat([{ name: "Maya", phones: "03 111111" }], { branch: "batroun", number: "7" });
  await mergeAll("batroun");
  clockAt(EVENING);
  const { answer: table } = await seat([{ name: "Maya", phones: "03 111111" }, { name: "Rami", phones: "03 222222" }]); // biome-ignore format: one line
  const { customer } = (await call("staff", createCustomer, { body: { name: "Maya", phone: "03 111111" } })).answer;
  const award = { customer_id: customer.id, table_number: "12", points: 5 as const, table_name: table.table_name };
  expect((await call("staff", awardVisit, { body: award })).status).toBe(200);
  await endDay();
  await bringIn([`Maya Khoury,03 111111,--${BIRTHDAY.slice(5)}`]);
  await make();
  expect((await write([{ name: "Maya", phone: "03 111111" }])).answer.enqueued).toBe(1);
  const id = await idOf("Maya Khoury");
  const identifier = { id, name: "Maya Khoury", phones: "03 111111" };
  expect((await call("staff", updateContact, { body: { identifier, company: "MEA" } })).status).toBe(200);

  const page = await pageOf(id);
  expect(page.contact).toMatchObject({ id, name: "Maya Khoury", company: "MEA", birthday: "--11-20" });
  expect(page.contact.numbers).toEqual([{ shown: "+961 3 111 111", digits: "9613111111" }]);
  expect(page.visits).toEqual({
    items: [
      { business_day: "2026-11-20", branch: "jounieh", table_number: "12", hostess: "Rima", waiter: "Jad", is_open: false },
      { business_day: "2026-11-10", branch: "batroun", table_number: "7", hostess: "Rima", waiter: "Jad", is_open: true },
    ],
    ...{ more: 0, next: null, elsewhere: 0, unavailable: [], elsewhere_unread: false },
  });
  expect(page.points).toMatchObject({ total: 5, elsewhere: 0, items: [{ branch: "jounieh", table_number: "12", points: 5 }] });
  expect(page.vouchers?.items).toMatchObject([{ date: BIRTHDAY, branch: "jounieh", percent: 20, state: "valid", used: null }]);
  expect(page.messages?.items).toMatchObject([{ kind: "service", branch: "jounieh", name: "Maya", status: "PENDING", unanswered: false }]);
  expect(page.consent).toMatchObject({ opted_out: null, agreed: { by: "table" }, unsure: null });
  expect(page.history?.items[0]).toMatchObject({ who: "staff", where: "jounieh", what: "Changed company of a guest (correction)" });
  expect(page.history?.items[0]?.changed).toEqual([{ field: "Company", old: "", new: "MEA" }]);
  expect(page.history?.items.map(({ what }) => what)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Gave 5 points/), expect.stringMatching(/^Made voucher/)]),
  );

  expect((await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } })).status).toBe(200);
  const after = await pageOf(id);
  expect(after.consent).toMatchObject({ opted_out: { by: "staff" } });
  expect(after.messages?.items).toMatchObject([{ status: "FAILED", error: "The guest has said no to messages." }]);
});

describe("an id", () => {
  it("that was merged away leads to the guest, and of a guest at a table to whom the book knows", async () => {
    await bring(["Maya Khoury,03 111111", "Rima Saad,03 222222"], { header: "name,phones" });
    const [maya, rima] = [(await find("Maya Khoury"))[0], (await find("Rima Saad"))[0]];
    const named = (one: typeof maya) => ({ id: one?.id, name: one?.name ?? "", phones: one?.phones ?? "" });
    expect((await call("staff", sayOnePerson, { body: { identifier: named(maya), other: named(rima) } })).status).toBe(200);
    const pages = [await pageOf(maya?.id ?? ""), await pageOf(rima?.id ?? "")];
    expect(new Set(pages.map(({ contact }) => contact.id)).size).toBe(1);

    await seat([{ name: "Maya", phones: "03 111111" }, { name: "Nobody Yet", phones: "03 999999" }]); // biome-ignore format: one line
    const seated = rows<{ id: string; name: string }>(storeFile("jounieh", "table"), "SELECT id, name FROM table_guest ORDER BY position");
    expect((await pageOf(seated[0]?.id ?? "")).contact.id).toBe(pages[0]?.contact.id);
    const unknown = await open(seated[1]?.id ?? "");
    expect({ status: unknown.status, error: unknown.answer.error }).toEqual({
      status: 404,
      error: "There is no such guest in the book of Jounieh. They may have been deleted or erased, or come into it at End of Day.",
    });
    await endDay();
    expect((await pageOf(seated[1]?.id ?? "")).contact.name).toBe("Nobody Yet");
  });

  it("of a message leads to its guest in the book of the branch that sent it, and in no other", async () => {
    for (const branch of ["jounieh", "batroun"]) await bring(["Maya Khoury,03 111111"], { header: "name,phones", branch });
    await write([{ name: "Maya", phone: "03 111111" }]);
    const [message] = rows<{ id: string }>(hubFile(), "SELECT id FROM queue_item");
    expect((await pageOf(message?.id ?? "")).contact.name).toBe("Maya Khoury");
    expect((await open(message?.id ?? "", "batroun")).status).toBe(404);
  });

  it("of another branch's book is nobody's here, and neither is that of a guest who was erased", async () => {
    await bring(["Maya Khoury,03 111111"], { header: "name,phones" });
    const id = await idOf("Maya Khoury");
    expect((await open(id, "batroun")).status).toBe(404);
    expect((await open(id, "central")).status).toBe(404);
    expect((await call("admin", erasePersonalData, { body: { id, phones: "03 111111" } })).status).toBe(200);
    expect((await open(id)).status).toBe(404);
  });
});

it("of central is the guest of central's book, with the visits that its records say", async () => {
  await seat([{ name: "Maya", phones: "03 111111" }]);
  await endDay();
  await mergeDate();
  const page = await pageOf(await idOf("Maya", "central"), "central");
  expect(page.visits?.items).toMatchObject([{ branch: "jounieh", business_day: "2026-11-20" }]);
});

it("gives two people who were parted each their own visits, and a guest without a number those that the book knows", async () => {
  await seat([{ name: "Maya Khoury", phones: "03 111111" }, { name: "Sami Without Number" }]); // biome-ignore format: one line
  await endDay();
  clockAt("2026-11-21T19:30:00Z");
  await seat([{ name: "Rima Saad", phones: "03 111111" }]);
  clockAt("2026-11-21T21:15:00Z");
  await mergeAll();
  clockAt("2026-11-21T21:16:00Z");
  const { endOfDay } = await import("@/lib/evening/contract");
  expect((await call("admin", endOfDay)).status).toBe(200);
  const [{ id = "", name = "", phones = "" } = {}] = await find("Maya Khoury");
  expect((await pageOf(id)).visits?.items).toHaveLength(2);
  expect((await call("staff", sayTwoPeople, { body: { identifier: { id, name, phones }, names: ["Rima Saad"] } })).status).toBe(200);
  const daysOf = async (who: string) => (await pageOf(await idOf(who))).visits?.items.map(({ business_day }) => business_day);
  expect(await daysOf("Maya Khoury")).toEqual(["2026-11-20"]);
  expect(await daysOf("Rima Saad")).toEqual(["2026-11-21"]);
  expect(await daysOf("Sami Without Number")).toEqual(["2026-11-20"]);
  // Of the same number and name from now on: only the book knows whose evening it was.
  const rima = { id: await idOf("Rima Saad"), name: "Rima Saad", phones: "03 111111" };
  expect((await call("staff", updateContact, { body: { identifier: rima, name: "Maya Khoury Saad" } })).status).toBe(200);
  expect(await daysOf("Maya Khoury")).toEqual(["2026-11-20"]);
  expect(await daysOf("Maya Khoury Saad")).toEqual(["2026-11-21"]);
});

it("cuts each list and goes on where it ended, whatever came in between", async () => {
  await bring(["Maya,03 111111"], { header: "name,phones" });
  const id = await idOf("Maya");
  const put = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const number = String(from + index).padStart(3, "0");
      const day = new Date(Date.UTC(2026, 0, 1 + from + index)).toISOString().slice(0, 10);
      return `INSERT INTO guest_row (id, business_day, table_name, hostess, waiter, name, phones, added_at) VALUES ('row-${number}', '${day}', 't', 'Rima', 'Jad', 'Maya', '03 111111', '${day}T19:00:00.000Z');
        INSERT INTO guest_row_phone SELECT seq, 0, '9613111111', '03111111', '961' FROM guest_row WHERE id = 'row-${number}';`;
    }).join("\n");
  const key = rows<{ key: string }>(storeFile("jounieh", "contacts"), "SELECT key FROM contact_phone")[0]?.key ?? "";
  alter(storeFile("jounieh", "table"), put(0, 120).replaceAll("'03111111'", `'${key}'`));
  const first = (await pageOf(id)).visits;
  expect([first?.items.length, first?.more]).toEqual([50, 70]);
  alter(storeFile("jounieh", "table"), put(120, 122).replaceAll("'03111111'", `'${key}'`));
  const seen = [...(first?.items ?? [])];
  for (let next = first?.next ?? null; next !== null; ) {
    const { status, answer } = await call("staff", moreOfGuest, { params: { id }, query: { of: "visits", next } });
    expect(status).toBe(200);
    expect(answer.messages).toBeNull();
    seen.push(...(answer.visits?.items ?? []));
    next = answer.visits?.next ?? null;
  }
  expect(new Set(seen.map(({ business_day }) => business_day)).size).toBe(120);
});

it("asks for all awards of a customer by an index", () => {
  const plan = rows<{ detail: string }>(hubFile(), "EXPLAIN QUERY PLAN SELECT id FROM loyalty_visit WHERE customer_id = 'x'");
  expect(plan.map(({ detail }) => detail).join()).toMatch(/USING INDEX loyalty_visit_customer_id_idx/);
});
