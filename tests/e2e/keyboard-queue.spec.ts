import { confirmCancel, switchWords } from "../../lib/queue/queue-texts";
import { expectAccessible } from "./accessible";
import { expectFocus, OFFICE_PC, press, tabTo } from "./by-keyboard";
import { AFTERNOON, enqueue, WITH_WORKERS } from "./fake-worker";
import { dialogOf, expect, ONE_SIZE, pageListens, signIn, test } from "./fixtures";

test.use({ ...OFFICE_PC, settings: WITH_WORKERS });

const GUESTS = Array.from({ length: 12 }, (_, index) => ({
  name: index === 11 ? "Hala Mansour" : `Guest ${index}`,
  phone: `70 555 2${index + 10}`,
}));

test(
  "Whatsapp Live Queue by keyboard alone: a pause that loses none, all cancelled after their number alone, a campaign",
  ONE_SIZE,
  async ({ page, house }) => {
    house.setClock(AFTERNOON);
    await enqueue(house, GUESTS);
    await signIn(page);
    await pageListens(page);
    await press(page, page.getByRole("button", { name: "Whatsapp Live Queue" }));
    const cancelSwitch = page.getByRole("region", { name: "Cancel switch" });
    const letter = page.getByRole("region", { name: "Campaigns" }).getByRole("article");
    const total = (words: string) =>
      page.getByRole("region", { name: "Messages", exact: true }).locator("dl > div", { hasText: words }).locator("dd");
    const isOn = page.getByRole("alertdialog", { name: switchWords(true, "Jounieh") });
    await press(page, cancelSwitch.getByRole("button", { name: "Stop sending" }));
    await expect(isOn).toContainText("What waits stays in the queue until somebody resumes sending.");
    await press(page, isOn.getByRole("button", { name: "OK" }));
    await expect(isOn).toHaveCount(0);
    await expectFocus(page.getByRole("main"));
    await expect(total("Pending")).toHaveText("12");
    await expect(total("Cancelled")).toHaveText("0");
    await expect(letter).toContainText("Stopped");
    await press(page, cancelSwitch.getByRole("button", { name: "Resume sending" }));
    const isOff = page.getByRole("alertdialog", { name: switchWords(false, "Jounieh") });
    await press(page, isOff.getByRole("button", { name: "OK" }));
    await expect(isOff).toHaveCount(0);
    await expectFocus(page.getByRole("main"));

    await press(page, cancelSwitch.getByRole("button", { name: "Cancel all" }));
    const question = page.getByRole("alertdialog", { name: confirmCancel("Jounieh") });
    await tabTo(page, question.getByLabel("Type 12 to cancel them"));
    const cancel = question.getByRole("button", { name: "Cancel sending" });
    await expect(cancel).toBeDisabled();
    await page.keyboard.type("11");
    await page.keyboard.press("Enter");
    await expect(cancel).toBeDisabled();
    await expectAccessible(page, "the typed number");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("١٢");
    await press(page, cancel);
    await expect(isOn.locator("dl > div", { hasText: "Cancelled" })).toContainText("12");
    await press(page, isOn.getByRole("button", { name: "OK" }));
    await expect(isOn).toHaveCount(0);
    await expectFocus(page.getByRole("main"));

    await expect(letter).toContainText("Cancelled12");
    const campaign = page.getByRole("region", { name: "Campaigns" }).getByRole("button", { name: "Guests of Customer Service" });
    await press(page, campaign);
    const guests = dialogOf(page).getByRole("region", { name: "Guests" });
    await expect(guests.getByRole("listitem")).toHaveCount(12);
    await tabTo(page, guests.getByLabel("Find a guest"));
    await page.keyboard.type("hala");
    await expect(guests.getByRole("listitem")).toHaveText([/Hala Mansour/]);
    await press(page, dialogOf(page).getByRole("button", { name: "Close" }));
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(campaign).toBeFocused();
  },
);
