import { expect, it } from "vitest";
import { agoInWords } from "@/components/ui/time-ago";

it.each([
  [-3, "just now"],
  [12, "just now"],
  [48, "40 s ago"],
  [61, "1 min ago"],
])("%i seconds ago is %s", (seconds, words) => {
  const now = new Date("2026-11-20T12:00:00.000Z");
  expect(agoInWords(new Date(now.getTime() - seconds * 1000).toISOString(), now, "Asia/Beirut")).toBe(words);
});
