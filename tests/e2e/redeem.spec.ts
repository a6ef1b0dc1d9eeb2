import path from "node:path";
import type { Page } from "playwright/test";
import { expectAccessible } from "./accessible";
import {
  choose,
  expect,
  expectNoSidewaysScroll,
  type House,
  inTurn,
  PHONE_FIRST,
  STAFF,
  signIn,
  signInByHand,
  test,
  timePasses,
} from "./fixtures";
import { JSON_BODY } from "./house";

/** A voucher of رامي خوري, made for his birthday on 24 November. */
async function makeVoucher(house: House): Promise<{ serial: string; picture: string }> {
  await (await house.api("/birthdays/generate-vouchers-stream?date=2026-11-24")).text();
  const { files } = (await (await house.api("/vouchers/check?name=&phone=03%20123456")).json()) as {
    files: { serial: string; path: string }[];
  };
  const [file] = files;
  if (!file) throw new Error("No voucher was made.");
  return { serial: file.serial, picture: path.join(house.data, file.path) };
}

/** One that counts until tomorrow. */
async function makeOldVoucher(house: House): Promise<string> {
  await house.api("/contacts/import", {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: "name,phones,birthday\nSami Aoun,76 111 999,22/10\n",
  });
  await (await house.api("/birthdays/generate-vouchers-stream?date=2026-10-22")).text();
  const { files } = (await (await house.api("/vouchers/check?name=&phone=76%20111%20999")).json()) as { files: { serial: string }[] };
  return files[0]?.serial ?? "";
}

async function check(page: Page, number: string): Promise<void> {
  await page.getByLabel("Number on the voucher").fill(number);
  await page.getByLabel("Number on the voucher").press("Enter");
}

const verdict = (page: Page, word: string) => page.getByRole("main").getByRole("heading", { name: word });

test("a voucher is checked by its number and redeemed, once", PHONE_FIRST, async ({ page, house }) => {
  const { serial } = await makeVoucher(house);
  await signIn(page, STAFF);
  await choose(page, "Navigate", "Redeem a Voucher");
  await check(page, `${serial.slice(0, 4).toLowerCase()}-${serial.slice(4)}`);
  await expect(verdict(page, "Valid")).toBeFocused();
  await expect(page.getByText("20% off for رامي خوري")).toBeVisible();
  await page.getByRole("button", { name: "Redeem in Jounieh" }).click();
  await expect(verdict(page, "Redeemed")).toBeVisible();
  await expect(page.getByText(/^Redeemed now: Jounieh, Fri 20 Nov 2026, 21:4\d, by rima/)).toBeVisible();
  await page.getByRole("button", { name: "Next voucher" }).click();
  await check(page, serial);
  await expect(verdict(page, "Already used")).toBeVisible();
  await expect(page.getByText(/Used in Jounieh, Fri 20 Nov 2026, 21:4\d, by rima. Do not redeem it again/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(verdict(page, "Taken back")).toBeFocused();
  await expect(page.getByText(/^The redemption of voucher .* was taken back. It may be used again.$/)).toBeVisible();
  await page.getByRole("button", { name: "Check this voucher again" }).click();
  await expect(verdict(page, "Valid")).toBeVisible();
  await page.getByRole("button", { name: "Redeem in Jounieh" }).click();
  await expect(page.getByText("Redeemed by mistake? You can take it back for 10 more minutes.")).toBeVisible();
  await expectAccessible(page, "a redeemed voucher");
});

test("two who scan it in the same moment: the second hears where it was taken", inTurn(4), async ({ page, house }) => {
  const { serial } = await makeVoucher(house);
  await signIn(page, undefined, `/redeem?code=${serial}`);
  await expect(verdict(page, "Valid")).toBeVisible();
  await expectAccessible(page, "a valid voucher");
  await expect(page).toHaveURL(/\/redeem$/);
  const body = JSON.stringify({ code: serial });
  expect((await house.api("/vouchers/redeem", { method: "POST", headers: JSON_BODY, branch: "batroun", body })).status).toBe(200);
  await page.getByRole("button", { name: "Redeem in Jounieh" }).click();
  await expect(verdict(page, "Already used")).toBeVisible();
  await expect(page.getByText(/Used in Batroun, Fri 20 Nov 2026/)).toBeVisible();
});

test("a voucher that is redeemed elsewhere while its verdict is shown is not valid here any more", inTurn(3), async ({ page, house }) => {
  const { serial } = await makeVoucher(house);
  await signIn(page, undefined, `/redeem?code=${serial}`);
  await expect(verdict(page, "Valid")).toBeVisible();
  const body = JSON.stringify({ code: serial });
  expect((await house.api("/vouchers/redeem", { method: "POST", headers: JSON_BODY, branch: "batroun", body })).status).toBe(200);
  await expect(verdict(page, "Already used")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: /^Redeem in/ })).toHaveCount(0);
});

