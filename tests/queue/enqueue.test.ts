import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { changeRole } from "@/lib/auth/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueue, enqueueBatch, enqueueItems, enqueueSingle, openTask, queuePending, queueStats } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";
import { seat } from "../support/tables";

let data = "";

interface Row {
  kind: string;
  name: string;
  digits: string;
  text: string;
  pdf_path: string;
  branch: string;
  guest_branch: string;
  message_kind: string;
}

const queued = () => rows<Row>(path.join(data, "hub.db"), "SELECT * FROM queue_item ORDER BY created_at, task_id, position");

function addMenu(name: string): void {
  const file = path.join(data, "menus", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "%PDF-1.4");
}

const MAYA = { name: "Maya", phone: "03 111111" };
const MENU = { ...MAYA, table_name: "2026-11-20 table 12", pdf_path: "menus/menu.pdf" };

beforeEach(() => {
  data = enterHouse();
  clockAt("2026-11-20T12:00:00Z");
});

describe("messages of Customer Service", () => {
  it("stand in the queue with the tokens replaced, Guest for whom nobody knows, and the number in full", async () => {
    const message = "Dear {name}, thank you from {Branch}.\n{other} stays.";
    const items = [
      { ...MAYA, branch: "batroun", message },
      { name: "", phone: "71/123456", message },
    ];
    const { status, answer } = await call("staff", enqueue, { body: { items } });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ ok: true, enqueued: 2, duplicates: 0, invalid: [], skipped: [], detail: "Queued 2 message(s)." });
    expect(queued()).toMatchObject([
      {
        kind: "service",
        digits: "9613111111",
        guest_branch: "batroun",
        branch: "jounieh",
        text: "Dear Maya, thank you from Batroun.\n{other} stays.",
      },
      { digits: "96171123456", branch: "jounieh", text: "Dear Guest, thank you from Jounieh.\n{other} stays." },
    ]);
    const task = (await call("staff", openTask, { params: { id: answer.task_id ?? "" } })).answer;
    expect(task).toMatchObject({ kind: "service", status: "PENDING", total: 2, sent: 0, failed: 0 });
    expect(task.results.map(({ phone }) => phone)).toEqual(["+961 3 111 111", "+961 71 123 456"]);
  });

  it("speak of a branch that there is, in any case, and of the call's own where none is named", async () => {
    const message = "Dear {name}, thank you from {branch}.";
    const unknown = await call("staff", enqueue, { body: { items: [{ ...MAYA, branch: "beirut", message }] } });
    expect([unknown.status, unknown.answer.error]).toEqual([400, expect.stringContaining("There is no such branch.")]);
    expect(queued()).toEqual([]);
    const named = ["Batroun", "", "central"].map((branch, index) => ({ name: "Maya", phone: `03 11111${index}`, branch, message }));
    expect((await call("staff", enqueue, { body: { items: named } })).answer.enqueued).toBe(3);
    expect(queued().map(({ guest_branch, text }) => `${guest_branch}: ${text}`)).toEqual([
      "batroun: Dear Maya, thank you from Batroun.",
      "jounieh: Dear Maya, thank you from Jounieh.",
      "central: Dear Maya, thank you from Central.",
    ]);
  });

  it("are refused whole when one has no words, and say whom nobody can write to", async () => {
    const nothing = await call("staff", enqueue, { body: { items: [{ ...MAYA, message: " \n " }] } });
    expect([nothing.status, nothing.answer.error]).toEqual([400, "Message cannot be empty. Nothing was queued."]);
    const nobody = await write([{ name: "Rami", phone: "no number" }]);
    expect([nobody.status, nobody.answer.error]).toEqual([400, "No valid phone numbers to enqueue. Nothing was queued."]);
    const some = await write([MAYA, { name: "Rami", phone: "123" }]);
    expect(some.answer).toMatchObject({
      enqueued: 1,
      invalid: [{ index: 1, name: "Rami", reason: "No number that WhatsApp could reach." }],
    });
    expect(queued()).toHaveLength(1);
  });

  it("go once to a guest, however the number is written, whoever sends them, and from whatever branch", async () => {
    const { answer: both } = await write([MAYA, { ...MAYA, name: "Karim", phone: "+961 3 111 111" }]);
    expect(both).toMatchObject({ enqueued: 1, duplicates: 1 });
    const reason = `${MAYA.name} of this list has the same number, and gets it.`; // nobody had queued it before
    expect(both.skipped).toEqual([{ index: 1, name: "Karim", reason, again_from: null }]);
    for (const phone of ["009613111111", "9613111111", "٠٣١١١١١١", "03/111111"]) {
      const items = [{ name: "M.", phone, message: "How was your evening?" }];
      const { answer } = await call("admin", enqueue, { body: { items }, branch: "batroun" });
      expect(answer).toMatchObject({ enqueued: 0, duplicates: 1, task_id: null });
      expect(answer.skipped[0]?.reason).toBe("The same message is on its way to this guest, or went out lately.");
    }
    expect((await write([{ ...MAYA, message: "Other words" }])).answer.enqueued).toBe(1);
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET status = 'SENT', ended_at = created_at");
    clockAt("2026-11-21T12:00:01Z"); // a day is over
    expect((await write([MAYA])).answer.enqueued).toBe(1);
  });

  it("are counted once each in what is said of them, whatever kept them back", async () => {
    await write([MAYA]);
    const body = { phones: "71 222222", opted_out: true };
    expect((await call("admin", setOptOut, { body })).status).toBe(200);
    const said = [MAYA, { name: "Rami", phone: "71 222222" }, { name: "Tia", phone: "123" }, { name: "Omar", phone: "70 333333" }];
    const { enqueued, duplicates, invalid, skipped, detail } = (await write(said)).answer;
    expect([enqueued, duplicates, invalid.length, skipped.length]).toEqual([1, 1, 1, 2]);
    expect(detail).toBe(
      "Queued 1 message(s). 1 left out: the same is on its way already, or went out lately. 2 left out: see why beside their names.",
    );
    expect((await write([MAYA])).answer.detail).toBe(
      "Queued 0 message(s). 1 left out: the same is on its way already, or went out lately.",
    );
  });

  it("go again once the first ones failed, also where nobody knows whether they arrived, and not while they are on their way", async () => {
    const pc = new WorkerPc("pc-1");
    await pc.start();
    const again = async () => (await write([MAYA])).answer;
    const next = async () => {
      const [item] = await pc.claim();
      if (!item) throw new Error("nothing to claim");
      return item;
    };
    expect((await again()).enqueued).toBe(1);
    const doubtful = await next();
    expect(await again(), "in a worker's hands").toMatchObject({ enqueued: 0, duplicates: 1 });
    await pc.begin(doubtful);
    await pc.say(doubtful, { outcome: "unknown" });
    expect(await again(), "in doubt").toMatchObject({ enqueued: 0, duplicates: 1 });
    clockAt("2026-11-20T12:15:01Z");
    await sweepLeases();
    expect(rows(path.join(data, "hub.db"), "SELECT last_code FROM queue_item")).toEqual([{ last_code: "UNCERTAIN" }]);
    expect((await again()).enqueued, "somebody has decided that it goes again").toBe(1);
    const item = await next();
    await pc.begin(item);
    await pc.say(item, { outcome: "accepted" });
    expect(await again(), "went out").toMatchObject({ enqueued: 0, duplicates: 1 });
  });

  it("are told apart from somebody's abroad whose last eight digits are the same", async () => {
    expect(
      (
        await write([
          { name: "Maya", phone: "+961 71 234567" },
          { name: "Luc", phone: "+33 6 71 23 45 67" },
        ])
      ).answer.enqueued,
    ).toBe(2);
  });
});

