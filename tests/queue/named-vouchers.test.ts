import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { updateContact } from "@/lib/guests/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, openTask } from "@/lib/queue/contract";
import { cancelAll } from "@/lib/queue/pause/contract";
import { redeemVoucher } from "@/lib/vouchers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { BIRTHDAY, make } from "../support/vouchers";

let data = "";

beforeEach(() => {
  data = enterHouse();
  clockAt("2026-11-20T10:00:00Z");
});

const queued = () =>
  rows<{ name: string; voucher: string }>(path.join(data, "hub.db"), "SELECT name, voucher FROM queue_item ORDER BY position");

/** As the specification's client names a voucher: slashes replaced, spaces collapsed, the phone without white space. */
function pathOf(name: string, phone: string): string {
  return `vouchers/${BIRTHDAY}/birthday_${name.replaceAll("/", "_").replace(/\s+/g, " ")}_${phone.replace(/\s/g, "")}.png`;
}

function send(guests: readonly { name: string; phone: string; voucher?: string }[]) {
  const items = guests.map(({ name, phone, voucher }) => ({ name, phone, voucher: voucher ?? pathOf(name, phone) }));
  return call("admin", enqueueBatch, { body: { items, message: "Happy birthday, {name}!", prefer_worker: null } });
}

it.each([
  ['Nour "N" Saad', "9613911111"],
  ["Nour: the <first>?", "+961 3 911 111"],
  ["Nour | N * Saad", "03 911111"],
  ["Nour Saad", "03/911111"],
])("a voucher is found as the specification's client names it: %s, %s", async (name, phone) => {
  await bringIn([`"${name.replaceAll('"', '""')}",03911111,20/11`, "Rima,03922222,20/11"]);
  await make();
  const { status, answer } = await send([
    { name, phone },
    { name: "Rima", phone: "03 922222" },
  ]);
  expect([status, answer.enqueued], JSON.stringify(answer)).toEqual([200, 2]);
  expect(queued().map(({ voucher }) => voucher)).toEqual([
    expect.stringContaining("_9613911111.png"),
    `vouchers/${BIRTHDAY}/birthday_Rima_9613922222.png`,
  ]);
});

it("a voucher that is not known names its guest, and one of somebody else's number is none of theirs", async () => {
  await bringIn(["Nour,03911111,20/11", "Rima,03922222,20/11"]);
  await make();
  for (const voucher of [pathOf("Nour", "03 933333"), pathOf("Rima Y", "03 922222"), "vouchers/2026-11-20/x.png"]) {
    const { status, answer } = await send([
      { name: "Rima", phone: "03 922222" },
      { name: "Nour", phone: "03 911111", voucher },
    ]);
    expect([status, answer.error], voucher).toEqual([
      400,
      "The voucher of Nour is not known here. Nothing was queued. Generate the vouchers, then send again.",
    ]);
  }
  const { answer } = await send([{ name: "", phone: "03 911111", voucher: "vouchers/2026-11-20/x.png" }]);
  expect(answer.error).toMatch(/^The voucher of guest 1 of the list is not known here\./);
  expect(queued()).toEqual([]);
});

