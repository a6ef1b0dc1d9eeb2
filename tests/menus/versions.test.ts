import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openGuest } from "@/lib/guest-page/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import {
  discardMenu,
  endOwnMenu,
  type MenuDocument,
  menuFile,
  menuPage,
  menuVersions,
  publishMenu,
  uploadMenu,
  withdrawMenu,
} from "@/lib/menu-versions/contract";
import { listMenus, menusSent } from "@/lib/menus/contract";
import { enqueue } from "@/lib/queue/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse, type Person } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { bombPdf, HOSTILE, menuBytes, menuForm, overTheLine } from "../support/menus";
import { makePerson, makeRole } from "../support/people";
import { WorkerPc } from "../support/queue";
import { alter, rows } from "../support/stores";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt("2026-11-20T19:30:00Z");
});

type Said = { key?: string; language?: "ar" | "fr"; for_group?: "true"; name?: string };

const upload = async (bytes: Uint8Array<ArrayBuffer>, said: Said = {}, person: Person = "admin", branch = "jounieh") =>
  call(person, uploadMenu, { ...(await menuForm(bytes)), query: { name: "Winter", ...said }, branch });
const uploaded = async (line: string, said: Said = {}, branch = "jounieh") =>
  (await upload(await menuBytes(line), said, "admin", branch)).answer.version;
const publish = (id: string, counts_from: string | null = null, person: Person = "admin") =>
  call(person, publishMenu, { params: { id }, body: { counts_from } });

const menusOf = async (branch = "jounieh") => (await call("admin", menuVersions, { branch })).answer;
const only = (menus: MenuDocument[]) => menus[0] as MenuDocument;
const sendable = async (branch = "jounieh") => (await call("staff", listMenus, { branch })).answer;

const MAYA = { name: "Maya", phone: "03 111111" };
const TABLE = "2026-11-20 table 12";
const send = (guest = MAYA, table_name = TABLE, pdf_path?: string, branch = "jounieh") =>
  call("staff", enqueue, { body: { items: [{ ...guest, table_name, ...(pdf_path ? { pdf_path } : {}) }] } as never, branch });
const menuOfTable = async (table_name = TABLE, branch = "jounieh") =>
  (await call("staff", menusSent, { query: { table_name }, branch })).answer.results[0]?.menu;

const inFolder = (name: string, text = "%PDF-1.4 by hand") => {
  mkdirSync(path.join(data, "menus"), { recursive: true });
  writeFileSync(path.join(data, "menus", name), text);
};
const kept = () => readdirSync(path.join(data, "menus", ".versions"));

