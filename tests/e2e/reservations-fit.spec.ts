import { tooSmall } from "./fingers";
import { dialogOf, expect, inTurn, test } from "./fixtures";
import { anEvening, everyScreen } from "./reservations-screens";

test("everything that is touched in Reservations is as large as a finger", inTurn(1), async ({ page, house }) => {
  await anEvening(house);
  await everyScreen(page, async (what) => {
    const dialog = dialogOf(page);
    expect(await tooSmall((await dialog.count()) > 0 ? dialog : page.locator("body")), what).toEqual([]);
  });
});
