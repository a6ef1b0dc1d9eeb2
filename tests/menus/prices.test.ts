import path from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { changePrices, pricesOfPdf } from "@/lib/menu-pdf/prices/change-prices";
import { findPrices } from "@/lib/menu-pdf/prices/find-prices";
import { numbersIn, readPrice, writePrice } from "@/lib/menu-pdf/prices/price-text";
import { readGlyphs } from "@/lib/menu-pdf/prices/read-glyphs";
import { changeMenuPrices, menuPrices } from "@/lib/menu-prices/contract";
import { menuPage, menuVersions, uploadMenu } from "@/lib/menu-versions/contract";
import { call, enterHouse, type Person } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { menuBytes, menuForm } from "../support/menus";
import { type Look, PRICES, pricedMenu, scannedMenu, spokenMenu } from "../support/priced-menus";

describe("a price as it is printed", () => {
  it.each([
    ["120,000", 120_000],
    ["1.250.000", 1_250_000],
    ["8.50", 8.5],
    ["8,5", 8.5],
    ["12", 12],
    ["1,234.50", 1_234.5],
    ["١٢٠٬٠٠٠", 120_000],
    ["۱۲۰٬۰۰۰", 120_000],
    ["٨٫٥٠", 8.5],
    ["120\u202f000", 120_000],
  ])("%s is read and written the same way", (text, value) => {
    const read = readPrice(text);
    expect(read.value).toBe(value);
    expect(writePrice(read.value, read.form)).toBe(text);
    expect(numbersIn(`Hummus ${text} LBP`).map((one) => one.value)).toEqual([value]);
  });

  it("is no part of a longer number, and two beside each other are two", () => {
    expect(numbersIn("01/234567 12,000 1234,5678 9.50").map(({ value }) => value)).toEqual([1, 234_567, 12_000, 9.5]);
    expect(numbersIn("12,000/14,000. 3.").map(({ value }) => value)).toEqual([12_000, 14_000, 3]);
  });
});

/** Looks of menus that are changed whole, sixty prices each. */
const LOOKS: Look[] = [
  { layout: "right", digits: "latin", currency: "LBP after", font: "plex" },
  { layout: "left", digits: "latin", currency: "LBP after", font: "bold" },
  { layout: "columns", digits: "latin", currency: "$ before", font: "plex" },
  { layout: "leaders", digits: "latin", currency: "LBP after", font: "Times" },
  { layout: "leaders", digits: "latin", currency: "none", font: "plex" },
  { layout: "centre", digits: "latin", currency: "$ before", font: "Helvetica" },
  { layout: "right", digits: "latin", currency: "none", font: "Courier" },
  { layout: "right", digits: "arabic", currency: "ل.ل after", font: "arabic" },
  { layout: "left", digits: "arabic", currency: "none", font: "arabic" },
  { layout: "columns", digits: "persian", currency: "ل.ل after", font: "arabic" },
  { layout: "right", digits: "latin", currency: "LBP after", font: "plex", also: "form" },
  { layout: "right", digits: "arabic", currency: "none", font: "arabic", also: "form" },
  { layout: "right", digits: "latin", currency: "LBP after", font: "plex", also: "turned page" },
  { layout: "columns", digits: "latin", currency: "LBP after", font: "bold", also: "cropped" },
  { layout: "right", digits: "latin", currency: "$ before", font: "plex", also: "letter by letter" },
  { layout: "right", digits: "latin", currency: "LBP after", font: "plex", also: "kerned" },
  { layout: "left", digits: "latin", currency: "$ before", font: "Times", also: "squeezed" },
  { layout: "right", digits: "latin", currency: "none", font: "Helvetica", also: "coloured" },
];

const nameOf = ({ layout, digits, currency, font, also }: Look) => [layout, digits, currency, font, also].filter(Boolean).join(", ");

