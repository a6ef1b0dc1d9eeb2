import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { dataDir, hubFile, storeFile } from "@/lib/db/files";
import { openGuest } from "@/lib/guest-page/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { sendStatement } from "@/lib/statement/contract";
import { bring } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { started } from "../support/queue";
import { alter, rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { adjust, confirm, issue, makeReward } from "./spending";

let guest = "";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring(["Maya Khoury,03 111111,fr", "Omar,70 222222,", "Nobody Calls,,"], { header: "name,phones,language" });
  guest = idOf("Maya Khoury");
  await adjust(guest, 30);
  await adjust(idOf("Omar"), 30);
});

const idOf = (name: string) =>
  rows<{ id: string }>(storeFile("jounieh", "contacts"), `SELECT id FROM contact WHERE name = '${name}'`)[0]?.id ?? "";
const send = (id = guest, key?: string) => call("admin", sendStatement, { params: { id }, key });
const queued = () =>
  rows<Record<string, string>>(hubFile(), "SELECT task_id, kind, message_kind, text, digits, voucher, branch, status FROM queue_item");
const placeOf = (file: string) => path.join(dataDir(), file);
const kept = async () => (await readdir(placeOf("statements")).catch(() => [])).sort();

it("goes as a service letter in the guest's language with the picture, whose card works, and stands in the trail and on the page", async () => {
  const { status, answer } = await send();
  expect([status, answer.enqueued]).toEqual([200, 1]);
  const [item] = queued();
  expect(item).toMatchObject({ kind: "service", message_kind: "image", digits: "9613111111", branch: "jounieh", status: "PENDING" });
  expect(item?.text).toMatch(/^Maya Khoury, vous avez 30 points chez /);
  const { data, info } = await sharp(placeOf(item?.voucher ?? ""))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = decodeQR({ width: info.width, height: info.height, data: Uint8Array.from(data) });
  const { id } = (await issue(guest, await makeReward(), { way: "card" })).answer.redemption;
  expect((await confirm(id, code)).answer.redemption.state).toBe("HELD");
  const { entries } = (await call("admin", listAudit, { query: {} })).answer;
  expect(entries.map(({ what }) => what)).toContain("Queued one guest’s statement of points, with their card");
  const [claimed] = await (await started("pc", "baileys:9613000001")).claim(1);
  expect(claimed).toMatchObject({ kind: "image", phone: "9613111111", media: { mime: "image/png" } });
  const page = (await call("admin", openGuest, { params: { id: guest } })).answer;
  expect(page.messages?.items).toHaveLength(1);
});

it("goes once where the call is repeated, and the same words go to nobody twice within their time", async () => {
  const first = await send(guest, "statement-1");
  expect((await send(guest, "statement-1")).answer).toEqual(first.answer);
  const { status, answer } = await send();
  expect([status, answer.enqueued, answer.duplicates]).toEqual([200, 0, 1]);
  expect(queued()).toHaveLength(1);
  expect(await kept()).toEqual([`${first.answer.task_id}.png`]); // no picture of what was not queued
});

it("goes to nobody who wants no messages, has no number, has no points or is of another branch, and no picture is left of it", async () => {
  await call("admin", setOptOut, { body: { phones: "03 111111", opted_out: true } });
  const { answer } = await send();
  expect([answer.enqueued, answer.task_id]).toEqual([0, null]);
  expect(answer.skipped[0]?.reason).toMatch(/no messages|said no|wants no/i);
  expect((await send(idOf("Nobody Calls"))).status).toBe(404);
  expect((await call("admin", sendStatement, { params: { id: guest }, branch: "batroun" })).status).toBe(404);
  expect(queued()).toEqual([]);
  expect(await kept()).toEqual([]);
});

it("is sent by whoever may see cards and write letters, and by nobody who may do one of them", async () => {
  for (const grants of [["nav_loyalty"], ["nav_customer_service"]] as const) {
    await makeRole(`only-${grants[0]}`, [...grants]);
    const { headers } = await makePerson(`only-${grants[0]}`, { roles: [`only-${grants[0]}`] });
    expect((await call("nobody", sendStatement, { params: { id: guest }, headers })).status).toBe(403);
  }
  await makeRole("both", ["nav_loyalty", "nav_customer_service"]);
  const { headers } = await makePerson("both", { roles: ["both"] });
  expect((await call("nobody", sendStatement, { params: { id: guest }, headers })).answer.enqueued).toBe(1);
});

it("has a picture for as long as its message may go, and none once it has gone or its guest is erased", async () => {
  const task = (await send()).answer.task_id;
  const other = (await send(idOf("Omar"))).answer.task_id;
  expect(await kept()).toEqual([`${task}.png`, `${other}.png`].sort());
  alter(hubFile(), `UPDATE queue_item SET status = 'SENT' WHERE task_id = '${task}'`);
  await adjust(guest, 1);
  const next = (await send()).answer.task_id;
  expect(await kept()).toEqual([`${other}.png`, `${next}.png`].sort());
  alter(hubFile(), `UPDATE queue_item SET status = 'CANCELLED' WHERE task_id = '${next}'`); // who waits for a message is not erased
  const erased = await call("admin", erasePersonalData, { body: { id: guest, phones: "03 111111" } });
  expect(erased.status, JSON.stringify(erased.answer)).toBe(200);
  expect(existsSync(placeOf(`statements/${next}.png`))).toBe(false);
  expect(existsSync(placeOf(`statements/${other}.png`))).toBe(true);
});
