import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { CHROMIUM } from "./browser";
import { expect, ONE_SIZE, signIn, test } from "./fixtures";

/** What Chromium shows as its camera: one picture, again and again. */
const SEEN = path.join(tmpdir(), `daftar-camera-${process.pid}.mjpeg`);

test.use({
  permissions: ["camera"],
  launchOptions: {
    executablePath: CHROMIUM.executablePath,
    args: [
      ...CHROMIUM.args,
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${SEEN}`,
    ],
  },
});

test.afterAll(() => rmSync(SEEN, { force: true }));

test("the camera reads a voucher that is held before it", ONE_SIZE, async ({ page, house }) => {
  await (await house.api("/birthdays/generate-vouchers-stream?date=2026-11-24")).text();
  const { files } = (await (await house.api("/vouchers/check?name=&phone=03%20123456")).json()) as { files: { path: string }[] };
  const picture = await sharp(path.join(house.data, files[0]?.path ?? ""))
    .resize(1280, 960, { fit: "contain" })
    .jpeg({ quality: 95, chromaSubsampling: "4:2:0" })
    .toBuffer();
  writeFileSync(SEEN, picture);
  await signIn(page, undefined, "/redeem");
  await page.getByRole("button", { name: "Scan a voucher" }).click();
  await expect(page.getByRole("main").getByRole("heading", { name: "Valid" })).toBeVisible();
});
