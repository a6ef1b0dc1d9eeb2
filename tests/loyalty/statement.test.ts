import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { hubFile, storeFile } from "@/lib/db/files";
import { pointsStatement } from "@/lib/statement/contract";
import { drawStatement, type StatementFace } from "@/lib/statement/draw-statement";
import { bring } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { adjust, confirm, issue, makeReward } from "./spending";

let guest = "";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring(["Maya Khoury,03 111111,ar", "Omar,70 222222,"], { header: "name,phones,language" });
  guest = idOf("Maya Khoury");
});

const idOf = (name: string) =>
  rows<{ id: string }>(storeFile("jounieh", "contacts"), `SELECT id FROM contact WHERE name = '${name}'`)[0]?.id ?? "";

const statement = (id = guest) => call("admin", pointsStatement, { params: { id } });

async function codeOn(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: Uint8Array.from(data) });
}

describe("a guest's statement", () => {
  it("is a picture with the guest's card, which says yes to a reward of theirs and to nobody else's", async () => {
    await adjust(guest, 30);
    await adjust(idOf("Omar"), 30);
    const { status, bytes, headers } = await statement();
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1350, format: "png" });
    const code = await codeOn(bytes);
    const [customer] = rows<{ id: string }>(hubFile(), "SELECT id FROM loyalty_customer WHERE name = 'Maya Khoury'");
    expect(code).toMatch(new RegExp(`^DL1/${customer?.id}/[\\w-]{32}$`));
    expect(code).not.toMatch(/Maya|Khoury|111111/);
    const reward = await makeReward();
    const { id } = (await issue(guest, reward, { way: "card" })).answer.redemption;
    expect((await confirm(id, code)).answer.redemption.state).toBe("HELD");
    const others = (await issue(idOf("Omar"), reward, { way: "card" })).answer.redemption;
    expect((await confirm(others.id, code)).status).toBe(409);
  });

  it("is for who may change points, and stands in the trail", async () => {
    await adjust(guest, 30);
    expect((await call("staff", pointsStatement, { params: { id: guest } })).status).toBe(403);
    await statement();
    const { answer } = await call("admin", listAudit, { query: {} });
    expect(answer.entries.map(({ what }) => what)).toContain("Took out one guest’s statement of points, with their card");
  });

  it("is there for nobody who has no points, nor for a guest of another branch's book", async () => {
    expect((await statement()).answer).toMatchObject({ error: "Maya Khoury has no points yet, so there is no statement." });
    await adjust(guest, 30);
    expect((await call("admin", pointsStatement, { params: { id: guest }, branch: "batroun" })).status).toBe(404);
  });
});

const FACE: StatementFace = {
  house: "The house · Loyalty",
  name: "Maya Khoury",
  balance: 1_280,
  unit: "points",
  asOf: "As of 20 November 2026",
  lines: [
    { day: "20 November", what: "Visit, Jounieh", points: 5 },
    { day: "18 November", what: "Chocolate mousse with orange and a glass of something sweet for everybody", points: -120 },
    { day: "2 November", what: "Birthday, Batroun", points: 10 },
    { day: "30 September", what: "Expired", points: -40 },
    { day: "9 September", what: "By the house", points: 25 },
    { day: "1 September", what: "Correction", points: -5 },
  ],
  nothing: "Nothing yet",
  cardTitle: "Your card",
  cardHint: "Show it when you use them",
  code: `DL1/0198b1c2-7f3e-7a11-9d55-2f6f0c1d9e77/${"aB3_".repeat(8)}`,
  isArabic: false,
};

describe("the picture of a statement", () => {
  it.each([
    ["a long name", { name: "Marie-Christine Alexandra Josephine de la Bourdonnaye-Frangieh el Khoury Tannous of the Northern Mountains" }],
    ["Arabic", { name: "مايا الخوري", unit: "نقطة", isArabic: true, cardTitle: "بطاقتك", cardHint: "أظهرها عند استعمال النقاط" }],
    ["no name and no movement", { name: "🎉", lines: [] }],
    ["what owes", { balance: -5 }],
  ])("has a code that is read, with %s", async (_, more) => {
    expect(await codeOn(await drawStatement({ ...FACE, ...more }))).toBe(FACE.code);
  });
});
