import { chromium, type Page } from "playwright/test";
import encodeQR from "qr";
import { codeSvg } from "../../lib/code-svg";
import { expectAccessible } from "./accessible";
import {
  bothSignedIn,
  codeOf,
  expectMoving,
  INTRANET,
  join,
  keepConnections,
  letIn,
  letStaffShare,
  otherDevice,
  picturesOn,
  question,
  SHARING,
  share,
  shared,
  Wire,
} from "./assist-pages";
import { ADMIN, choose, dialogOf, EVENING, expect, expectNoSidewaysScroll, inTurn, PHONE_FIRST, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

test.use({ launchOptions: SHARING });

const sharing = "Your screen is being shared";

test(
  "somebody shares, says the code, lets the viewer in, and both see it until one of them ends it",
  PHONE_FIRST,
  async ({ page, house, baseURL }) => {
    // A browser of its own: what the two share goes over the network and by nothing within one process.
    const other = await chromium.launch(SHARING);
    const viewer = await otherDevice(other, baseURL);
    await bothSignedIn(house, page, viewer);
    await choose(page, "Options", "Remote Assist: Share");
    await expectAccessible(page, "the beginning");
    await dialogOf(page).getByRole("button", { name: "Start" }).click();
    await expect(dialogOf(page).getByText("Waiting for somebody to join with the code.")).toBeVisible();
    await expectAccessible(page, "the code");
    const code = await codeOf(page);
    expect(code).toMatch(/^\d{6}$/);
    await expect(dialogOf(page).getByText(`The code is ${[...code].join(" ")}.`)).toBeAttached();

    await choose(viewer, "Options", "Remote Assist: View");
    await expect(viewer.getByRole("button", { name: "Join" })).toBeDisabled();
    await viewer.getByRole("textbox", { name: "Code" }).pressSequentially(`x${code.slice(0, 3)} ${code.slice(3)}9`);
    await expect(viewer.getByRole("textbox", { name: "Code" })).toHaveValue(code);
    await expectAccessible(viewer, "the code's field");
    await viewer.getByRole("button", { name: "Join" }).click();
    await expect(viewer.getByText("Waiting for the host to allow it…")).toBeVisible();
    await expect(question(page)).toBeVisible();
    await expectAccessible(page, "the question");
    await expect(shared(viewer)).toHaveCount(0);
    await question(page).getByRole("button", { name: "Allow", exact: true }).click();
    await expectMoving(viewer);
    await expectAccessible(viewer, "the picture");
    // The page that is shared is seen, with a line that says who looks, and not the host's own picture.
    const line = page.getByRole("region", { name: "Sharing" });
    await expect(line).toContainText("Connected: admin (Jounieh) sees what you share.");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await line.getByRole("button", { name: "Show" }).click();
    await expect(dialogOf(page).getByText(/^Connected: admin/)).toBeVisible();
    await expectAccessible(page, "the running dialog");

    // Hidden, and gone to another page: the frame and the line stay, and so does the picture.
    await dialogOf(page).getByRole("button", { name: "Hide" }).click();
    await choose(page, "Navigate", "Control Panel");
    await expect(page).toHaveURL("/control");
    await expect(line).toContainText(sharing);
    await expectNoSidewaysScroll(page);
    await expectMoving(viewer);

    const box = (await shared(viewer).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await line.getByRole("button", { name: "Show" }).click();
    await viewer.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await viewer.mouse.move(box.x + box.width / 2 + 3, box.y + box.height / 2);
    await expect(dialogOf(page).getByTestId("viewer-pointer")).toBeVisible();

    await dialogOf(viewer).getByRole("button", { name: "End" }).click();
    await expect(viewer.getByText("You left the session.")).toBeVisible();
    await expect(dialogOf(page).getByText("The viewer left. Nothing is shared any more.")).toBeVisible();
    await expect(line).toHaveCount(0);

    await dialogOf(page).getByRole("button", { name: "Share again" }).click();
    await dialogOf(page).getByRole("button", { name: "Start" }).click();
    await viewer.getByRole("button", { name: "Enter another code" }).click();
    await letIn(page, viewer, false);
    await dialogOf(page).getByRole("button", { name: "End" }).click();
    await expect(viewer.getByText("The host ended the session.")).toBeVisible({ timeout: 2_000 });
    await other.close();
  },
);

test("a phone that scans the QR beside the code is asked for the code", inTurn(0), async ({ page: viewer, browser, house }) => {
  // By a name that other devices find it by; the page may share, as one over https.
  const address = house.url.replace("127.0.0.1", INTRANET);
  const host = await otherDevice(browser, address, { viewport: { width: 390, height: 844 } });
  await host.addInitScript(() => {
    Object.defineProperty(window, "isSecureContext", { value: true });
    const getDisplayMedia = async () => document.createElement("canvas").captureStream();
    Object.defineProperty(navigator, "mediaDevices", { value: { getDisplayMedia } });
  });
  await letStaffShare(house);
  await signIn(host, STAFF);
  await share(host);
  const picture = dialogOf(host).getByRole("img", { name: "QR code that opens Remote Assist: View" });
  for (const one of [picture, host.locator("[data-code]")]) await expect(one).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(host);
  await expectAccessible(host, "the code and its QR");
  const seen = decodeURIComponent((await picture.getAttribute("src")) ?? "");
  expect(seen.endsWith(codeSvg(encodeQR(`${address}/?assist=view`, "raw", { ecc: "low", border: 2 })))).toBe(true);

  await viewer.goto(`${address}/?assist=view`);
  await viewer.getByLabel("Username").fill(ADMIN.username);
  await viewer.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await viewer.getByRole("button", { name: "Sign in" }).click();
  await expect(viewer.getByRole("textbox", { name: "Code" })).toBeVisible();
  await expect(viewer).toHaveURL(`${address}/`);
  await join(viewer, await codeOf(host));
  await expect(question(host)).toBeVisible();
  await host.context().close();

  const { roles } = (await (await house.api("/auth/roles")).json()) as { roles: Record<string, string[]> };
  const permissions = roles.staff?.filter((one) => one !== "remote_assist_view");
  await house.api("/auth/roles/staff", { method: "PUT", headers: JSON_BODY, body: JSON.stringify({ permissions }) });
  await viewer.context().clearCookies();
  await signIn(viewer, STAFF, "/?assist=view");
  await expect(viewer.getByText("You may not see what others share.")).toBeVisible();
  await expect(viewer.getByRole("textbox", { name: "Code" })).toHaveCount(0);
});

test("a wrong code, a no, a minute without an answer and a second viewer", inTurn(1), async ({ page, browser, house, baseURL }) => {
  const viewer = await otherDevice(browser, baseURL);
  await bothSignedIn(house, page, viewer);
  await share(page);
  const first = await codeOf(page);
  await join(viewer, first === "000000" ? "000001" : "000000");
  await expect(dialogOf(viewer).getByRole("alert")).toHaveText("Invalid code.");
  await expect(viewer.getByLabel("Error:")).toBeVisible();

  await join(viewer, first);
  await question(page).getByRole("button", { name: "Do not allow" }).click();
  await expect(viewer.getByText("The host did not let you in. Ask them for the new code.")).toBeVisible();
  await expect(page.locator("[data-code]")).toBeVisible();
  const second = await codeOf(page);
  expect(second).not.toBe(first);

  await viewer.getByRole("button", { name: "Enter another code" }).click();
  await join(viewer, second);
  await expect(question(page)).toBeVisible();
  await house.api(`/assist/join/${second}`, { method: "POST" }).then(({ status }) => expect(status).toBe(200)); // the same person again
  house.setClock(new Date(Date.parse(EVENING) + 61_000).toISOString());
  await expect(viewer.getByText("The host did not answer within a minute. Ask them for the new code.")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect(page.locator("[data-code]")).not.toHaveAttribute("data-code", second);

  const late = [
    [62_000, "The host did not let you in. Ask them for the new code."],
    [140_000, "the answer did not come through. Ask them for the new code."],
  ] as const;
  for (const [after, words] of late) {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await viewer.route("**/ticket", (route) => held.then(() => route.continue()), { times: 1 });
    await viewer.getByRole("button", { name: "Enter another code" }).click();
    const code = await codeOf(page);
    await join(viewer, code);
    await question(page).getByRole("button", { name: "Do not allow" }).click();
    await expect(question(page)).toHaveCount(0);
    // The host's page takes the question away by itself; the new code is the server's, and the no is remembered from its clock.
    await expect(page.locator("[data-code]")).not.toHaveAttribute("data-code", code);
    house.setClock(new Date(Date.parse(EVENING) + after).toISOString());
    goOn();
    await expect(viewer.getByText(words, { exact: false })).toBeVisible();
  }

  house.setClock(new Date(Date.parse(EVENING) + 700_000).toISOString());
  await expect(dialogOf(page).getByText("Nobody joined within ten minutes. Nothing is shared any more.")).toBeVisible();
  await viewer.context().close();
});

test(
  "what goes out: a picture of 1280 by 720 at 15, of 1920 by 1080 at 30, no sound, no data",
  inTurn(2),
  async ({ page, browser, house, baseURL }) => {
    await keepConnections(page);
    const viewer = await otherDevice(browser, baseURL);
    await bothSignedIn(house, page, viewer);
    await letIn(page, viewer);
    const sent = () =>
      page.evaluate(async () => {
        const { kept } = window;
        const connection = kept.at(-1) as RTCPeerConnection;
        const [sender] = connection.getSenders();
        const parameters = sender?.getParameters();
        const reports: Record<string, unknown>[] = [];
        (await connection.getStats()).forEach((report) => {
          reports.push(report);
        });
        const out = reports.find(({ type }) => type === "outbound-rtp") ?? {};
        const settings = sender?.track?.getSettings();
        return {
          kinds: [...(connection.localDescription?.sdp.matchAll(/^m=(\w+)/gm) ?? [])].map(([, kind]) => kind),
          channels: reports.filter(({ type }) => type === "data-channel").length,
          direction: connection.getTransceivers().map((one) => one.currentDirection),
          width: out.frameWidth,
          height: out.frameHeight,
          fps: Number(out.framesPerSecond),
          frames: Number(out.framesSent),
          asked: [settings?.width, settings?.height, settings?.frameRate],
          hint: sender?.track?.contentHint,
          preference: parameters?.degradationPreference,
          most: parameters?.encodings[0]?.maxBitrate,
          pace: parameters?.encodings[0]?.maxFramerate,
        };
      });
    await expect.poll(async () => (await sent()).width, { timeout: 20_000 }).toBe(1280);
    expect(await sent()).toMatchObject({
      kinds: ["video"],
      channels: 0,
      direction: ["sendonly"],
      width: 1280,
      height: 720,
      hint: "detail",
      preference: "maintain-resolution",
      most: 1_500_000,
      pace: 15,
    });
    // The camera makes 30 a second, of which half go out; what goes out is shown, however busy this machine is.
    const before = { shown: await picturesOn(viewer), sent: (await sent()).frames };
    const began = performance.now();
    await expect.poll(async () => (await sent()).frames - before.sent, { timeout: 30_000 }).toBeGreaterThan(30);
    const seconds = (performance.now() - began) / 1000;
    const wentOut = (await sent()).frames - before.sent;
    expect(wentOut).toBeLessThanOrEqual((seconds + 0.5) * 15);
    expect(((await picturesOn(viewer)) - before.shown) / wentOut, "shown of those that went out").toBeGreaterThan(0.8);
    expect((await sent()).fps).toBeLessThanOrEqual(16);
    // Whoever changes it, both see what goes out.
    const low = (device: Page) => dialogOf(device).getByRole("switch", { name: "Low bandwidth" });
    const [ofHost, ofViewer] = [low(page), low(viewer)];
    await expect(ofViewer).toBeChecked();
    await ofViewer.click({ force: true });
    for (const one of [ofHost, ofViewer]) await expect(one).not.toBeChecked();
    await ofHost.click({ force: true });
    for (const one of [ofHost, ofViewer]) await expect(one).toBeChecked();
    await expect.poll(async () => (await sent()).most).toBe(1_500_000);
    await ofHost.click({ force: true });
    for (const one of [ofHost, ofViewer]) await expect(one).not.toBeChecked();
    await expect.poll(async () => (await sent()).most).toBe(5_000_000);
    await expect.poll(async () => (await sent()).pace).toBe(30);
    await expect.poll(async () => (await sent()).asked.slice(0, 2), { timeout: 20_000 }).toEqual([1920, 1080]);
    const large = { width: 1920, height: 1080, hint: "detail", preference: "maintain-resolution", channels: 0 };
    await expect.poll(sent, { timeout: 30_000 }).toMatchObject(large);
    await viewer.context().close();
  },
);

test(
  "a cut of twenty-five seconds leaves the picture going and is made up for; after a minute it is over",
  inTurn(3),
  async ({ page: _page, browser, house }) => {
    const wire = await Wire.to(house);
    const host = await otherDevice(browser, wire.url);
    const viewer = await otherDevice(browser, wire.url);
    await bothSignedIn(house, host, viewer);
    await choose(host, "Options", "Remote Assist: Share");
    const low = (device: Page) => dialogOf(device).getByRole("switch", { name: "Low bandwidth" });
    await dialogOf(host).getByRole("button", { name: "Start" }).click();
    await letIn(host, viewer, false);
    await expect(dialogOf(host).getByText(/^Connected:/)).toBeVisible();
    await expect(low(viewer)).toBeChecked();
    wire.cut();
    await expect(viewer.getByText("The server does not answer; the picture goes on.")).toBeVisible();
    for (const second of [5, 15, 25]) {
      const before = await picturesOn(viewer);
      house.setClock(new Date(Date.parse(EVENING) + second * 1_000).toISOString());
      await expect
        .poll(async () => (await picturesOn(viewer)) - before, { message: `pictures after ${second} seconds` })
        .toBeGreaterThan(5);
    }
    await low(host).click({ force: true });
    await expect(low(viewer)).toBeChecked(); // of what it has not heard it says nothing
    wire.mend();
    await expect(viewer.getByText("The server does not answer; the picture goes on.")).toHaveCount(0);
    await expect(low(viewer)).not.toBeChecked();
    await low(host).click({ force: true });
    await expect(low(viewer)).toBeChecked();
    await expect(dialogOf(host).getByText(/^Connected:/)).toBeVisible();
    // Whoever comes back first hears that the other is away, and then that they are not.
    await expect(viewer.getByText("The connection was lost. Reconnecting…")).toHaveCount(0);
    await expectMoving(viewer);
    // Whatever was said meanwhile comes over: the host's switch and the viewer's end.
    wire.cut();
    await expect(viewer.getByText("The server does not answer; the picture goes on.")).toBeVisible();
    // Step by step, as time goes: a busy server hears of the cut later than the pages, and counts its minute from then on.
    for (const seconds of [45, 65, 85, 105, 125]) {
      house.setClock(new Date(Date.parse(EVENING) + seconds * 1_000).toISOString());
      await viewer.waitForTimeout(700);
    }
    wire.mend();
    await expect(viewer.getByText("The connection was lost for too long. Ask the host for a new code.")).toBeVisible();
    await expect(dialogOf(host).getByText("The connection was lost for too long. Nothing is shared any more.")).toBeVisible();
    for (const device of [host, viewer]) await device.context().close();
    wire.close();
  },
);

/** The viewer takes the question back as soon as it is asked, and the host's press comes as soon as it is gone. */
async function withdrawAtOnce(viewer: Page, host: Page): Promise<void> {
  await viewer.evaluate(() => {
    const observer = new MutationObserver(() => {
      const dialog = [...document.querySelectorAll("[role=dialog]")].find((one) => one.textContent?.includes("Waiting for the host"));
      const cancel = [...(dialog?.querySelectorAll("button") ?? [])].find((one) => one.textContent === "Cancel");
      if (!cancel) return;
      observer.disconnect();
      cancel.click();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await host.evaluate(() => {
    let isAsked = false;
    const observer = new MutationObserver(() => {
      const stands = document.querySelector("dialog[role=alertdialog]") !== null;
      if (isAsked && !stands) {
        observer.disconnect();
        document.querySelector<HTMLElement>("input[role=switch]")?.click();
        document.documentElement.dataset.pressed = "";
      }
      isAsked = stands;
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

test(
  "a double click on Allow lets in and changes nothing else; the browser's own stop and a closed tab end it within two seconds",
  inTurn(4),
  async ({ page, browser, house, baseURL }) => {
    await keepConnections(page);
    const viewer = await otherDevice(browser, baseURL);
    await bothSignedIn(house, page, viewer);
    await share(page);
    const low = page.getByRole("switch", { name: "Low bandwidth", includeHidden: true });
    await withdrawAtOnce(viewer, page);
    await join(viewer, await codeOf(page));
    await expect(page.locator("html")).toHaveAttribute("data-pressed", "");
    await expect(low).toBeChecked();

    await join(viewer, await codeOf(page));
    const allow = question(page).getByRole("button", { name: "Allow", exact: true });
    await expect(allow).toBeEnabled();
    // By the page's own clock: a busy machine puts the two presses of a mouse so far apart that they are no double click any more.
    await allow.evaluate(async (button) => {
      if (button instanceof HTMLElement) button.click();
      await new Promise((resolve) => setTimeout(resolve, 150));
      document.querySelector<HTMLElement>("input[role=switch]")?.click();
    });
    await expectMoving(viewer);
    await page.getByRole("region", { name: "Sharing" }).getByRole("button", { name: "Show" }).click();
    await expect(low).toBeChecked();
    await expect(low).not.toHaveAttribute("aria-disabled", "true");
    await low.click({ force: true });
    await expect(low).not.toBeChecked();

    await page.evaluate(() => {
      const { kept } = window;
      kept.at(-1)?.getSenders()[0]?.track?.dispatchEvent(new Event("ended"));
    });
    await expect(viewer.getByText("The host ended the session.")).toBeVisible({ timeout: 2_000 });
    const live = () => page.evaluate(() => window.kept.filter((one) => one.connectionState !== "closed").length);
    expect(await live()).toBe(0);

    await viewer.getByRole("button", { name: "Enter another code" }).click();
    const host = await otherDevice(browser, baseURL);
    await signIn(host, STAFF);
    await letIn(host, viewer);
    await host.close();
    await expect(viewer.getByText("The host ended the session.")).toBeVisible({ timeout: 2_000 });
    await host.context().close();

    await viewer.context().close();
  },
);

test.describe("a device that cannot share its screen", inTurn(5), () => {
  test("over plain http is told why, and has no button that does nothing", async ({ browser, house }) => {
    const host = await otherDevice(browser, house.url.replace("127.0.0.1", INTRANET));
    await letStaffShare(house);
    await signIn(host, STAFF);
    await choose(host, "Options", "Remote Assist: Share");
    await expect(dialogOf(host).getByRole("alert")).toContainText("This page came over plain http");
    await expect(dialogOf(host).getByRole("button", { name: "Start" })).toHaveCount(0);
    await expectAccessible(host, "what cannot be");
    await host.context().close();
  });

  test("as on Android and iPhones shares its camera, and says so", async ({ browser, house, baseURL }) => {
    const viewer = await otherDevice(browser, baseURL);
    await signIn(viewer, ADMIN);
    await letStaffShare(house);
    const android = "Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
    const instead = "This device cannot share its screen. Sharing the camera instead.";
    const tablet = await otherDevice(browser, baseURL, { userAgent: android });
    await keepConnections(tablet);
    await signIn(tablet, STAFF);
    await share(tablet);
    await expect(dialogOf(tablet).getByText(instead)).toBeVisible();
    await letIn(tablet, viewer, false);
    await expectMoving(viewer);
    await expect(tablet.getByRole("region", { name: "Sharing" })).toContainText("Your camera is being shared");
    const way = await tablet.evaluate(() => {
      const [sender] = window.kept.at(-1)?.getSenders() ?? [];
      return [sender?.track?.contentHint, sender?.getParameters().degradationPreference];
    });
    expect(way).toEqual(["motion", "balanced"]);
    await tablet.context().close();

    const phone = await otherDevice(browser, baseURL);
    await phone.addInitScript(() => Reflect.deleteProperty(MediaDevices.prototype, "getDisplayMedia"));
    await signIn(phone, STAFF);
    await share(phone);
    await expect(dialogOf(phone).getByText(instead)).toBeVisible();
    // Asked for the screen, it says that there is none, and offers the camera.
    await dialogOf(phone).getByRole("button", { name: "End" }).click();
    await dialogOf(phone).getByRole("button", { name: "Share again" }).click();
    await dialogOf(phone)
      .getByRole("radio", { name: /^Screen/ })
      .check({ force: true });
    await dialogOf(phone).getByRole("button", { name: "Start" }).click();
    await expect(dialogOf(phone).getByRole("alert")).toContainText("This device cannot share its screen.");
    await dialogOf(phone).getByRole("button", { name: "Share the camera" }).click();
    await expect(dialogOf(phone).locator("[data-code]")).toBeVisible();
    await phone.context().close();
    await viewer.context().close();
  });

  test("because nobody chose one is told so, and offered the camera", async ({ page, house }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getDisplayMedia = async () => {
        throw new DOMException("denied", "NotAllowedError");
      };
    });
    await letStaffShare(house);
    await signIn(page, STAFF);
    await choose(page, "Options", "Remote Assist: Share");
    await dialogOf(page).getByRole("button", { name: "Start" }).click();
    await expect(dialogOf(page).getByRole("alert")).toContainText("the screen was not chosen");
    await dialogOf(page).getByRole("button", { name: "Share the camera" }).click();
    await expect(dialogOf(page).locator("[data-code]")).toBeVisible();
  });
});
