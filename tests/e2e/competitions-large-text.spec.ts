import { everyScreen, SETTINGS } from "./competitions-house";
import { inTurn, test } from "./fixtures";
import { expectWhole, LARGE_LETTERS } from "./whole";

test.use({ ...LARGE_LETTERS, settings: SETTINGS });

test(
  "with letters of twice the size nothing of Competitions is cut, lies over another thing, or scrolls sideways",
  inTurn(4),
  async ({ page, house }) => {
    await everyScreen(page, house, (what) => expectWhole(page, what));
  },
);
