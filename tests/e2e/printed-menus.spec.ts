import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { DIGITS, readPrice, writePrice } from "../../lib/menu-pdf/prices/price-text";
import { expect, type House, ONE_SIZE, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

const at = createRequire(import.meta.url);
const fontOf = (name: string) => readFileSync(at.resolve(`@expo-google-fonts/${name}`)).toString("base64");
const LATIN = fontOf("ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf");
const ARABIC = fontOf("ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf");

const DISHES = ["حمص بالطحينة", "تبولة", "فتوش", "متبل", "كبة نية", "لبنة", "مناقيش", "شيش طاووق", "كفتة", "كنافة"];
const IN_LATIN = ["Hummus", "Tabbouleh", "Fattoush", "Moutabal", "Kibbeh", "Labneh", "Manakish", "Shish taouk", "Kafta", "Knefeh"];

/** Sixty dishes as a browser prints them. */
const LOOKS = {
  "a table from left to right, in pounds": {
    direction: "ltr",
    price: (number: number) => `${((95 + number * 7) * 1000).toLocaleString("en")} LBP`,
    style: "td:last-child { text-align: right } tr { border-bottom: 1px solid #ccc }",
  },
  "in dollars, in two columns": {
    direction: "ltr",
    price: (number: number) => `$${(5 + number + (number % 4) / 4).toFixed(2)}`,
    style:
      "table { columns: 2; display: block } tr { display: flex; justify-content: space-between } body { background: #123; color: #fea }",
  },
  "from right to left, in Arabic digits": {
    direction: "rtl",
    price: (number: number) => `${writePrice((95 + number * 7) * 1000, { digits: "arabic", thousands: "٬", decimal: "", places: 0 })} ل.ل`,
    style: "td:last-child { text-align: left }",
  },
  "from right to left, in Latin digits": {
    direction: "rtl",
    price: (number: number) => `${((95 + number * 7) * 1000).toLocaleString("en")} ل.ل`,
    style: "td:last-child { text-align: left; letter-spacing: 0.3px }",
  },
} as const;

function htmlOf({ direction, price, style }: (typeof LOOKS)[keyof typeof LOOKS]): string {
  const rows = Array.from({ length: 60 }, (_, number) => {
    const name = direction === "rtl" ? DISHES[number % 10] : IN_LATIN[number % 10];
    return `<tr><td>${name}</td><td>${price(number)}</td></tr>`;
  });
  return `<!doctype html><html dir="${direction}"><style>
    @font-face { font-family: Latin; src: url(data:font/ttf;base64,${LATIN}) }
    @font-face { font-family: Arabic; src: url(data:font/ttf;base64,${ARABIC}) }
    body { font: 11px Latin, Arabic; background: #fdf6e3 } table { width: 100%; border-collapse: collapse } ${style}
  </style><table>${rows.join("")}</table></html>`;
}

interface Priced {
  prices: { id: string; text: string; beside: string; is_sure: boolean }[];
}

async function pricesOf(house: House, id: string): Promise<Priced["prices"]> {
  const answer = await house.api(`/menus/versions/${id}/prices`);
  const { prices } = (await answer.json()) as Priced;
  return prices.filter(({ is_sure }) => is_sure);
}

for (const [name, look] of Object.entries(LOOKS)) {
  test(`every price of a menu that a browser printed is changed at once: ${name}`, ONE_SIZE, async ({ page, house }) => {
    test.slow();
    await signIn(page);
    await page.goto("about:blank");
    await page.setContent(htmlOf(look));
    await page.evaluate(() => document.fonts.ready);
    const form = new FormData();
    form.append("file", new File([Uint8Array.from(await page.pdf({ format: "A4", printBackground: true }))], "menu.pdf"));
    const uploaded = await house.api("/menus/versions?name=Printed", { method: "POST", body: form });
    const { version, error } = (await uploaded.json()) as { version: { id: string }; error?: string };
    expect(uploaded.status, error).toBe(200);
    const prices = await pricesOf(house, version.id);
    expect(prices).toHaveLength(60);
    const names = look.direction === "rtl" ? DISHES : IN_LATIN;
    expect(prices.filter(({ beside }) => !names.some((name) => beside.includes(name)))).toEqual([]);
    const changes = prices.map(({ id, text }, place) => {
      const { value, form: written } = readPrice(text);
      return { id, text: writePrice(written.places > 0 ? value + 0.25 : value + 1_000 * (1 + (place % 9)), written) };
    });
    const body = JSON.stringify({ changes, name: "Dearer", accepted: changes.map(({ id }) => id) });
    const made = await house.api(`/menus/versions/${version.id}/prices`, { method: "POST", headers: JSON_BODY, body });
    const answer = (await made.json()) as { version: { id: string; changes: unknown[] }; error?: string };
    expect(made.status, answer.error).toBe(200);
    const after = (await pricesOf(house, answer.version.id)).map(({ text }) => text);
    expect(after.sort()).toEqual(changes.map(({ text }) => text).sort());
    expect(after.every((text) => look.direction === "ltr" || name.includes("Latin") || text.includes(DIGITS.arabic))).toBe(true);
  });
}