test("a verdict that the server has not repeated says how old it is, until it is asked again", inTurn(4), async ({ page, house }) => {
  const { serial } = await makeVoucher(house);
  await page.clock.install();
  await signIn(page, undefined, `/redeem?code=${serial}`);
  await expect(verdict(page, "Valid")).toBeVisible();
  const age = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^Checked / });
  // As long as the server answers, the verdict is of now.
  for (let looks = 0; looks < 4; looks++) {
    const asked = page.waitForResponse("**/api/vouchers/verify");
    await timePasses(page, 10_000);
    await asked;
  }
  await expect(age).toHaveCount(0);
  await page.route("**/api/vouchers/verify", (route) => route.abort());
  await timePasses(page, 45_000);
  await expect(age).toHaveText(
    "Checked less than a minute ago, and the server has not answered since: it may have been redeemed elsewhere. Redeem asks the server again.",
  );
  await timePasses(page, 150_000);
  await expect(age).toHaveText(/^Checked 3 minutes ago, /);
  await expect(page.getByRole("button", { name: "Redeem in Jounieh" })).toBeEnabled();
  await page.unroute("**/api/vouchers/verify");
  const body = JSON.stringify({ code: serial });
  expect((await house.api("/vouchers/redeem", { method: "POST", headers: JSON_BODY, branch: "batroun", body })).status).toBe(200);
  await timePasses(page, 10_000);
  await expect(verdict(page, "Already used")).toBeVisible();
  await expect(age).toHaveCount(0);
});

test("a picture of it is read, and one without a code is said to have none", inTurn(5), async ({ page, house }) => {
  const { picture } = await makeVoucher(house);
  await signIn(page, undefined, "/redeem");
  const picker = page.locator("input[type=file]");
  await expect(page.getByRole("button", { name: "Take a picture of it" })).toBeVisible();
  await picker.setInputFiles(path.resolve("public/icon.svg"));
  await expect(page.getByText(/No code was found on the picture/)).toBeVisible();
  await picker.setInputFiles(picture);
  await expect(verdict(page, "Valid")).toBeVisible();
});

test("a forged, an unknown and an expired voucher", inTurn(6), async ({ page, house }) => {
  const { serial } = await makeVoucher(house);
  const old = await makeOldVoucher(house);
  house.setClock("2026-11-22T10:00:00.000Z");
  await signInByHand(page, undefined, "/redeem");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Scan the voucher, or type its number.")).toBeVisible();
  await expectAccessible(page, "the question for a voucher");
  await check(page, `DV1/${serial}/JOUNIEH/90/20261224/ABC`);
  await expect(verdict(page, "Not ours")).toBeVisible();
  await expect(page.getByText(/Do not redeem it/)).toBeVisible();
  await page.getByRole("button", { name: "Next voucher" }).click();
  await check(page, "0000-0000");
  await expect(verdict(page, "Not known")).toBeVisible();
  await page.getByRole("button", { name: "Next voucher" }).click();
  await check(page, old);
  await expect(verdict(page, "Expired")).toBeVisible();
  await expect(page.getByText("It counted until Sat 21 Nov 2026. Do not redeem it.")).toBeVisible();
  await expectAccessible(page, "an expired voucher");
});