describe("words that WhatsApp would not take", () => {
  it.each([
    ["4,096 characters, alone", { ...MAYA }, 4_096],
    ["1,024 under a menu", { ...MENU }, 1_024],
  ])("are refused before anything is queued: more than %s", async (_, item, most) => {
    addMenu("menu.pdf");
    const ask = (length: number) => call("staff", enqueue, { body: { items: [{ ...item, message: "a".repeat(length) }] } });
    const { status, answer } = await ask(most + 1);
    expect([status, answer.code]).toEqual([400, "invalid_request"]);
    expect(queued()).toEqual([]);
    expect((await ask(most)).answer.enqueued).toBe(1);
  });
});

describe("who may queue what", () => {
  it.each([
    ["words of Customer Service", { items: [{ ...MAYA, message: "Hello" }] }, "nav_customer_service"],
    ["a table's menu", { items: [MENU] }, "open_saved_tables"],
  ] as const)("%s needs its key", async (_, body, key) => {
    addMenu("menu.pdf");
    expect((await seat([{ name: MAYA.name, phones: MAYA.phone }])).answer.table_name).toBe(MENU.table_name);
    expect((await call("keyless", enqueue, { body: body as never })).status).toBe(403);
    await call("admin", changeRole, { params: { role: "keyless" }, body: { permissions: [key] } });
    expect((await call("keyless", enqueue, { body: body as never })).status).toBe(200);
    expect(queued()).toHaveLength(1);
  });

  it.each([
    ["says so", { campaign: "birthday" }],
    ["names its date", { date: "2026-11-20" }],
    ["deals it to a worker, as the specification's screen does", { prefer_worker: null }],
  ])("a birthday campaign that %s needs both keys", async (_, said) => {
    const body = { items: [MAYA], message: "Happy birthday", ...said } as never;
    for (const keys of [["nav_birthdays"], ["send_all"], ["nav_customer_service"]] as const) {
      await call("admin", changeRole, { params: { role: "keyless" }, body: { permissions: [...keys] } });
      expect((await call("keyless", enqueueBatch, { body })).status).toBe(403);
    }
    await call("admin", changeRole, { params: { role: "keyless" }, body: { permissions: ["nav_birthdays", "send_all"] } });
    expect((await call("keyless", enqueueBatch, { body })).status).toBe(200);
    expect(queued()).toMatchObject([{ kind: "birthday" }]);
  });

  it.each([
    ["menus with a letter among them", { items: [MENU, { ...MAYA, phone: "03 222222", message: "Just a letter" }] }],
    ["menus of no table", { items: [{ ...MAYA, message: "Just a letter" }], campaign: "menu" }],
  ] as const)("%s are refused, so that nobody writes letters by the right to send menus", async (_, body) => {
    addMenu("menu.pdf");
    for (const keys of [["open_saved_tables"], ["open_saved_tables", "nav_customer_service"]] as const) {
      await call("admin", changeRole, { params: { role: "keyless" }, body: { permissions: [...keys] } });
      const { status, answer } = await call("keyless", enqueue, { body: body as never });
      expect([status, answer.error]).toEqual([
        400,
        "A menu goes to the guests of a table, and not every message of the list names one. Nothing was queued. Send the others as a list of their own.",
      ]);
    }
    expect(queued()).toEqual([]);
  });

  it("whole numbers are seen by those who send; others see that there is one", async () => {
    await write([MAYA]);
    expect((await call("staff", queuePending)).answer.items[0]?.phone).toBe("+961 3 111 111");
    expect((await call("keyless", queuePending)).answer.items[0]?.phone).toBe("+9613 ••• •11");
  });
});

