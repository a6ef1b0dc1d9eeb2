import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright/test";
import { expectMoving, INTRANET, keepConnections, letIn, letStaffShare, picturesOn, SHARING, Wire } from "../e2e/assist-pages";
import { ADMIN, dialogOf, expect, STAFF, signInByHand, test } from "../e2e/fixtures";

/**
 * A viewer on a network of their own, which fails and comes back with another address: `npm run test:relay`. The network is a
 * namespace of Linux with one line to this machine; that takes root, and Debian's iproute2.
 */

const SPACE = `daftar-${process.pid}`;
const NEAR = `dft${process.pid % 100_000}n`;
const FAR = `dft${process.pid % 100_000}f`;
const NET = `10.77.${process.pid % 250}`;
const HERE = `${NET}.1`;

const ip = (...words: string[]) => void execFileSync("ip", words);
const inSpace = (...words: string[]) => ip("-n", SPACE, ...words);

function setAddress(viewer: string): void {
  inSpace("addr", "flush", "dev", FAR);
  inSpace("addr", "add", `${viewer}/24`, "dev", FAR);
  inSpace("link", "set", FAR, "up");
  inSpace("route", "add", "default", "via", HERE);
}

test.beforeAll(() => {
  ip("netns", "add", SPACE);
  ip("link", "add", NEAR, "type", "veth", "peer", "name", FAR, "netns", SPACE);
  ip("addr", "add", `${HERE}/24`, "dev", NEAR);
  ip("link", "set", NEAR, "up");
  inSpace("link", "set", "lo", "up");
  setAddress(`${NET}.2`);
});

test.afterAll(() => {
  // The namespace lasts as long as any process in it; the line must not, it has this machine's side of the address.
  ip("link", "del", NEAR);
  ip("netns", "del", SPACE);
});

test.use({ launchOptions: SHARING, settings: { STUN_URLS: "none" } });

/** A browser that sees the other network only. */
async function browserThere(executablePath: string): Promise<Browser> {
  writeFileSync(executablePath, `#!/bin/sh\nexec ip netns exec ${SPACE} ${SHARING.executablePath} "$@"\n`);
  chmodSync(executablePath, 0o755);
  return chromium.launch({ ...SHARING, executablePath, args: [...SHARING.args, `--host-resolver-rules=MAP ${INTRANET} ${HERE}`] });
}

const wayOf = (host: Page) =>
  host.evaluate(() => {
    const { kept } = window;
    return [kept.length, /a=ice-ufrag:(\S+)/.exec(kept.at(-1)?.localDescription?.sdp ?? "")?.[1]];
  });

/** From which of its addresses the viewer takes the picture; the host is told none that it has not heard of before. */
const addressOf = (viewer: Page) =>
  viewer.evaluate(async () => {
    type Report = { id: string; type: string; selectedCandidatePairId?: string; localCandidateId?: string; address?: string };
    const reports = new Map<string, Report>();
    (await window.kept.at(-1)?.getStats())?.forEach((report: Report) => {
      reports.set(report.id, report);
    });
    const transport = [...reports.values()].find(({ type }) => type === "transport");
    const pair = reports.get(transport?.selectedCandidatePairId ?? "");
    return reports.get(pair?.localCandidateId ?? "")?.address;
  });

test("a network that is away for ten seconds and comes back with another address: the same session goes on by another way", async ({
  browser: _browser,
  page: host,
  house,
}, info) => {
  await keepConnections(host);
  const wire = await Wire.to(house, HERE);
  const there = await browserThere(info.outputPath("chromium"));
  const viewer = await (await there.newContext({ baseURL: wire.url.replace(HERE, INTRANET) })).newPage();
  await keepConnections(viewer);
  await letStaffShare(house);
  await signInByHand(host, STAFF);
  await signInByHand(viewer, ADMIN);
  await letIn(host, viewer);
  await expectMoving(viewer);
  const [before, first] = await wayOf(host);
  expect(await addressOf(viewer)).toBe(`${NET}.2`);

  ip("link", "set", NEAR, "down");
  await viewer.waitForTimeout(10_000);
  await expect(dialogOf(host).getByText(/^Connected:/)).toHaveCount(0);
  setAddress(`${NET}.3`);
  ip("link", "set", NEAR, "up");
  const began = performance.now();
  const seen = await picturesOn(viewer);
  await expect.poll(() => picturesOn(viewer), { timeout: 30_000, intervals: [200] }).toBeGreaterThan(seen + 10);
  const seconds = (performance.now() - began) / 1000;
  console.log(`back ${seconds.toFixed(1)} s after the network`);
  expect(seconds).toBeLessThan(15);
  const [after, second] = await wayOf(host);
  expect([after, second === first]).toEqual([before, false]); // the same connection, begun anew
  await expect(dialogOf(host).getByText(/^Connected:/)).toBeVisible();
  expect(await addressOf(viewer)).toBe(`${NET}.3`);
  await there.close();
  wire.close();
});
