import { beforeEach, describe, expect, it } from "vitest";
import { matchFields, type PriceField } from "@/lib/menu-prices/calibration";
import { menuPrices, readCalibration, saveCalibration } from "@/lib/menu-prices/contract";
import { publishMenu, uploadMenu } from "@/lib/menu-versions/contract";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { menuBytes, menuForm } from "../support/menus";
import { makePerson, makeRole } from "../support/people";

const box = (x: number, y: number) => ({ x, y, width: 0.1, height: 0.02 });
const number = (beside: string, x: number, y: number, page = 1) => ({ page, beside, is_sure: true, box: box(x, y) });
const field = (name: string, beside: string, x: number, y: number, kind: PriceField["kind"] = "price"): PriceField => ({
  kind,
  name,
  code: "",
  page: 1,
  beside,
  box: box(x, y),
});

describe("what was said of a menu's numbers", () => {
  it("is found again by the words of the line, whatever its price, and told where it has moved", () => {
    const { matched, lost } = matchFields(
      [number("HUMMUS 95,000 LBP", 0.8, 0.1), number("Tabbouleh $", 0.8, 0.9)],
      [field("Hummus", "Hummus 80,000 LBP", 0.8, 0.1), field("Tabbouleh", "Tabbouleh $", 0.8, 0.2)],
    );
    expect(matched.map(({ state, has_moved, field: of }) => [of?.name, state, has_moved])).toEqual([
      ["Hummus", "confirmed", false],
      ["Tabbouleh", "confirmed", true],
    ]);
    expect(lost).toEqual([]);
  });

  it("keeps two alike apart by their places, and says which is gone", () => {
    const fields = [field("Small", "Arak LBP", 0.8, 0.1), field("Large", "Arak LBP", 0.8, 0.2), field("Knefeh", "Knefeh", 0.8, 0.3)];
    const both = matchFields([number("Arak LBP", 0.8, 0.2), number("Arak LBP", 0.8, 0.1)], fields);
    expect(both.matched.map(({ field: of }) => of?.name)).toEqual(["Large", "Small"]);
    expect(both.lost.map(({ name }) => name)).toEqual(["Knefeh"]);
    const one = matchFields([number("Arak LBP", 0.8, 0.1)], fields);
    expect(one.matched[0]?.state).toBe("conflict");
  });

  it("of a line without words holds for its place alone", () => {
    const { matched, lost } = matchFields(
      [number("", 0.5, 0.5), number("", 0.5, 0.6)],
      [field("Menu of the day", "", 0.5, 0.6), field("Gone", "", 0.1, 0.1)],
    );
    expect(matched.map(({ state }) => state)).toEqual(["suggested", "confirmed"]);
    expect(lost.map(({ name }) => name)).toEqual(["Gone"]);
  });
});

describe("the calibrator of a menu", () => {
  let data = "";
  beforeEach(() => {
    data = enterHouse();
  });

  const published = async (line: string) => {
    const { answer } = await call("admin", uploadMenu, { ...(await menuForm(await menuBytes(line))), query: { name: line.slice(0, 6) } });
    await call("admin", publishMenu, { params: { id: answer.version.id }, body: {} });
    return answer.version.id;
  };
  const read = async (query: { pdf?: string; docKey?: string } = {}) => (await call("admin", readCalibration, { query })).answer;

  it("keeps which numbers are prices and of which dishes, over later versions, and the editor shows them so", async () => {
    const id = await published("Hummus 120,000 LBP phone 01/234567");
    const first = await read({ pdf: "menus/menu.pdf", docKey: "menu" });
    expect(first).toMatchObject({ version: { id, menu: "Menu of Jounieh" }, number: 0, lost: [], may_change: true });
    const [price] = first.prices.filter(({ state }) => state === "suggested");
    const phone = first.prices.find(({ text }) => text === "234567");
    const fields = [
      { id: price?.id ?? "", kind: "price" as const, name: "Hummus bi tahini", code: "H1" },
      { id: phone?.id ?? "", kind: "other" as const, name: "", code: "" },
    ];
    const saved = await call("admin", saveCalibration, { body: { version_id: id, seen: 0, fields } });
    expect([saved.status, saved.answer.message]).toEqual([200, "1 price of Menu of Jounieh is confirmed."]);
    expect((await call("admin", saveCalibration, { body: { version_id: id, seen: 0, fields } })).answer.code).toBe("conflict");
    const next = await published("Hummus 130,000 LBP phone 01/234567");
    const { prices } = (await call("staff", menuPrices, { params: { id: next } })).answer;
    expect(prices.find(({ text }) => text === "130,000")).toMatchObject({ name: "Hummus bi tahini", code: "H1", is_sure: true });
    expect(prices.find(({ text }) => text === "234567")?.is_sure).toBe(false);
    const other = await published("Labneh 99,000 LBP");
    expect((await call("staff", menuPrices, { params: { id: other } })).answer.lost).toEqual(["Hummus bi tahini"]);
    expect((await read()).lost).toMatchObject([{ name: "Hummus bi tahini" }, { name: "" }]);
    expect(hubEvents(data, "menu.calibrated")).toMatchObject([{ payload: { number: 1, prices: 1, others: 1 } }]);
  });

  it.each(["../hub.db", "menus/../../secret.pdf", "/etc/passwd", "menus/.versions/x.pdf", "menus/batroun.pdf", "menus/none.pdf"])(
    "opens no file outside the menus: %s",
    async (pdf) => {
      expect((await call("admin", readCalibration, { query: { pdf } })).status).toBe(404);
    },
  );

  it("is kept by who may work there", async () => {
    const id = await published("Hummus 120,000 LBP");
    await makeRole("marker", ["nav_menu_calibrator"]);
    const { headers } = await makePerson("nour", { roles: ["marker"], branches: ["batroun"] });
    const body = { version_id: id, seen: 0, fields: [] };
    expect((await call("nobody", saveCalibration, { headers, body, branch: "batroun" })).answer.code).toBe("not_found");
    expect((await call("nobody", menuPrices, { headers, params: { id }, branch: "batroun" })).answer.code).toBe("forbidden");
  });
});