describe("a menu that is uploaded", () => {
  it("is a draft with its pages and its SHA-256, which nobody gets until it is published", async () => {
    const { status, answer } = await upload(await menuBytes("Hummus", 3), { name: "Winter 2026" }, "staff");
    expect(status, answer.error).toBe(200);
    expect(answer.message).toBe("Winter 2026 (version 1) of Menu of Jounieh is here: 3 pages. Guests get it once it is published.");
    expect(answer.version).toMatchObject({
      number: 1,
      name: "Winter 2026",
      pages: 3,
      state: "draft",
      counts_from: null,
      is_missing: false,
    });
    const file = readFileSync(path.join(data, "menus", ".versions", `${answer.version.sha256}.pdf`));
    expect(createHash("sha256").update(file).digest("hex")).toBe(answer.version.sha256);
    expect((await sendable()).menus).toEqual([]);
    expect((await publish(answer.version.id, null, "staff")).answer.code).toBe("forbidden");
    expect((await publish(answer.version.id)).answer.message).toBe("Guests get Winter 2026 (version 1) of Menu of Jounieh from now on.");
    expect(await sendable()).toMatchObject({
      menus: [{ pdf_path: "menus/menu.pdf", name: "Menu", version: { name: "Winter 2026", number: 1, counts_from: "2026-11-20" } }],
      usual: "menus/menu.pdf",
    });
    expect((await sendable("batroun")).menus).toEqual([]);
    expect(hubEvents(data, "menu.").map(({ kind }) => kind)).toEqual(["menu.uploaded", "menu.published"]);
  });

  it("is looked at page by page, and saved as guests get it", async () => {
    const { id } = await uploaded("Hummus");
    const page = await call("staff", menuPage, { params: { id, page: "1" } });
    expect([page.status, page.bytes.subarray(1, 4).toString()]).toEqual([200, "PNG"]);
    expect((await call("staff", menuPage, { params: { id, page: "2" } })).status).toBe(404);
    const file = await call("staff", menuFile, { params: { id } });
    expect(file.headers.get("content-disposition")).toContain('filename="Winter.pdf"');
    expect(file.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("is the version that it was where the same file comes again, under another key too", async () => {
    const bytes = await menuBytes("Hummus");
    const first = await upload(bytes);
    const again = await upload(bytes, { name: "Another name" });
    expect(again.answer).toMatchObject({ is_known: true, version: { id: first.answer.version.id, name: "Winter" } });
    expect(only((await menusOf()).menus).versions).toHaveLength(1);
  });

  it("is answered again under its key, and refused where the key comes with another file", async () => {
    const form = async (line: string) => ({ ...(await menuForm(await menuBytes(line))), query: { name: "Winter" }, key: "a-key" });
    const first = await call("admin", uploadMenu, await form("Hummus"));
    expect((await call("admin", uploadMenu, await form("Hummus"))).answer).toEqual(first.answer);
    expect((await call("admin", uploadMenu, await form("Tabbouleh"))).answer.code).toBe("idempotency_mismatch");
  });

  it.each(Object.entries(HOSTILE))("is refused by what it holds: %s", async (_, { says, make }) => {
    const { status, answer } = await upload(await make());
    expect({ status, code: answer.code }).toEqual({ status: 400, code: "invalid_request" });
    expect(answer.error).toMatch(says);
    expect(answer.error).toMatch(/Nothing was changed\. /);
    expect((await menusOf()).menus).toEqual([]);
    expect(existsSync(path.join(data, "menus", ".versions")) ? kept() : []).toEqual([]);
    expect(readdirSync(path.join(data, "uploads"))).toEqual([]);
  });

  it("is refused when it unpacks to gigabytes, and other calls are answered meanwhile", async () => {
    const bomb = await bombPdf(path.dirname(data));
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const under = upload(bomb);
    const times: number[] = [];
    for (let count = 0; count < 10; count++) {
      const start = performance.now();
      expect((await call("staff", health)).status).toBe(200);
      times.push(performance.now() - start);
    }
    const { answer } = await under;
    clearInterval(watch);
    expect(answer.error).toBe(
      "This PDF unpacks to more than a menu can hold. Nothing was changed. Export the menu as a plain PDF and choose that file.",
    );
    expect(most - before).toBeLessThan(200 * 1024 * 1024);
    expect(Math.max(...times)).toBeLessThan(5_000);
    expect((await upload(await menuBytes("Hummus"))).status).toBe(200); // the next one is read
  }, 120_000);

  it("is refused without a file, and as something else than a form", async () => {
    const empty = new FormData();
    empty.append("other", "x");
    expect((await call("admin", uploadMenu, { ...(await overTheLine(empty)), query: { name: "Winter" } })).answer.error).toMatch(
      /^No file came along\. Nothing/,
    );
    const plain = await call("admin", uploadMenu, {
      raw: await menuBytes(),
      query: { name: "Winter" },
      headers: { "content-type": "application/pdf" },
    });
    expect(plain.status).toBe(415);
  });
});

describe("versions of a menu", () => {
  it("count from their day on, stay, and come back by one call", async () => {
    const old = await uploaded("November", { name: "November" });
    await publish(old.id);
    const next = await uploaded("December", { name: "December" });
    expect((await publish(next.id, "2026-12-01")).answer.message).toContain("from Tue 1 Dec 2026");
    expect(only((await menusOf()).menus)).toMatchObject({
      current: old.id,
      previous: null,
      versions: [
        { id: next.id, number: 2, state: "planned", counts_from: "2026-12-01" },
        { id: old.id, number: 1, state: "current" },
      ],
    });
    clockAt("2026-12-01T02:00:00Z"); // still the evening before
    expect((await sendable()).menus[0]?.version?.name).toBe("November");
    clockAt("2026-12-01T19:00:00Z");
    expect((await sendable()).menus[0]?.version?.name).toBe("December");
    expect(only((await menusOf()).menus)).toMatchObject({ current: next.id, previous: old.id });
    await publish(old.id);
    expect((await sendable()).menus[0]?.version?.name).toBe("November");
    expect(only((await menusOf()).menus)).toMatchObject({
      current: old.id,
      previous: next.id,
      versions: [{ state: "earlier" }, { state: "current" }],
    });
  });

  it("are taken back before they count, and not after; a day that is over is refused", async () => {
    const { id } = await uploaded("December");
    await publish(id, "2026-12-01");
    expect((await call("admin", withdrawMenu, { params: { id } })).status).toBe(200);
    clockAt("2026-12-02T19:00:00Z");
    expect((await sendable()).menus).toEqual([]);
    expect((await publish(id, "2026-12-01")).answer.error).toMatch(/^This day is over\. Nothing was changed/);
    await publish(id);
    expect((await call("admin", withdrawMenu, { params: { id } })).answer.code).toBe("conflict");
  });

  it("are discarded as drafts alone, with their file unless another menu has the same", async () => {
    const draft = await uploaded("Draft");
    const same = await uploaded("Draft", { key: "drinks" });
    expect(same.sha256).toBe(draft.sha256);
    expect((await call("staff", discardMenu, { params: { id: draft.id } })).status).toBe(200);
    expect(kept()).toEqual([`${draft.sha256}.pdf`]);
    expect((await call("staff", discardMenu, { params: { id: same.id } })).status).toBe(200);
    expect(kept()).toEqual([]);
    const { id } = await uploaded("Kept");
    await publish(id);
    expect((await call("admin", discardMenu, { params: { id } })).answer.code).toBe("conflict");
    const hub = path.join(data, "hub.db");
    expect(() => alter(hub, "UPDATE menu_version SET sha256 = 'other'")).toThrow("versions of menus are never changed");
    expect(() => alter(hub, "DELETE FROM menu_publication")).toThrow("what counted is never deleted");
  });

  it("of a branch stand before the group's until they end; each language is one of its own", async () => {
    const group = await uploaded("Group", { for_group: "true", name: "Group" });
    await publish(group.id);
    const own = await uploaded("Jounieh", { name: "Jounieh" });
    await publish(own.id);
    const arabic = await uploaded("Arabic", { for_group: "true", language: "ar", name: "Arabic" });
    await publish(arabic.id);
    expect((await sendable()).menus.map(({ pdf_path, name, version }) => [pdf_path, name, version?.name])).toEqual([
      ["menus/menu.pdf", "Menu", "Jounieh"],
      ["menus/menu-ar.pdf", "Menu (Arabic)", "Arabic"],
    ]);
    expect((await sendable("batroun")).menus.map(({ version }) => version?.name)).toEqual(["Group", "Arabic"]);
    const { answer } = await call("admin", endOwnMenu, { body: { key: "menu", language: "" }, branch: "jounieh" });
    expect(answer.message).toMatch(/^There is no Menu of Jounieh of its own any more: guests get the group's/);
    expect((await sendable()).menus[0]?.version?.name).toBe("Group");
    expect((await call("admin", endOwnMenu, { body: { key: "menu" }, branch: "jounieh" })).answer.code).toBe("conflict");
  });

  it("are changed by who may work there: the group's by those who work everywhere, no other branch's by anybody else", async () => {
    await makeRole("keeper", ["nav_menu_prices", "publish_menus"]);
    const keeper = await makePerson("nour", { roles: ["keeper"], branches: ["batroun"] });
    const as = { headers: keeper.headers };
    const group = await uploaded("Group", { for_group: "true" });
    const own = await uploaded("Jounieh");
    const body = { counts_from: null };
    const said = async (id: string) => (await call("nobody", publishMenu, { ...as, params: { id }, body, branch: "batroun" })).answer.code;
    expect([await said(group.id), await said(own.id)]).toEqual(["branch_forbidden", "not_found"]);
    expect((await call("nobody", menuPage, { ...as, params: { id: own.id, page: "1" }, branch: "batroun" })).status).toBe(404);
    expect((await call("nobody", menuFile, { ...as, params: { id: group.id }, branch: "batroun" })).status).toBe(200);
    const { raw, headers } = await menuForm();
    const form = { raw, headers: { ...headers, ...keeper.headers }, branch: "batroun" };
    const grouped = await call("nobody", uploadMenu, { ...form, query: { name: "x", for_group: "true" } });
    expect(grouped.answer.code).toBe("branch_forbidden");
    expect((await call("nobody", uploadMenu, { ...form, query: { name: "x" } })).status).toBe(200);
    expect((await call("nobody", menuVersions, { ...as, branch: "batroun" })).answer).toMatchObject({
      may_publish: true,
      may_change_group: false,
    });
    expect((await upload(await menuBytes("c"), {}, "admin", "central")).answer.code).toBe("no_restaurant");
  });
});

describe("which menu a guest received", () => {
  it("is known by the message, at the table and on the guest's page, whatever guests get since", async () => {
    await bringIn(["Maya,03 111111,--05-14"]);
    const old = await uploaded("November", { name: "November" });
    await publish(old.id);
    expect((await send()).answer.enqueued).toBe(1);
    const next = await uploaded("December", { name: "December" });
    await publish(next.id);
    expect(await menuOfTable()).toEqual({ id: old.id, name: "November", number: 1, sha256: old.sha256 });
    const pc = new WorkerPc("pc-1");
    await pc.start();
    const [item] = await pc.claim();
    expect(item?.media).toMatchObject({ sha256: old.sha256, filename: "November.pdf", mime: "application/pdf" });
    const [guest] = (await call("admin", searchContacts, { query: { search: "Maya" } })).answer.contacts;
    const page = (await call("admin", openGuest, { params: { id: guest?.id ?? "" } })).answer;
    expect(page.messages?.items[0]).toMatchObject({ kind: "menu", menu: { name: "November", sha256: old.sha256 } });
  });

  it("is known of a file of the folder too: what went out is kept when another file lies in its place", async () => {
    inFolder("menu.pdf", "%PDF-1.4 first");
    expect((await send()).answer.enqueued).toBe(1);
    inFolder("menu.pdf", "%PDF-1.4 second, longer");
    expect((await send({ name: "Rami", phone: "03 222222" }, "2026-11-20 table 13")).answer.enqueued).toBe(1);
    const [first, second] = [await menuOfTable(), await menuOfTable("2026-11-20 table 13")];
    expect([first, second]).toMatchObject([
      { name: "menu", number: 1 },
      { name: "menu", number: 2 },
    ]);
    expect(readFileSync(path.join(data, "menus", ".versions", `${first?.sha256}.pdf`), "utf8")).toBe("%PDF-1.4 first");
    rmSync(path.join(data, "menus", "menu.pdf"));
    const pc = new WorkerPc("pc-1");
    await pc.start();
    expect((await pc.claim(2)).map(({ media }) => [media?.filename, media?.sha256])).toEqual([
      ["menu.pdf", first?.sha256],
      ["menu.pdf", second?.sha256],
    ]);
    expect(only((await menusOf()).menus).versions.map(({ state, source }) => [state, source])).toEqual([
      ["folder", "folder"],
      ["folder", "folder"],
    ]);
  });

  it("is the version in the place of the folder's file once it is published, and the file is one tap back", async () => {
    inFolder("menu.pdf", "%PDF-1.4 by hand");
    inFolder("jounieh.pdf", "%PDF-1.4 of Jounieh");
    const { id } = await uploaded("Group", { for_group: "true" });
    await publish(id);
    expect((await sendable("batroun")).menus).toMatchObject([{ pdf_path: "menus/menu.pdf", version: { number: 2 } }]);
    expect(await sendable()).toMatchObject({
      menus: [{ version: { number: 2 } }, { pdf_path: "menus/jounieh.pdf" }],
      usual: "menus/jounieh.pdf",
    });
    const menu = only((await menusOf("batroun")).menus);
    const before = menu.versions.find(({ source }) => source === "folder");
    expect(menu.previous).toBe(before?.id);
    await publish(menu.previous ?? "");
    await send(MAYA, TABLE, "menus/menu.pdf", "batroun");
    expect(await menuOfTable(TABLE, "batroun")).toMatchObject({ name: "menu", number: 1 });
    const own = await uploaded("Jounieh");
    await publish(own.id);
    await send({ name: "Rami", phone: "03 222222" }, TABLE, "menus/jounieh.pdf"); // as a device remembers it
    expect(await menuOfTable()).toMatchObject({ id: own.id });
  });

  it("names no version by its path, and says when a version's file is gone", async () => {
    const { id, sha256 } = await uploaded("Hummus");
    const named = await send(MAYA, TABLE, `menus/.versions/${sha256}.pdf`);
    expect(named.status).toBe(400);
    rmSync(path.join(data, "menus", ".versions", `${sha256}.pdf`));
    expect((await publish(id)).answer.error).toMatch(/not on this server any more\. Nothing was changed\. Upload the same file again\.$/);
    expect((await call("admin", menuFile, { params: { id } })).status).toBe(404);
    expect(only((await menusOf()).menus).versions[0]?.is_missing).toBe(true);
    await uploaded("Hummus");
    expect(only((await menusOf()).menus).versions).toMatchObject([{ id, is_missing: false }]);
    expect(rows(path.join(data, "hub.db"), "SELECT id FROM menu_version")).toHaveLength(1);
  });
});