describe("sixty prices of a menu", () => {
  it.each(LOOKS.map((look) => [nameOf(look), look] as const))("are changed at once: %s", async (_, look) => {
    const bytes = await pricedMenu(look);
    const found = findPrices(await readGlyphs(bytes)).filter(({ isSure }) => isSure);
    expect(found).toHaveLength(PRICES);
    const changes = found.map(({ id, value, form }, place) => ({
      id,
      text: writePrice(form.places > 0 ? value + 1.25 : value + 1_000 * (1 + (place % 90)), form),
    }));
    const changed = await changePrices(bytes, changes);
    expect(changed.changes).toHaveLength(PRICES);
    const after = findPrices(await readGlyphs(changed.bytes)).filter(({ isSure }) => isSure);
    expect(after.map(({ text }) => text).sort()).toEqual(changes.map(({ text }) => text).sort());
    // Back again: nothing of the old ones was left, and nothing of the new ones stays.
    const again = await changePrices(
      changed.bytes,
      after.map(({ id, value, form }, place) => ({
        id,
        text: writePrice(form.places > 0 ? value - 1.25 : value - 1_000 * (1 + (place % 90)), form),
      })),
    );
    expect(
      findPrices(await readGlyphs(again.bytes))
        .filter(({ isSure }) => isSure)
        .map(({ text }) => text),
    ).toHaveLength(PRICES);
  });
});

const idOf = async (bytes: Uint8Array, text: string) => (await pricesOfPdf(bytes)).find((price) => price.text === text)?.id ?? "";
const refused = async (bytes: Uint8Array, id: string, text: string) =>
  changePrices(bytes, [{ id, text }]).then(
    () => "done",
    (error: Error) => error.message,
  );

