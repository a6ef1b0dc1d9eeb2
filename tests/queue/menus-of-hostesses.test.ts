import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import type { QueueItem } from "@/lib/queue/contract";
import { enqueue } from "@/lib/queue/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

/** Whoever opens saved tables and writes no letters sends a menu to those who sit at one, and nothing else to nobody else. */

let data = "";
let hostess: MadePerson;
let table_name = "";

beforeEach(async () => {
  data = enterHouse();
  clockAt(EVENING);
  mkdirSync(path.join(data, "menus"), { recursive: true });
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
  await makeRole("hostess", ["open_saved_tables"]);
  hostess = await makePerson("rima", { roles: ["hostess"] });
  const { answer } = await seat([
    { name: "Maya", phones: "03 111111, 71 222222" },
    { name: "Omar", phones: "+33 6 71 12 34 56" },
    { name: "Tia", phones: "" },
  ]);
  table_name = answer.table_name;
});

const MAYA = { name: "Maya", phone: "03 111111, 71 222222" };
const STRANGER = { name: "Nour", phone: "03 999999" };

const send = (items: readonly Partial<QueueItem>[], more: { message?: string; campaign?: "menu"; branch?: string } = {}) => {
  const { branch, ...rest } = more;
  const body = { items: items.map((item) => ({ table_name, ...item })), ...rest };
  return call("nobody", enqueue, { body, branch, headers: hostess.headers });
};
const hub = (sql: string) => rows(path.join(data, "hub.db"), sql);
const queued = () => hub("SELECT name FROM queue_item ORDER BY position");

describe("a menu of somebody who writes no letters", () => {
  it("goes to those who sit at the table, however their number is written", async () => {
    const to = [
      { ...MAYA, phone: "+961 71 222 222" },
      { name: "Omar", phone: "0033671123456" },
      { name: "Tia", phone: "" },
    ];
    const { status, answer } = await send(to);
    expect([status, answer.enqueued], JSON.stringify(answer)).toEqual([200, 2]);
    expect(answer.invalid).toMatchObject([{ name: "Tia" }]);
  });

  it.each([
    ["of no such table", [{ ...MAYA, table_name: "nosuch" }], "jounieh"],
    ["of another branch's table", [MAYA], "batroun"],
    ["at Central, which seats nobody,", [MAYA], "central"],
    ["to a stranger among the guests", [MAYA, STRANGER], "jounieh"],
    ["to a guest with a stranger's number beside", [{ ...MAYA, phone: "03 111111, 03 999999" }], "jounieh"],
    ["of two tables, one of them unknown", [MAYA, { name: "Omar", phone: "0033671123456", table_name: "nosuch" }], "jounieh"],
  ])("%s is refused, and nothing is queued", async (_, items, branch) => {
    const { status, answer } = await send(items, { branch });
    expect([status, answer.code, answer.error]).toEqual([
      403,
      "forbidden",
      "This menu names a table or a guest that is not in the book of this branch. Nothing was queued. Save the table first.",
    ]);
    expect(queued()).toEqual([]);
    expect(hub("SELECT digits FROM consent")).toEqual([]);
    expect(existsSync(storeFile("central", "table"))).toBe(false);
  });

  it("goes to the guests of each of several tables, and not to those of another one", async () => {
    const other = (
      await seat(
        [STRANGER].map(({ name, phone }) => ({ name, phones: phone })),
        { number: "13" },
      )
    ).answer.table_name;
    expect((await send([MAYA, { ...MAYA, table_name: other }])).status).toBe(403);
    expect((await send([MAYA, { ...STRANGER, table_name: other }])).answer.enqueued).toBe(2);
  });

  it.each([
    ["a guest's own", [{ ...MAYA, message: "Buy at Nour's" }], {}],
    ["words for all", [MAYA], { message: "Buy at Nour's" }],
  ])("goes in the house's words: %s are a letter", async (_, items, more) => {
    const { status, answer } = await send(items, more);
    expect([status, answer.code, answer.error]).toEqual([
      403,
      "forbidden",
      "A menu goes out in the house's own words. Nothing was queued. Send it without a text, or ask somebody who may write to guests.",
    ]);
    expect(queued()).toEqual([]);
  });
});

it("whoever may write letters sends a menu to anybody, in any words", async () => {
  const items = [{ ...STRANGER, table_name: "12", message: "Our menu" }];
  expect((await call("staff", enqueue, { body: { items } })).answer.enqueued).toBe(1);
});

it("that a menu was queued is no yes to offers", async () => {
  expect((await send([MAYA])).answer.enqueued).toBe(1);
  await call("staff", enqueue, { body: { items: [{ ...STRANGER, table_name: "12" }] } });
  expect(hub("SELECT digits FROM consent")).toEqual([]);
});
