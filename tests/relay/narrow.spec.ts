import type { Page } from "playwright/test";
import { expectMoving, letIn, letStaffShare, otherDevice, SHARING } from "../e2e/assist-pages";
import { ADMIN, expect, STAFF, signInByHand, test } from "../e2e/fixtures";
import { Coturn } from "./coturn";
import { NarrowLine } from "./narrow-line";

/** A host whose line takes less than the picture needs, over a real coturn by TCP: `npm run test:relay`. */

const relay = new Coturn();

test.beforeAll(() => relay.start());
test.afterAll(() => relay.stop());
test.use({
  launchOptions: SHARING,
  settings: { STUN_URLS: "none", TURN_URLS: `turn:127.0.0.1:${relay.port}`, TURN_SECRET: Coturn.secret },
});

/** Reaches nobody but by the relay, and the relay by this port. */
async function onlyBy(page: Page, urls: string): Promise<void> {
  await page.addInitScript((only) => {
    const kept: RTCPeerConnection[] = [];
    Object.assign(window, { kept });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        const iceServers = configuration?.iceServers?.map((server) => ({ ...server, urls: only }));
        super({ ...configuration, iceServers, iceTransportPolicy: "relay" });
        kept.push(this);
      }
    };
  }, urls);
}

/** What is shared is a page of text, some lines of which are always others: more than a narrow line takes, and no more than a wide one. */
async function sharesText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 1280, height: 720 });
      const pen = canvas.getContext("2d");
      const wordsOf = (row: number) =>
        Array.from({ length: 18 }, (_, index) => ((row * 7_919 + index * 104_729) % 1_000_003).toString(36)).join(" ");
      let step = 0;
      setInterval(() => {
        if (!pen) return;
        step++;
        pen.fillStyle = "#fff";
        pen.fillRect(0, 0, 1280, 720);
        pen.fillStyle = "#111";
        pen.font = "20px sans-serif";
        for (let row = 0; row < 30; row++) pen.fillText(wordsOf(row < 5 ? row + step * 31 : row), 10, row * 24 + 20);
      }, 66);
      return canvas.captureStream(15);
    };
  });
}

/** What has gone out of the host so far, and how large the last picture was. */
const outOf = (host: Page) =>
  host.evaluate(async () => {
    type Report = { type: string; framesSent?: number; frameWidth?: number; bytesSent?: number };
    let out: Report | undefined;
    (await window.kept.at(-1)?.getStats())?.forEach((report: Report) => {
      if (report.type === "outbound-rtp") out = report;
    });
    return { at: performance.now(), frames: out?.framesSent ?? 0, width: out?.frameWidth ?? 0, bytes: out?.bytesSent ?? 0 };
  });

interface Look {
  /** Pictures a second. */
  pace: number;
  kbits: number;
  width: number;
}

/** Looks every two seconds, until what it sees is enough. */
async function lookUntil(host: Page, seconds: number, isEnough: (look: Look) => boolean): Promise<Look[]> {
  const looks: Look[] = [];
  let before = await outOf(host);
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    await host.waitForTimeout(2_000);
    const now = await outOf(host);
    const passed = (now.at - before.at) / 1_000;
    const look = {
      pace: (now.frames - before.frames) / passed,
      kbits: ((now.bytes - before.bytes) * 8) / passed / 1_000,
      width: now.width,
    };
    looks.push(look);
    before = now;
    if (isEnough(look)) break;
  }
  return looks;
}

test("on a line of 300 kbit/s pictures become fewer and not smaller, and come as often as before within a minute of its end", async ({
  browser,
  house,
}) => {
  test.setTimeout(240_000);
  const line = await NarrowLine.to(relay.port);
  await letStaffShare(house);
  house.setClock(new Date().toISOString()); // coturn judges the credentials by the machine's own clock
  const [host, viewer] = [await otherDevice(browser, house.url), await otherDevice(browser, house.url)];
  await onlyBy(host, `turn:127.0.0.1:${line.port}?transport=tcp`);
  await onlyBy(viewer, `turn:127.0.0.1:${relay.port}`);
  await sharesText(host);
  await signInByHand(host, STAFF);
  await signInByHand(viewer, ADMIN);
  await letIn(host, viewer);
  const [usual] = (await lookUntil(host, 60, ({ pace, kbits, width }) => pace > 10 && kbits > 600 && width === 1280)).slice(-1);
  expect(usual?.pace, "on a wide line").toBeGreaterThan(10);

  line.bitsPerSecond = 300_000;
  const narrow = await lookUntil(host, 24, () => false);
  expect(Math.min(...narrow.map(({ pace }) => pace)), "fewer pictures").toBeLessThan(8);
  for (const { width } of narrow) expect(width, "text stays as large").toBe(1280);
  const [last] = narrow.slice(-1);
  expect(last?.kbits, "what the line takes").toBeLessThan(350);

  line.bitsPerSecond = null;
  const again = await lookUntil(host, 60, ({ pace }) => pace > 10);
  const told = [usual, last, again.at(-1)].map((look) => `${look?.pace.toFixed(1)} pictures/s`);
  console.log(`${told.join(", ")}; as before after ${again.length * 2} s`);
  expect(again.at(-1)?.pace, "as before").toBeGreaterThan(10);
  expect(again.at(-1)?.width).toBe(1280);
  await expectMoving(viewer);
  await line.stop();
});
