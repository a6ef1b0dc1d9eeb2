import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { checkVouchers, type VoucherFile } from "@/lib/vouchers/contract";
import { voucherFile } from "@/lib/vouchers/voucher";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { alter } from "../support/stores";
import { EVENING } from "../support/tables";
import { make, openAddress } from "../support/vouchers";

/** A house with one voucher. */
async function oneVoucher(): Promise<{ data: string; file: VoucherFile }> {
  const data = enterHouse();
  clockAt(EVENING);
  await bringIn(["Maya & ليلى,03 111111,20/11"]);
  const [file] = (await make()).files;
  return { data, file: file as VoucherFile };
}

describe("a guest's vouchers", () => {
  it("are found by any spelling of the phone, whatever the name has become", async () => {
    const { file } = await oneVoucher();
    for (const phone of ["03 111111", "+961 3 111 111", "009613111111", "70 000001 / 03-111-111"]) {
      const { answer } = await call("staff", checkVouchers, { query: { name: "Maia", phone } });
      expect({ phone, files: answer.files }).toEqual({ phone, files: [file] });
    }
    for (const phone of ["70 111111", "11111111", ""])
      expect((await call("staff", checkVouchers, { query: { name: "Maya", phone } })).answer.files).toEqual([]);
  });

  it("open for whoever holds the address: shown, saved, as a page, and small", async () => {
    const { file } = await oneVoucher();
    expect(`${file.view_url}${file.pdf_url}${file.thumbnail_url}`).not.toMatch(/Maya|9613111111|3111111/);
    const image = await openAddress(file.view_url);
    expect(image.status).toBe(200);
    expect(image.headers.get("content-type")).toBe("image/png");
    expect(image.headers.get("content-disposition")).toBeNull();
    expect(image.headers.get("cache-control")).toMatch(/^private, max-age=\d+, immutable$/);
    expect(await sharp(image.bytes).metadata()).toMatchObject({ format: "png", width: 1080, height: 1350 });
    const saved = await openAddress(file.download_url);
    expect(saved.bytes.equals(image.bytes)).toBe(true);
    expect(saved.headers.get("content-disposition")).toContain(`filename*=UTF-8''${encodeURIComponent(file.name)}`);
    const page = await openAddress(file.pdf_url);
    expect(page.headers.get("content-type")).toBe("application/pdf");
    expect(page.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(page.bytes.toString("latin1")).toMatch(/\/Subtype\s*\/Image/);
    const small = await openAddress(file.thumbnail_url);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: "webp", width: 216, height: 270 });
  });

  it("stay closed under an address that is forged, of another voucher, of another look, or too old", async () => {
    const { file } = await oneVoucher();
    await bringIn(["Rami,03 222222,20/11"]);
    const other = (await make()).files.find(({ id }) => id !== file.id);
    const [, query = ""] = file.view_url.split("?");
    const expires = Number(new URLSearchParams(query).get("expires"));
    const refused = [
      file.view_url.replace(/signature=./, (start) => `signature=${start.endsWith("A") ? "B" : "A"}`),
      file.view_url.replace(`expires=${expires}`, `expires=${expires + 900}`),
      file.view_url.replace(file.id, other?.id ?? ""),
      file.view_url.replace(file.id, "01900000-0000-7000-8000-000000000000"),
      `/vouchers/${file.id}/pdf?${query}`,
    ];
    for (const address of refused) expect({ address, status: (await openAddress(address)).status }).toEqual({ address, status: 404 });
    expect((await openAddress(`/vouchers/${file.id}/image`)).status).toBe(400);
    clockAt(new Date((expires - 1) * 1000).toISOString());
    expect((await openAddress(file.view_url)).status).toBe(200);
    clockAt(new Date((expires + 1) * 1000).toISOString());
    const old = await openAddress(file.view_url);
    expect(old.status).toBe(404);
    expect(old.bytes.toString()).toContain("has expired");
  });

  it("are no way out of their folder, by a link or by a changed hub", async () => {
    const { data, file } = await oneVoucher();
    writeFileSync(path.join(data, "secret.png"), "nobody's business");
    const place = path.join(data, file.path);
    rmSync(place);
    symlinkSync(path.join(data, "secret.png"), place);
    expect((await openAddress(file.view_url)).status).toBe(404);
    mkdirSync(path.join(data, "vouchers-of-old"));
    writeFileSync(path.join(data, "vouchers-of-old", "secret.png"), "nobody's business");
    for (const elsewhere of ["vouchers/../secret.png", "vouchers/../vouchers-of-old/secret.png", "secret.png/inside.png"]) {
      alter(path.join(data, "hub.db"), `UPDATE voucher SET file = '${elsewhere}'`);
      expect({ elsewhere, status: (await openAddress(file.view_url)).status }).toEqual({ elsewhere, status: 404 });
    }
    alter(path.join(data, "hub.db"), "UPDATE voucher SET file = 'vouchers/x/gone.png'");
    expect((await openAddress(file.view_url)).status).toBe(404);
  });
});

describe("the name of a voucher's picture", () => {
  const HOSTILE = [
    "../../../etc/passwd",
    "..\\..\\boot.ini",
    "C:\\x",
    "\\\\host\\share",
    "a\u0000b",
    "..%2f..%2f",
    "CON",
    "x.",
    "  a   b  ",
    "‮gnp.exe",
    "é".repeat(200),
    "م".repeat(200),
    "👩‍👩‍👧‍👦".repeat(20),
    "/",
    '<script>|"?*:',
  ];

  it.each(HOSTILE)("made of %j stays one plain file of its folder", (name) => {
    const file = voucherFile("2026-11-20", name, "03 / 111 111");
    expect(path.posix.dirname(path.posix.normalize(file))).toBe("vouchers/2026-11-20");
    expect(file.split("/")).toHaveLength(3);
    expect(path.win32.basename(file)).toBe(path.posix.basename(file));
    expect(Buffer.byteLength(path.posix.basename(file))).toBeLessThanOrEqual(255);
    expect(file).toMatch(/^vouchers\/2026-11-20\/birthday_.*_03_111111\.png$/);
    expect(file).not.toMatch(/[\p{Cc}\u202a-\u202e<>:"|?*]|[\ud800-\udbff](?![\udc00-\udfff])/u);
    const folder = path.join(enterHouse(), "vouchers", "2026-11-20");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, path.posix.basename(file)), "a disk takes it");
  });

  it("is that of the specification", () => {
    expect(voucherFile("2026-11-20", "Maya / Rami   Haddad", "+961 3 111 111")).toBe(
      "vouchers/2026-11-20/birthday_Maya _ Rami Haddad_+9613111111.png",
    );
  });
});
