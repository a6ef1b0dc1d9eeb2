import { bothSignedIn, keepConnections, letIn, otherDevice, SHARING } from "../e2e/assist-pages";
import { expect, test } from "../e2e/fixtures";

/** How well it goes on a machine that does nothing else: `npm run test:relay`, and not among the tests of every change. */

test.use({ launchOptions: SHARING });

test("the first picture comes within two seconds, then fourteen a second at least, and for half a minute it never stands still", async ({
  page: host,
  browser,
  house,
  baseURL,
}) => {
  const viewer = await otherDevice(browser, baseURL);
  await keepConnections(viewer);
  await bothSignedIn(house, host, viewer);
  expect(await letIn(host, viewer), "milliseconds to the first picture").toBeLessThan(2_000);
  const heard = () =>
    viewer.evaluate(async () => {
      type Report = { type: string; framesDecoded?: number; freezeCount?: number; totalFreezesDuration?: number };
      let inbound: Report | undefined;
      (await window.kept.at(-1)?.getStats())?.forEach((report: Report) => {
        if (report.type === "inbound-rtp") inbound = report;
      });
      return { at: performance.now(), frames: inbound?.framesDecoded ?? 0, freezes: inbound?.freezeCount ?? 0 };
    });
  await viewer.waitForTimeout(3_000); // until the line has shown what it takes
  const before = await heard();
  await viewer.waitForTimeout(30_000);
  const after = await heard();
  const fps = (after.frames - before.frames) / ((after.at - before.at) / 1_000);
  console.log(`${fps.toFixed(1)} pictures a second, ${after.freezes - before.freezes} times it stood still`);
  expect(after.freezes - before.freezes).toBe(0);
  expect(fps).toBeGreaterThanOrEqual(14);
  await viewer.context().close();
});
