import type { Page } from "playwright/test";
import { bothSignedIn, expectMoving, join, keepConnections, letIn, otherDevice, SHARING, shared, Wire } from "./assist-pages";
import { dialogOf, expect, ONE_SIZE, test } from "./fixtures";

test.use({ launchOptions: SHARING });

const AWAY = "The server does not answer; the picture goes on.";

test(
  "a server that is killed ends the sharing for both as soon as it is back, and every code with it",
  ONE_SIZE,
  async ({ page, browser, house, baseURL }) => {
    await keepConnections(page);
    const viewer = await otherDevice(browser, baseURL);
    await bothSignedIn(house, page, viewer);
    await letIn(page, viewer);
    await house.stop();
    await expect(viewer.getByText(AWAY)).toBeVisible();
    await expectMoving(viewer);
    await house.start();
    await expect(
      viewer.getByText("The server was started anew, or the session ended while the line was cut. Ask the host for a new code."),
    ).toBeVisible({ timeout: 30_000 });
    const over = "The server was started anew, or the session ended while the line was cut. Nothing is shared any more.";
    await expect(dialogOf(page).getByText(over)).toBeVisible();
    expect(await page.evaluate(() => window.kept.map(({ connectionState }) => connectionState))).toEqual(["closed"]);

    await dialogOf(page).getByRole("button", { name: "Share again" }).click();
    await dialogOf(page).getByRole("button", { name: "Start" }).click();
    const code = await page.locator("[data-code]").getAttribute("data-code");
    await house.stop();
    await house.start();
    await expect(dialogOf(page).getByText(over)).toBeVisible({ timeout: 30_000 });
    await viewer.getByRole("button", { name: "Enter another code" }).click();
    await join(viewer, code ?? "");
    await expect(dialogOf(viewer).getByRole("alert")).toHaveText("Invalid code.");
    await dialogOf(page).getByRole("button", { name: "Share again" }).click();
    await dialogOf(page).getByRole("button", { name: "Start" }).click();
    await letIn(page, viewer, false);
    await expectMoving(viewer);
    await viewer.context().close();
  },
);

test(
  "a host who is cut off while the viewer leaves hears of it when the line is back",
  ONE_SIZE,
  async ({ page: viewer, browser, house }) => {
    const wire = await Wire.to(house);
    const host = await otherDevice(browser, wire.url);
    await bothSignedIn(house, host, viewer);
    await letIn(host, viewer);
    await expect(dialogOf(host).getByText(/^Connected:/)).toBeVisible();
    wire.cut();
    await expect(dialogOf(host).getByText(AWAY)).toBeVisible();
    await expect(viewer.getByText("The connection was lost. Reconnecting…")).toBeVisible();
    await dialogOf(viewer).getByRole("button", { name: "End" }).click();
    await expect(viewer.getByText("You left the session.")).toBeVisible();
    wire.mend();
    await expect(dialogOf(host).getByRole("status").first()).toHaveText("The viewer left. Nothing is shared any more.", {
      timeout: 20_000,
    });
    await host.context().close();
    wire.close();
  },
);

interface Words {
  seq: number;
  type: string;
  gen?: number;
}

/** What a page hears of its socket: each message may become others. */
async function hearsInstead(page: Page, heard: (words: Words) => Words[]): Promise<void> {
  await page.routeWebSocket(/\/assist\/ws\?/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      for (const words of heard(JSON.parse(String(text)) as Words)) socket.send(JSON.stringify(words));
    });
  });
}

test(
  "candidates before their offer, an offer twice, an answer that nobody asked for and words of another connection: the picture comes all the same",
  ONE_SIZE,
  async ({ page, browser, house, baseURL }) => {
    const viewer = await otherDevice(browser, baseURL);
    const told: string[] = [];
    let offer: Words | null = null;
    await hearsInstead(viewer, (words) => {
      if (words.type === "offer" && !offer) {
        offer = words;
        return [];
      }
      if (words.type !== "ice" || !offer || told.length > 0) return [words];
      const first = offer;
      // What comes without a number is heard at once: the same offer again, and one of a connection that was before.
      const turned = [
        { ...words, seq: first.seq },
        { ...first, seq: words.seq },
        { ...first, seq: 0 },
        { ...first, seq: 0, gen: 0 },
      ];
      told.push(...turned.map(({ type, gen }) => `${type} ${gen}`));
      return turned;
    });
    await hearsInstead(page, (words) => {
      if (words.type !== "answer") return [words];
      const strange = { ...words, seq: 0, gen: 99 };
      return [strange, words, { ...words, seq: 0 }, { ...strange, type: "ice" }];
    });
    await bothSignedIn(house, page, viewer);
    await letIn(page, viewer);
    await expectMoving(viewer);
    expect(told).toEqual(["ice 1", "offer 1", "offer 1", "offer 0"]);
    await expect(dialogOf(page).getByText(/^Connected:/)).toBeVisible();
    await expect(shared(viewer)).toBeVisible();
    await viewer.context().close();
  },
);