describe("a menu", () => {
  it("brings the PDF of the menus' folder, with or without the folder's name", async () => {
    addMenu("menu.pdf");
    addMenu("winter/drinks.PDF");
    const items = [MENU, { ...MENU, phone: "03 222222", pdf_path: "winter/drinks.PDF" }];
    expect((await call("staff", enqueue, { body: { items } })).answer.enqueued).toBe(2);
    expect(queued()).toMatchObject([
      { message_kind: "document", pdf_path: "menus/menu.pdf" },
      { message_kind: "document", pdf_path: "menus/winter/drinks.PDF" },
    ]);
  });

  it("is the branch's own where nobody names one, or else the group's", async () => {
    addMenu("menu.pdf");
    addMenu("batroun.pdf");
    const items = [{ name: "Maya", phone: "03 111111", table_name: "t" }];
    await call("staff", enqueue, { body: { items }, branch: "batroun" });
    await call("staff", enqueue, { body: { items: [{ ...items[0], table_name: "u" }] as never }, branch: "jounieh" });
    expect(queued().map(({ pdf_path }) => pdf_path)).toEqual(["menus/batroun.pdf", "menus/menu.pdf"]);
  });

  it.each([
    "missing.pdf",
    "../hub.db",
    "menus/../../hub.db",
    "/etc/passwd",
    "menus/",
    "menu.png",
    ".hidden.pdf",
    "a/./b.pdf",
    "C:\\menu.pdf",
  ])("that is not there stops all of it: %s", async (pdf_path) => {
    addMenu("menu.pdf");
    const items = [MENU, { ...MENU, phone: "03 222222", pdf_path }];
    const { status, answer } = await call("staff", enqueue, { body: { items } });
    expect([status, answer.code]).toEqual([400, "invalid_request"]);
    expect(queued()).toEqual([]);
  });

  it("that is a folder, or a link that leads out of the menus' folder, stops all of it", async () => {
    addMenu("menu.pdf");
    mkdirSync(path.join(data, "menus", "folder.pdf"));
    symlinkSync(path.join(data, "hub.db"), path.join(data, "menus", "out.pdf"));
    for (const pdf_path of ["folder.pdf", "out.pdf"]) {
      expect((await call("staff", enqueue, { body: { items: [{ ...MENU, pdf_path }] } })).status, pdf_path).toBe(400);
    }
    expect(queued()).toEqual([]);
  });

  it("that is not there stops all of it, also where it was meant for somebody whom nobody can write to", async () => {
    addMenu("menu.pdf");
    const items = [MENU, { ...MENU, phone: "no number", pdf_path: "missing.pdf" }];
    expect((await call("staff", enqueue, { body: { items } })).status).toBe(400);
    expect(queued()).toEqual([]);
  });

  it("is never another branch's own, however it is named", async () => {
    for (const name of ["menu.pdf", "batroun.pdf"]) addMenu(name);
    for (const pdf_path of ["menus/batroun.pdf", "batroun.pdf", "BATROUN.pdf"]) {
      const { status, answer } = await call("staff", enqueue, { body: { items: [{ ...MENU, pdf_path }] } });
      expect([status, answer.error], pdf_path).toEqual([
        400,
        "That menu is another branch's own. Nothing was queued. Choose another menu.",
      ]);
    }
    expect(queued()).toEqual([]);
    const items = [{ ...MENU, pdf_path: "menus/batroun.pdf" }];
    expect((await call("staff", enqueue, { body: { items }, branch: "batroun" })).answer.enqueued).toBe(1);
  });

  it("goes once to a guest at a table, and again at the next one", async () => {
    addMenu("menu.pdf");
    const at = (table_name: string) => call("staff", enqueue, { body: { items: [{ ...MENU, table_name }] } });
    expect([(await at("t")).answer.enqueued, (await at("t")).answer.enqueued, (await at("u")).answer.enqueued]).toEqual([1, 0, 1]);
  });
});

