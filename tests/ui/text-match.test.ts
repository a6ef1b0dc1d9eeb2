import { describe, expect, it } from "vitest";
import { matchPhone } from "@/components/ui/text-match";

/** What is marked of a phone as it is shown. */
const marked = (shown: string, query: string) =>
  matchPhone(shown, query)
    .filter(({ hit }) => hit)
    .map(({ text }) => text);

describe("of a phone that was searched for", () => {
  it.each([
    ["03 123", ["3 123"]],
    ["123456", ["123 456"]],
    ["٠٣ ١٢٣", ["3 123"]],
    ["maya 456", ["456"]],
    ["3", []],
    ["maya", []],
  ])("%s marks %j", (query, hits) => {
    expect(marked("+961 3 123 456", query)).toEqual(hits);
  });
});