describe("a price that cannot be changed", () => {
  it("is refused in a scan, and where a menu has no text", async () => {
    const png = await sharp({ create: { width: 200, height: 300, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    await expect(pricesOfPdf(await scannedMenu(png))).rejects.toThrow(
      /^This menu is a picture: a scan, or exported as one\. No price in it can be changed\. Nothing/,
    );
  });

  it("is drawn in the house's font where its own lacks a digit, and refused where that has not the sign either", async () => {
    const bytes = await menuBytes("Hummus 120,000 LBP");
    const id = await idOf(bytes, "120,000");
    const { changes } = await changePrices(bytes, [{ id, text: "987,654" }]);
    expect(changes).toMatchObject([{ before: "120,000", text: "987,654", other_font: true }]);
    expect(await refused(bytes, id, "98\ud83c\udf3a")).toMatch(/^Neither the font of 120,000 nor IBM Plex Sans has the sign/);
  });

  it("is drawn smaller where it is a little too long, and refused where it is far too long", async () => {
    const bytes = await menuBytes("Hummus 120,000 LBP and more");
    const id = await idOf(bytes, "120,000");
    expect(await refused(bytes, id, "1,120,000,000")).toMatch(
      /^There is no room for so long a price in the place of 120,000\. Nothing was changed/,
    );
  });

  it("is refused where it is written a second time for programs that read aloud; others of that menu are changed", async () => {
    const bytes = await spokenMenu();
    expect(await refused(bytes, await idOf(bytes, "12,000"), "13,000")).toMatch(/^A price is written a second time in this PDF/);
    expect(await refused(bytes, await idOf(bytes, "13,456,789"), "13,456,798")).toBe("done");
  });

  it("is refused with all the others of its call: nothing is half done", async () => {
    const bytes = await menuBytes("Hummus 120,000 LBP");
    const good = { id: await idOf(bytes, "120,000"), text: "210,000" };
    await expect(changePrices(bytes, [good, { id: "0-99-0", text: "1" }])).rejects.toThrow("A price is not in this file any more.");
  });
});

describe("other prices on a version", () => {
  let data = "";
  beforeEach(() => {
    data = enterHouse();
  });

  const winter = async () =>
    (await call("admin", uploadMenu, { ...(await menuForm(await menuBytes("Hummus 120,000 LBP", 2))), query: { name: "Winter" } })).answer
      .version;
  const listed = async (id: string) => (await call("staff", menuPrices, { params: { id } })).answer.prices;
  const change = (id: string, changes: { id: string; text: string }[], accepted: string[] = [], person: Person = "staff") =>
    call(person, changeMenuPrices, { params: { id }, body: { changes, name: "Spring", accepted } });

  it("make a draft that says what was changed and where, with before and after as pictures", async () => {
    const { id } = await winter();
    const prices = await listed(id);
    const sure = prices.filter((price) => price.is_sure);
    expect(sure).toMatchObject([
      { page: 1, text: "120,000", value: 120_000, currency: "LBP", beside: "Hummus 1" },
      { page: 2, text: "120,000" },
    ]);
    const { status, answer } = await change(id, [{ id: sure[1]?.id ?? "", text: "130,000" }]);
    expect(status, answer.error).toBe(200);
    expect(answer.message).toBe(
      "Spring (version 2) of Menu of Jounieh is here, with 1 other price than Winter (version 1). Guests get it once it is published.",
    );
    expect(answer.version).toMatchObject({
      state: "draft",
      source: "prices",
      made_of: id,
      changes: [{ page: 2, before: "120,000", text: "130,000" }],
    });
    expect((await listed(answer.version.id)).filter(({ is_sure }) => is_sure).map(({ text }) => text)).toEqual(["120,000", "130,000"]);
    const query = { changes_of: answer.version.id };
    const pictures = await Promise.all(
      [id, answer.version.id].map((one) => call("staff", menuPage, { params: { id: one, page: "2" }, query })),
    );
    const plain = await call("staff", menuPage, { params: { id, page: "2" } });
    expect(pictures.map(({ status: said }) => said)).toEqual([200, 200]);
    expect(pictures[0]?.bytes.equals(plain.bytes)).toBe(false); // the place is framed
    expect(hubEvents(data, "menu.prices_changed")).toMatchObject([{ payload: { changes: [{ before: "120,000", text: "130,000" }] } }]);
  });

  it("are held for a second look where a price is much dearer, cheaper or nothing, and kept once that was accepted", async () => {
    const { id } = await winter();
    const [price] = (await listed(id)).filter(({ is_sure }) => is_sure);
    const dearer = [{ id: price?.id ?? "", text: "1,200,000" }];
    const held = await change(id, dearer);
    expect([held.status, held.answer.code, held.answer.error]).toEqual([
      409,
      "conflict",
      "One price needs a second look. Nothing was changed. Accept it, or write another price.",
    ]);
    expect(held.answer).toMatchObject({ guards: [{ id: price?.id, why: "Hummus 1: 900 % dearer than 120,000." }] });
    expect((await call("admin", menuVersions)).answer.menus[0]?.versions).toHaveLength(1);
    expect((await change(id, dearer, [price?.id ?? ""])).status).toBe(200);
  });

  it.each([
    ["free", /^“free” is no price\. Nothing was changed/],
    ["12 13", /^“12 13” is no price/],
    ["120,000", /^Every price says this already\. Nothing was changed/],
  ])("are refused as a whole: %s", async (text, says) => {
    const { id } = await winter();
    const [price] = (await listed(id)).filter(({ is_sure }) => is_sure);
    const { status, answer } = await change(id, [{ id: price?.id ?? "", text }]);
    expect(status).toBe(400);
    expect(answer.error).toMatch(says);
    expect((await call("admin", menuVersions)).answer.menus[0]?.versions).toHaveLength(1);
  });

  it("are refused of a file that came out of the folder and is no PDF, with the reason", async () => {
    const { id } = await winter();
    expect((await call("staff", menuPrices, { params: { id: "no-such" } })).status).toBe(404);
    expect(path.basename(data)).toBe("data");
    expect((await change(id, [{ id: "0-9-9", text: "5" }])).answer.error).toMatch(/^There is no such price in this menu/);
  });
});
