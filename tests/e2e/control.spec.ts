import { CONTROL_TEXTS } from "../../lib/control/control-texts";
import { expectAccessible } from "./accessible";
import { dialogOf, expect, expectNoSidewaysScroll, inTurn, OFFICE, PHONE_FIRST, STAFF, signIn, test } from "./fixtures";

test(
  "the switchboard says how the house stands; read-only holds a hostess until it is ended, and a notice is read by her",
  PHONE_FIRST,
  async ({ page, house }) => {
    await signIn(page, undefined, "/control");
    const main = page.getByRole("main");
    for (const tile of [CONTROL_TEXTS.health, CONTROL_TEXTS.switches, CONTROL_TEXTS.rules, CONTROL_TEXTS.people])
      await expect(main.getByRole("region", { name: tile })).toBeVisible();
    await expect(main.getByText(CONTROL_TEXTS.pointer)).toBeVisible();
    await expect(main.getByRole("region", { name: CONTROL_TEXTS.health })).toContainText("are free.");
    await expectAccessible(page, "the switchboard");
    await expectNoSidewaysScroll(page);

    await main.getByRole("button", { name: "Write one Maintenance notice" }).click();
    await dialogOf(page).getByRole("textbox").fill("Away from 02:00 to 03:00.");
    await dialogOf(page).getByRole("button", { name: "Show it" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Away from 02:00 to 03:00." })).toBeVisible();

    await main.getByRole("button", { name: "Begin Read-only mode" }).click();
    await expectAccessible(page, "the question before read-only mode");
    await dialogOf(page).getByRole("textbox").fill("The server moves");
    await dialogOf(page).getByRole("button", { name: "Let nobody change anything" }).click();
    await expect(page.getByText("Read-only, says admin: The server moves.")).toBeVisible();
    const metadata = { hostess: "Rima", waiter: "Jad", table_number: "41" };
    const body = JSON.stringify({ metadata, contacts: [{ name: "Maya", phones: "03 111111" }] });
    const save = () => house.api("/save-table", { method: "POST", headers: { "content-type": "application/json" }, body });
    expect((await save()).status).toBe(503);
    await main.getByRole("button", { name: "End it Read-only mode" }).click();
    await dialogOf(page).getByRole("button", { name: "Let everybody work" }).click();
    await expect(main.getByText("Off: everybody can work.")).toBeVisible();
    expect((await save()).status).toBe(200);
    await main.getByRole("button", { name: "Change or end Maintenance notice" }).click();
    await dialogOf(page).getByRole("button", { name: "Take it away" }).click();
    await expect(main.getByText("No notice is shown.")).toBeVisible();
  },
);

test("staff read who can help where something is not theirs", inTurn(3), async ({ page }) => {
  await signIn(page, STAFF, "/control");
  const people = page.getByRole("region", { name: CONTROL_TEXTS.people });
  await expect(people.getByText("Who can help: admin.").first()).toBeVisible();
  await expect(people.getByRole("button", { name: /Users/ })).toHaveCount(0);
  await expectAccessible(page, "the switchboard of staff");
});

test("months without a visit are set only after it was said whom it would be", inTurn(5, OFFICE), async ({ page }) => {
  await signIn(page, undefined, "/control");
  await page.getByRole("main").getByRole("button", { name: "Set it How long guests are kept" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Without a visit for").selectOption("36 months");
  await expect(dialog.getByText("It begins two weeks after it is set")).toBeVisible();
  await expectAccessible(page, "how long guests are kept");
  await dialog.getByRole("button", { name: "Erase after 36 months" }).click();
  await expect(page.getByRole("main").getByText("Erased after 36 months without a visit")).toBeVisible();
});
