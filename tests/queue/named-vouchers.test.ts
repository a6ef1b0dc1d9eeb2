import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openCampaign } from "@/lib/birthday-campaign/contract";
import { cancelAll } from "@/lib/queue/brake/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, openTask } from "@/lib/queue/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
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
