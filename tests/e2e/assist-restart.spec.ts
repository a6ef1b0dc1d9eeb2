import { bothSignedIn, letIn, otherDevice, SHARING, Wire } from "./assist-pages";
import { dialogOf, expect, ONE_SIZE, test } from "./fixtures";

test.use({ launchOptions: SHARING });

test("a server that was started anew ends a session at once, and that is what both sides read", ONE_SIZE, async ({ browser, house }) => {
  const wire = await Wire.to(house);
  const host = await otherDevice(browser, wire.url);
  const viewer = await otherDevice(browser, wire.url);
  await bothSignedIn(house, host, viewer);
  await letIn(host, viewer);
  await expect(dialogOf(host).getByText(/^Connected:/)).toBeVisible();
  // What it answers then: sessions are kept in its memory alone.
  for (const device of [host, viewer]) {
    await device.route("**/api/assist/ticket", (route) =>
      route.fulfill({ status: 404, json: { error: "There is no such session any more.", code: "not_found" } }),
    );
  }
  wire.cut();
  await expect(viewer.getByText("The server does not answer; the picture goes on.")).toBeVisible();
  wire.mend();
  const anew = "The server was started anew, or the session ended while the line was cut.";
  await expect(viewer.getByText(`${anew} Ask the host for a new code.`)).toBeVisible();
  await expect(dialogOf(host).getByText(`${anew} Nothing is shared any more.`)).toBeVisible();
  for (const device of [host, viewer]) await device.context().close();
  wire.close();
});