describe("a voucher", () => {
  it.each(["01900000-0000-7000-8000-000000000000", "vouchers/2026-11-20/jounieh-maya.png", "../hub.db"])(
    "that is not known here stops all of it: %s",
    async (voucher) => {
      const items = [
        { name: "Rami", phone: "03 222222" },
        { ...MAYA, voucher },
      ];
      const { status, answer } = await call("admin", enqueueBatch, { body: { items, campaign: "birthday", date: "2026-11-20" } });
      expect([status, answer.code]).toEqual([400, "invalid_request"]);
      expect(queued()).toEqual([]);
    },
  );
});

describe("whatever address it is sent to", () => {
  it("is one batch: by its key, by a form, by a single item", async () => {
    const body = { items: [{ ...MAYA, message: "Hello" }] };
    const first = await call("staff", enqueueBatch, { body, key: "k" });
    expect((await call("staff", enqueueItems, { body, key: "k" })).answer).toEqual(first.answer);
    expect((await call("staff", enqueue, { body, key: "k" })).answer).toEqual(first.answer);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const form = new URLSearchParams({ items: JSON.stringify(body.items) });
    expect((await call("staff", enqueue, { raw: form, headers })).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
    const other = new URLSearchParams({ items: JSON.stringify([{ ...MAYA, phone: "03 222222", message: "Hello" }]) });
    expect((await call("staff", enqueue, { raw: other, headers })).answer.enqueued).toBe(1);
    for (const address of [enqueueSingle, enqueue, enqueueBatch, enqueueItems]) {
      expect((await call("staff", address, { body: { ...MAYA, message: "Hello" } })).answer.duplicates, address.path).toBe(1);
      expect((await call("staff", address, { body })).answer.duplicates, address.path).toBe(1);
    }
    const another = { items: [{ ...MAYA, phone: "03 333333", message: "Hello" }] };
    for (const address of [enqueueBatch, enqueueItems, enqueueSingle])
      expect((await call("staff", address, { body: another, key: "k" })).answer.code, address.path).toBe("idempotency_mismatch");
    expect((await call("staff", enqueue, { raw: form, headers, key: "k" })).answer).toEqual(first.answer);
    const single = new URLSearchParams({ ...MAYA, message: "Hello" });
    expect((await call("staff", enqueue, { raw: single, headers })).answer.duplicates).toBe(1);
    expect((await call("keyless", queueStats)).answer).toEqual({ PENDING: 2, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 });
  });

  it("takes 500 messages and no more, all of them or none", async () => {
    const guests = Array.from({ length: 501 }, (_, index) => ({ name: `G${index}`, phone: `+9613${100_000 + index}` }));
    expect((await write(guests)).status).toBe(400);
    expect(queued()).toEqual([]);
    expect((await write(guests.slice(1))).answer.enqueued).toBe(500);
  });
});

describe("a branch", () => {
  it("queues 5,000 messages in 24 hours and no more, and another branch its own", async () => {
    const hub = path.join(data, "hub.db");
    await write([{ name: "Maya", phone: "03 111111" }]);
    alter(
      hub,
      `INSERT INTO queue_item (id, task_id, position, kind, branch, name, digits, message_kind, text, same_as, status, message_id, run_at, priority, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4998)
       SELECT 'made-' || i, task_id, i, kind, branch, name, 'x' || i, message_kind, text, 'same ' || i, 'SENT', 'id-' || i, run_at, priority, created_at
       FROM queue_item, n WHERE position = 0`,
    );
    const two = [
      { name: "Rami", phone: "03 222222" },
      { name: "Nour", phone: "03 333333" },
    ];
    const refused = await write(two);
    expect([refused.status, refused.answer.code]).toEqual([429, "rate_limited"]);
    expect(refused.answer.detail).toContain("5,000 messages in 24 hours");
    expect(refused.headers.get("retry-after")).toBe("3600");
    expect((await write(two.slice(0, 1))).status).toBe(200);
    expect((await write(two.slice(1))).status).toBe(429);
    const items = [{ name: "Nour", phone: "03 333333", message: "Hello", branch: "batroun" }];
    expect((await call("staff", enqueue, { body: { items }, branch: "batroun" })).status).toBe(200);
    alter(hub, "UPDATE queue_item SET status = 'SENT', ended_at = created_at");
    clockAt("2026-11-21T12:00:01Z"); // a day is over
    expect((await write(two)).answer.enqueued).toBe(2);
  });
});
