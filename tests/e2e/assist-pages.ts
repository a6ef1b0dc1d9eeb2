import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";
import type { Browser, Locator, Page } from "playwright/test";
import { CHROMIUM } from "./browser";
import { ADMIN, choose, dialogOf, expect, type House, STAFF, signIn } from "./fixtures";
import { JSON_BODY } from "./house";

declare global {
  interface Window {
    /** Every connection that the page made, as the tests keep them from before its own code runs. */
    kept: RTCPeerConnection[];
  }
}

/** A name that leads to the house over plain http, as on an intranet. */
export const INTRANET = "daftar.test";

/** Chromium shares a made-up screen and camera without asking. */
export const SHARING = {
  executablePath: CHROMIUM.executablePath,
  args: [
    ...CHROMIUM.args,
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream=fps=30",
    "--disable-features=WebRtcHideLocalIpsWithMdns",
    `--host-resolver-rules=MAP ${INTRANET} 127.0.0.1`,
  ],
};

/** Lets the role of the staff share. */
export async function letStaffShare(house: House): Promise<void> {
  const { roles } = (await (await house.api("/auth/roles")).json()) as { roles: Record<string, string[]> };
  const permissions = [...(roles.staff ?? []), "remote_assist_share"];
  const { status } = await house.api("/auth/roles/staff", { method: "PUT", headers: JSON_BODY, body: JSON.stringify({ permissions }) });
  expect(status).toBe(200);
}

/** Another device, on which the admin is signed in. */
export async function otherDevice(browser: Browser, baseURL: string, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 }, ...options });
  return context.newPage();
}

/** Keeps the peer connections of a page, for looking into them. */
export async function keepConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: RTCPeerConnection[] = [];
    Object.assign(window, { kept });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        kept.push(this);
      }
    };
  });
}

/** Begins to share. @returns the dialog with the code */
export async function share(page: Page): Promise<Locator> {
  await choose(page, "Options", "Remote Assist: Share");
  await dialogOf(page).getByRole("button", { name: "Start" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.locator("[data-code]")).toBeVisible();
  return dialog;
}

export async function codeOf(page: Page): Promise<string> {
  return (await page.locator("[data-code]").getAttribute("data-code")) ?? "";
}

export async function join(page: Page, code: string): Promise<void> {
  if (!(await page.getByRole("textbox", { name: "Code" }).isVisible())) await choose(page, "Options", "Remote Assist: View");
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Join" }).click();
}

export const question = (page: Page) => page.getByRole("alertdialog", { name: /wants to see what you share/ });
export const shared = (page: Page) => page.getByLabel("What the host shares");

/** How many pictures have been shown so far. */
export const picturesOn = (page: Page) =>
  shared(page).evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

export async function expectMoving(page: Page): Promise<void> {
  const before = await picturesOn(page);
  await expect.poll(() => picturesOn(page), { timeout: 3_000, intervals: [100] }).toBeGreaterThan(before + 5);
}

/** A host on one device whom a viewer on another sees. @returns milliseconds from the approval to the first picture */
export async function letIn(host: Page, viewer: Page, viewportOfHost = true): Promise<number> {
  if (viewportOfHost) await share(host);
  await join(viewer, await codeOf(host));
  await question(host).getByRole("button", { name: "Allow", exact: true }).click();
  const began = performance.now();
  await expect
    .poll(() => shared(viewer).evaluate((video: HTMLVideoElement) => video.videoWidth, undefined, { timeout: 5_000 }), { intervals: [50] })
    .toBeGreaterThan(0);
  const took = performance.now() - began;
  // The dialog has made way for the page that is shared.
  await expect(host.getByRole("dialog", { name: "Remote Assist: Share" })).toHaveCount(0);
  await host.getByRole("region", { name: "Sharing" }).getByRole("button", { name: "Show" }).click();
  return took;
}

/** Both signed in and on Home: the staff shares, the admin looks. */
export async function bothSignedIn(house: House, host: Page, viewer: Page): Promise<void> {
  await letStaffShare(house);
  await signIn(host, STAFF);
  await signIn(viewer, ADMIN);
}

/** Stands between browsers and the house, and can cut every line. */
export class Wire {
  private readonly lines = new Set<Socket>();
  private isCut = false;
  private readonly server;

  private constructor(
    private readonly port: number,
    private readonly address: string,
  ) {
    this.server = createServer((near) => {
      if (this.isCut) return void near.destroy();
      const far = dial(this.port, "127.0.0.1");
      for (const one of [near, far]) {
        this.lines.add(one);
        one.on("error", () => {});
        one.once("close", () => this.lines.delete(one));
      }
      near.pipe(far).pipe(near);
      near.once("close", () => far.destroy());
      far.once("close", () => near.destroy());
    });
  }

  /** @param address of this machine, at which the browsers look for the house */
  static async to(house: House, address = "127.0.0.1"): Promise<Wire> {
    const wire = new Wire(Number(new URL(house.url).port), address);
    await new Promise<void>((resolve) => wire.server.listen(0, address, resolve));
    return wire;
  }

  get url(): string {
    return `http://${this.address}:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const line of this.lines) line.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