test("an answer that was lost: pressed again, the card shows what the server has", inTurn(0), async ({ page, house }) => {
  const { serial } = await makeVoucher(house);
  await signIn(page, undefined, "/redeem");
  await check(page, serial);
  await expect(verdict(page, "Valid")).toBeVisible();
  // The server does what it is asked, and the network, or a proxy before it, takes its answer away.
  const loseAnswer = async (of: "redeem" | "take-back", button: string, isProxy = false) => {
    const address = `**/api/vouchers/${of}`;
    await page.route(address, async (route) => {
      await route.fetch();
      await (isProxy ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }) : route.abort());
    });
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByText(/No answer came/)).toBeVisible();
    await page.unroute(address);
  };
  let seconds = 0;
  const elsewhere = async (does: "redeem" | "take-back", branch: string) => {
    // A redemption is named by its time, and this clock stands.
    house.setClock(`2026-11-20T19:45:0${++seconds}.000Z`);
    const body = JSON.stringify({ code: serial, ...(does === "take-back" && { used_at: usedAt() }) });
    expect((await house.api(`/vouchers/${does}`, { method: "POST", headers: JSON_BODY, branch, body })).status).toBe(200);
  };
  const usedAt = () => house.rows<{ used_at: string | null }>("hub.db", "SELECT used_at FROM voucher")[0]?.used_at ?? null;
  await loseAnswer("redeem", "Redeem in Jounieh", true);
  expect(usedAt()).not.toBeNull();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(verdict(page, "Redeemed")).toBeVisible();
  // Lost again, and taken back on another device: it is valid, and the next press redeems it anew.
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("button", { name: "Check this voucher again" }).click();
  await loseAnswer("redeem", "Redeem in Jounieh");
  await elsewhere("take-back", "jounieh");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(verdict(page, "Valid")).toBeVisible();
  await page.getByRole("button", { name: "Redeem in Jounieh" }).click();
  await expect(verdict(page, "Redeemed")).toBeVisible();
  expect(usedAt()).not.toBeNull();
  // Taken back, that answer lost, and redeemed in Batroun meanwhile: nobody hears that it may be used.
  await loseAnswer("take-back", "Take back", true);
  await elsewhere("redeem", "batroun");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(/^Voucher .* was redeemed again since, in Batroun/)).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(verdict(page, "Already used")).toBeVisible();
  // The card's own button, pressed in place of Retry, shows no use of Batroun as one of this press.
  await elsewhere("take-back", "batroun");
  await page.getByRole("button", { name: "Next voucher" }).click();
  await check(page, serial);
  await loseAnswer("redeem", "Redeem in Jounieh");
  await elsewhere("take-back", "jounieh");
  await elsewhere("redeem", "batroun");
  await page.getByRole("button", { name: "Redeem in Jounieh" }).click();
  await expect(verdict(page, "Already used")).toBeVisible();
  await expect(page.getByText(/Used in Batroun/)).toBeVisible();
  // Redeemed, and the check after it fails: it is not said that it was not redeemed.
  await elsewhere("take-back", "batroun");
  await page.getByRole("button", { name: "Next voucher" }).click();
  await check(page, serial);
  await loseAnswer("redeem", "Redeem in Jounieh");
  await page.route("**/api/vouchers/verify", (route) => route.fulfill({ status: 503, json: { error: "Busy", code: "unavailable" } }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(/^The voucher was redeemed\. Whether it still is was not checked/)).toBeVisible();
  await page.unroute("**/api/vouchers/verify");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(verdict(page, "Redeemed")).toBeVisible();
  expect(usedAt()).not.toBeNull();
  await page.getByRole("button", { name: "Next voucher" }).click();
  await house.stop();
  await check(page, serial);
  await expect(page.getByText("The voucher was not checked. Do not redeem it yet.")).toBeVisible();
});

test("whoever is signed out signs in first, and comes back to the voucher", inTurn(1), async ({ page }) => {
  await page.goto("/redeem?code=7K3F92QD");
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent("/redeem?code=7K3F92QD")}`);
});

test.describe("at the office PC", () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

  test("the whole job by keyboard, to the next voucher's number", inTurn(2), async ({ page, house }) => {
    const { serial } = await makeVoucher(house);
    await signIn(page, undefined, "/redeem");
    const number = page.getByLabel("Number on the voucher");
    await number.focus();
    await page.keyboard.type(serial.toLowerCase());
    await page.keyboard.press("Enter");
    await expect(verdict(page, "Valid")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Redeem in Jounieh" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(verdict(page, "Redeemed")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Next voucher" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(number).toBeFocused();
    await expect(number).toHaveValue("");
  });
});
