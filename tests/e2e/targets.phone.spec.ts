import { expect, signIn, test } from "./fixtures";

test("everything that can be touched on a phone is at least 44 pixels high or wide enough", async ({ page }) => {
  await signIn(page);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], input, [role=button]")]
      .filter((element) => element.checkVisibility() && !element.matches(".skip, [class*=skip]"))
      .map((element) => ({
        text: (element.ariaLabel ?? element.textContent ?? "").trim().slice(0, 40),
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height > 0 && box.height < 44 && box.bottom > 0)
      .map(({ text, box }) => `${text}: ${Math.round(box.width)}x${Math.round(box.height)}`),
  );
  expect(small).toEqual([]);
});
