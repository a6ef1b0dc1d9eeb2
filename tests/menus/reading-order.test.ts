import { expect, it } from "vitest";
import { inReadingOrder } from "@/lib/menu-pdf/prices/reading-order";

const drawn = (text: string) => [...text].toReversed();

it.each([
  ["حمص بالطحينة", drawn("حمص بالطحينة")],
  ["كوكا كولا 330 ml", [..."330 ml ", ...drawn("كوكا كولا")]],
  ["دجاج (نصف) مشوي", drawn("دجاج (نصف) مشوي")],
  ["Arak عرق glass", [..."Arak ", ...drawn("عرق"), ..." glass"]],
  ["Hummus, large", [..."Hummus, large"]],
  ["خلا", ["لا", "خ"]],
])("%s is read as it is written", (written, units) => {
  expect(inReadingOrder(units)).toBe(written);
});
