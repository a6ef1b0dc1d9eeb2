import path from "node:path";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { redeemVoucher, type VoucherFile, verifyVoucher } from "@/lib/vouchers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { make } from "../support/vouchers";

/** What a scanner reads off a picture. */
async function scanned(file: string): Promise<string> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

async function oneVoucher(made = EVENING): Promise<{ data: string; file: VoucherFile; code: string }> {
  const data = enterHouse();
  clockAt(made);
  await bringIn(["Maya Khoury,03 111111,20/11"]);
  const [file] = (await make()).files as [VoucherFile];
  return { data, file, code: await scanned(path.join(data, file.path)) };
}

const verify = (code: string) => call("staff", verifyVoucher, { body: { code } });
const redeem = (code: string, branch = "batroun", key?: string) => call("staff", redeemVoucher, { body: { code }, branch, key });

describe("the code on a voucher", () => {
  it("holds the serial, the branch, the offer and its end, signed, and neither name nor phone", async () => {
    const { file, code } = await oneVoucher();
    expect(code).toMatch(new RegExp(`^DV1/${file.serial}/JOUNIEH/20/20261220/[0-9A-Z]{103}$`));
    expect(code).not.toMatch(/MAYA|KHOURY|3111111/i);
    const { answer } = await verify(code);
    expect(answer).toMatchObject({
      state: "valid",
      voucher: { serial: file.serial, guest: "Maya Khoury", percent: 20, branch: "jounieh", valid_until: "2026-12-20", used: null },
    });
  });

  it("is known as forged when anything in it was changed", async () => {
    const { file, code } = await oneVoucher();
    const changed = [
      code.replace("/20/", "/90/"),
      code.replace("JOUNIEH", "BATROUN"),
      code.replace("20261220", "20271220"),
      code.replace(file.serial, "7K3F92QD"),
      `${code.slice(0, -2)}${code.at(-2) === "0" ? "1" : "0"}${code.at(-1)}`,
      code.slice(0, -1),
      "https://evil.test/voucher",
      "DV1/////",
    ];
    for (const forged of changed) {
      expect({ forged, state: (await verify(forged)).answer.state }).toEqual({ forged, state: "forged" });
      expect((await redeem(forged)).status).toBe(404);
    }
  });

  it("of another house is forged here, and of one that came back from a backup not known any more", async () => {
    const { code } = await oneVoucher();
    const { data, code: own } = await oneVoucher();
    expect((await verify(code)).answer.state).toBe("forged");
    alter(path.join(data, "hub.db"), "DELETE FROM voucher");
    const { answer } = await verify(own);
    expect(answer).toMatchObject({ state: "unknown", voucher: null });
    expect(answer.message).toContain("does not know it any more");
  });

  it("may be typed by its number, in any spelling of it", async () => {
    const { data, code } = await oneVoucher();
    for (const scannedAs of [code.toLowerCase(), ` ${code}\n`]) expect((await verify(scannedAs)).answer.state).toBe("valid");
    alter(path.join(data, "hub.db"), "UPDATE voucher SET serial = '01AB1C0D'"); // with what is mistaken for letters
    for (const typed of ["01AB-1C0D", "01ab1c0d", "No. 01AB-1C0D", "n 01AB 1C0D", "OIab-lcod", "oLaBiCOd"])
      expect({ typed, state: (await verify(typed)).answer.state }).toEqual({ typed, state: "valid" });
    for (const typed of ["0000-0000", "7K3F", "what is this"]) expect((await verify(typed)).answer.state).toBe("unknown");
  });
});

describe("a voucher that is redeemed", () => {
  it("says from then on where, when and before whom it was used, in every branch", async () => {
    const { data, file, code } = await oneVoucher();
    clockAt("2026-11-25T19:30:00Z");
    const first = await redeem(code);
    expect(first).toMatchObject({ status: 200, answer: { ok: true, state: "used" } });
    expect(first.answer.voucher?.used).toEqual({ at: "2026-11-25T19:30:00.000Z", branch: "batroun", by: "staff" });
    const second = await redeem(code, "ehden");
    expect(second).toMatchObject({ status: 409, answer: { code: "conflict", state: "used" } });
    expect(second.answer.error).toContain("in Batroun, Wed 25 Nov 2026, 21:30, by staff");
    expect((await verify(file.serial)).answer).toMatchObject({ state: "used", voucher: { used: { branch: "batroun" } } });
    const events = rows<{ payload: string }>(path.join(data, "hub.db"), "SELECT payload FROM event WHERE kind = 'voucher.redeemed'");
    expect(events.map(({ payload }) => JSON.parse(payload))).toEqual([{ serial: file.serial, used_in: "batroun" }]);
  });

  it("is taken once when two branches scan it in the same moment", async () => {
    const { code } = await oneVoucher();
    const answers = await Promise.all(["batroun", "ehden", "jounieh", "zgharta"].map((branch) => redeem(code, branch)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const taken = answers.findIndex(({ status }) => status === 200);
    const where = answers[taken]?.answer.voucher?.used?.branch;
    for (const { status, answer } of answers) if (status === 409) expect(answer.voucher?.used?.branch).toBe(where);
  });

  it("gives the first answer again to the same key", async () => {
    const { code } = await oneVoucher();
    const first = await redeem(code, "batroun", "key-of-a-tablet-1");
    const again = await redeem(code, "batroun", "key-of-a-tablet-1");
    expect(again).toMatchObject({ status: 200, answer: first.answer });
    expect((await redeem(code, "batroun", "key-of-a-tablet-2")).status).toBe(409);
  });

  it("counts to the end of its last evening, and no longer", async () => {
    const { code } = await oneVoucher("2026-12-19T19:30:00Z");
    clockAt("2026-12-21T02:59:00Z"); // one minute to five in Beirut: still the evening before
    expect((await verify(code)).answer.state).toBe("valid");
    clockAt("2026-12-21T03:00:00Z");
    expect((await verify(code)).answer).toMatchObject({ state: "expired" });
    const late = await redeem(code);
    expect(late).toMatchObject({ status: 409, answer: { state: "expired" } });
    expect((await verify(code)).answer.voucher?.used).toBeNull();
  });

  it("is no matter for central, which has no tables", async () => {
    const { code } = await oneVoucher();
    expect((await redeem(code, "central")).status).toBe(400);
  });
});
