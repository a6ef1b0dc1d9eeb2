import type { Browser, Page } from "playwright/test";
import {
  codeOf,
  expectMoving,
  join,
  letIn,
  letStaffShare,
  otherDevice,
  picturesOn,
  question,
  SHARING,
  share,
  shared,
} from "../e2e/assist-pages";
import { ADMIN, dialogOf, expect, type House, STAFF, signInByHand, test } from "../e2e/fixtures";
import { Coturn } from "./coturn";

/** Remote Assist over a real coturn, when the two browsers have no other way: `npm run test:relay`. */

const relay = new Coturn();

test.beforeAll(() => relay.start());
test.afterAll(() => relay.stop());

/** Its browser takes no way but a relay. */
async function throughRelay(browser: Browser, house: House): Promise<Page> {
  const page = await otherDevice(browser, house.url);
  await page.addInitScript(() => {
    const kept: RTCPeerConnection[] = [];
    Object.assign(window, { kept });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: "relay" });
        kept.push(this);
      }
    };
  });
  return page;
}

async function two(browser: Browser, house: House): Promise<[Page, Page]> {
  await letStaffShare(house);
  house.setClock(new Date().toISOString()); // coturn judges the credentials by the machine's own clock
  const pages: [Page, Page] = [await throughRelay(browser, house), await throughRelay(browser, house)];
  await signInByHand(pages[0], STAFF);
  await signInByHand(pages[1], ADMIN);
  return pages;
}

const settings = { STUN_URLS: "none", TURN_URLS: `turn:127.0.0.1:${relay.port}` };
test.use({ launchOptions: SHARING });

test.describe("with the relay's secret", () => {
  test.use({ settings: { ...settings, TURN_SECRET: Coturn.secret } });

  test("two browsers that cannot reach each other share by way of it, and say so", async ({ browser, house }) => {
    const [host, viewer] = await two(browser, house);
    await letIn(host, viewer);
    await expectMoving(viewer);
    await expect(dialogOf(host).getByText(/By way of a relay\./)).toBeVisible();
    const paths = await host.evaluate(async () => {
      const { kept } = window;
      const types: string[] = [];
      (await kept.at(-1)?.getStats())?.forEach((report: { type: string; candidateType?: string }) => {
        if (report.type === "local-candidate") types.push(report.candidateType ?? "");
      });
      return [...new Set(types)];
    });
    expect(paths).toEqual(["relay"]);
    await dialogOf(viewer).getByRole("button", { name: "End" }).click();
    await expect(dialogOf(host).getByText("The viewer left. Nothing is shared any more.")).toBeVisible();
  });
});

test.describe("with a relay that goes away", () => {
  test.use({ settings: { ...settings, TURN_SECRET: Coturn.secret } });

  test("the picture comes back by another way within fifteen seconds of the relay's return", async ({ browser, house }) => {
    const [host, viewer] = await two(browser, house);
    await letIn(host, viewer);
    await expectMoving(viewer);
    const ufrag = () =>
      host.evaluate(() => {
        const { kept } = window;
        return [kept.length, /a=ice-ufrag:(\S+)/.exec(kept.at(-1)?.localDescription?.sdp ?? "")?.[1]];
      });
    const [before, first] = await ufrag();
    await relay.stop();
    await expect(viewer.getByText("The connection was lost. Reconnecting…")).toBeVisible({ timeout: 20_000 });
    await viewer.waitForTimeout(4_000);
    await relay.start();
    const began = performance.now();
    const seen = await picturesOn(viewer);
    await expect.poll(() => picturesOn(viewer), { timeout: 30_000, intervals: [200] }).toBeGreaterThan(seen + 10);
    const seconds = (performance.now() - began) / 1000;
    console.log(`back ${seconds.toFixed(1)} s after the relay`);
    expect(seconds).toBeLessThan(15);
    const [after, second] = await ufrag();
    expect([after, second === first]).toEqual([before, false]); // the same connection, begun anew
    await expect(dialogOf(host).getByText(/^Connected:/)).toBeVisible();
  });
});

test.describe("with another secret", () => {
  test.use({ settings: { ...settings, TURN_SECRET: "not-the-secret-of-the-relay" } });

  test("nobody gets through, and both are told that the connection was lost", async ({ browser, house }) => {
    const [host, viewer] = await two(browser, house);
    await share(host);
    await join(viewer, await codeOf(host));
    await question(host).getByRole("button", { name: "Allow", exact: true }).click();
    await viewer.waitForTimeout(5_000);
    expect(await shared(viewer).evaluateAll((videos) => videos.filter((video) => (video as HTMLVideoElement).videoWidth > 0).length)).toBe(
      0,
    );
    house.setClock(new Date(Date.now() + 40_000).toISOString());
    await expect(viewer.getByText("The connection was lost for too long. Ask the host for a new code.")).toBeVisible();
  });
});