it("a campaign of the specification's client, which says no date, is that of its vouchers' date", async () => {
  await bringIn(["Nour,03911111,20/11", "Rima,03922222,20/11"]);
  await make();
  const { answer } = await send([
    { name: "Nour", phone: "03 911111" },
    { name: "Rima", phone: "03 922222" },
  ]);
  const shown = (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer;
  expect(shown.tasks).toMatchObject([{ id: answer.task_id, total: 2, status: "PENDING" }]);
  expect(shown.guests).toMatchObject([{ state: "PENDING" }, { state: "PENDING" }]);
  expect((await call("admin", listCampaigns)).answer.campaigns).toMatchObject([{ kind: "birthday", date: BIRTHDAY }]);
});

it("a task that was wholly cancelled is done for the specification's client, which asks until it is, and says how many were cancelled", async () => {
  await bringIn(["Nour,03911111,20/11"]);
  await make();
  const { answer } = await send([{ name: "Nour", phone: "03 911111" }]);
  await call("admin", cancelAll);
  const task = await call("admin", openTask, { params: { id: answer.task_id ?? "" } });
  expect(task.answer).toMatchObject({ status: "DONE", total: 1, sent: 0, failed: 0, cancelled: 1 });
});

describe("a voucher that somebody else's phone is named for", () => {
  const OTHERS = "This voucher belongs to another guest.";
  const UNKNOWN = "The voucher of Eve is not known here. Nothing was queued. Generate the vouchers, then send again.";
  let clerk: MadePerson;
  beforeEach(async () => {
    await makeRole("greeter", ["nav_birthdays", "send_all"]);
    clerk = await makePerson("clerk", { roles: ["greeter"], branches: ["jounieh"] });
  });

  const sendAs = (items: readonly { name: string; phone: string; voucher?: string }[], branch = "jounieh") =>
    call("nobody", enqueueBatch, { body: { items: [...items], campaign: "birthday" }, branch, headers: clerk.headers });
  const fileOf = (name: string) => `vouchers/${BIRTHDAY}/birthday_${name}.png`;
  const idOf = (name: string) =>
    rows<{ id: string }>(path.join(data, "hub.db"), `SELECT id FROM voucher WHERE name = '${name}'`)[0]?.id ?? "";

  it("does not go there, by its path or its id, and the others of the list go", async () => {
    await bringIn(["Nour,03911111,20/11", "Rima,03922222,20/11"]);
    await make();
    for (const [phone, voucher] of [
      ["03 977777", fileOf("Nour_9613911111")],
      ["03 977777", idOf("Nour")],
      ["03 977777, 03 911111", fileOf("Nour_9613911111")],
      ["03 977777, 03 911111", fileOf("Somebody_03911111")],
    ] as const) {
      const alone = await sendAs([{ name: "Eve", phone, voucher }]);
      expect([alone.status, alone.answer.error], `${phone} ${voucher}`).toEqual([400, `${OTHERS} Nothing was queued.`]);
    }
    const rima = { name: "Rima", phone: "03 922222", voucher: fileOf("Rima_9613922222") };
    const { answer } = await sendAs([{ name: "Eve", phone: "03 977777", voucher: fileOf("Nour_9613911111") }, rima]);
    expect(answer).toMatchObject({ enqueued: 1, invalid: [{ index: 0, name: "Eve", reason: OTHERS }], skipped: [] });
    expect(queued()).toMatchObject([{ name: "Rima" }]);
  });

  it("is not known where it is another branch's, and whether its guest has said no is not told", async () => {
    await bringIn(["Nour,03911111,20/11"], "tripoli");
    await make(BIRTHDAY, { branch: "tripoli" });
    const named = ["vouchers/2026-11-20/x.png", fileOf("Nour_9613911111"), idOf("Nour")];
    const ask = async () => {
      const all = [];
      for (const voucher of named) all.push(await sendAs([{ name: "Eve", phone: "03 977777", voucher }]));
      return all.map(({ status, answer }) => [status, answer.error]);
    };
    expect(await ask()).toEqual(named.map(() => [400, UNKNOWN]));
    await call("admin", setOptOut, { body: { phones: "03 911111", opted_out: true } });
    expect(await ask()).toEqual(named.map(() => [400, UNKNOWN]));
    expect(queued()).toEqual([]);
  });

  it("goes to whom the branch's own book knows by it, another branch's voucher and a corrected number too", async () => {
    await bringIn(["Rima,03922222,20/11"]);
    await make();
    const body = { identifier: { name: "Rima", phones: "03922222" }, phones: "70 933333" };
    expect((await call("admin", updateContact, { body })).status).toBe(200);
    await bringIn(["Nour,03911111,20/11"], "tripoli");
    await make(BIRTHDAY, { branch: "tripoli" });
    await bringIn(['Nour,"71 922222, 03 911111",20/11']);
    const { guests } = (await call("nobody", openCampaign, { query: { date: BIRTHDAY }, branch: "jounieh", headers: clerk.headers }))
      .answer;
    expect(guests).toMatchObject([{ sendable: true }, { sendable: true }]);
    const { status, answer } = await sendAs(guests.map(({ name, phone, voucher }) => ({ name, phone, voucher })));
    expect([status, answer.enqueued], JSON.stringify(answer)).toEqual([200, 2]);
  });
});

it("a voucher that was used, or has expired, greets nobody, and its guest is told of with the reason", async () => {
  await bringIn(["Nour,03911111,20/11", "Rima,03922222,20/11"]);
  const [nour] = (await make()).files.filter(({ guest }) => guest === "Nour");
  const taken = await call("admin", redeemVoucher, { body: { code: nour?.serial ?? "" }, branch: "batroun" });
  expect(taken.status, JSON.stringify([taken.answer, nour])).toBe(200);
  const both = [
    { name: "Nour", phone: "03 911111" },
    { name: "Rima", phone: "03 922222" },
  ];
  expect((await send(both)).answer).toMatchObject({ enqueued: 1, invalid: [{ name: "Nour", reason: "The voucher was used already." }] });
  clockAt("2026-12-21T10:00:00Z");
  const { status, answer } = await send(both.slice(1));
  expect([status, answer.error]).toEqual([400, "The voucher has expired. Nothing was queued."]);
});
