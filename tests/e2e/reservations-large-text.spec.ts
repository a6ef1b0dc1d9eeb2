import { inTurn, test } from "./fixtures";
import { anEvening, everyScreen } from "./reservations-screens";
import { expectWhole, LARGE_LETTERS } from "./whole";

test.use(LARGE_LETTERS);

test(
  "with letters of twice the size nothing of Reservations is cut, lies over another thing, or scrolls sideways",
  inTurn(3),
  async ({ page, house }) => {
    await anEvening(house);
    await everyScreen(page, (what) => expectWhole(page, what));
  },
);
