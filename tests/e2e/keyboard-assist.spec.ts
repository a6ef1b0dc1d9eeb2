import { codeOf, expectMoving, letStaffShare, otherDevice, question, SHARING, shared } from "./assist-pages";
import { chooseByKeys, expectFocus, OFFICE_PC, press, tabTo } from "./by-keyboard";
import { dialogOf, expect, ONE_SIZE, pageListens, STAFF, signIn, test } from "./fixtures";

test.use({ ...OFFICE_PC, launchOptions: SHARING });

test(
  "Remote Assist by keyboard alone: shared, seen, fitted and filled, ended on both sides",
  ONE_SIZE,
  async ({ page, browser, house, baseURL }) => {
    const viewer = await otherDevice(browser, baseURL);
    await letStaffShare(house);
    await Promise.all([signIn(page, STAFF), signIn(viewer)]);
    for (const one of [page, viewer]) await pageListens(one);
    await chooseByKeys(page, "Options", "Remote Assist: Share");
    await tabTo(page, dialogOf(page).getByRole("radio", { name: /^Auto/ }));
    await page.keyboard.press("ArrowDown");
    await expect(dialogOf(page).getByRole("radio", { name: /^Screen/ })).toBeChecked();
    await page.keyboard.press("Control+Enter");
    await expect(page.locator("[data-code]")).toBeVisible();
    await expectFocus(dialogOf(page));

    await chooseByKeys(viewer, "Options", "Remote Assist: View");
    await expect(viewer.getByRole("textbox", { name: "Code" })).toBeFocused();
    await viewer.keyboard.type(await codeOf(page));
    await viewer.keyboard.press("Enter");
    await expect(question(page).getByRole("button", { name: "Do not allow" })).toBeFocused();
    await press(page, question(page).getByRole("button", { name: "Allow", exact: true }));
    await expectMoving(viewer);
    await expectFocus(dialogOf(viewer));
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("button", { name: "Options" })).toBeFocused();
    await press(page, page.getByRole("region", { name: "Sharing" }).getByRole("button", { name: "Show" }));
    await expectFocus(dialogOf(page));

    await viewer.keyboard.press("f");
    await expect.poll(() => viewer.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await viewer.keyboard.press("f");
    await expect.poll(() => viewer.evaluate(() => document.fullscreenElement)).toBeNull();
    await press(viewer, dialogOf(viewer).getByRole("button", { name: "Fill" }));
    await expect(shared(viewer)).toHaveAttribute("data-filled");
    await viewer.keyboard.press("Enter");
    await expect(shared(viewer)).not.toHaveAttribute("data-filled");
    await tabTo(viewer, dialogOf(viewer).getByRole("button", { name: "End" }));
    await viewer.keyboard.press("Escape");
    await expect(viewer.getByRole("banner").getByRole("button", { name: "Options" })).toBeFocused();

    await expect(dialogOf(page).getByText("The viewer left. Nothing is shared any more.")).toBeVisible();
    await expectFocus(dialogOf(page));
    await press(page, dialogOf(page).getByRole("button", { name: "Share again" }));
    await press(page, dialogOf(page).getByRole("button", { name: "Start" }));
    await press(page, dialogOf(page).getByRole("button", { name: "End" }));
    await expectFocus(dialogOf(page));
    await press(page, dialogOf(page).getByRole("button", { name: "Share again" }));
    await press(page, dialogOf(page).getByRole("button", { name: "Start" }));
    await press(page, dialogOf(page).getByRole("button", { name: "Hide" }));
    const line = page.getByRole("region", { name: "Sharing" });
    await press(page, line.getByRole("button", { name: "End" }));
    await expect(line).toHaveCount(0);
    await expectFocus(page.getByRole("main"));
    await viewer.context().close();
  },
);
