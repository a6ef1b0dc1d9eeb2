import { describe, expect, it } from "vitest";
import { switchText } from "@/lib/switch-fields";

describe("a switch", () => {
  it.each(["true", "1", "yes", "on", "TRUE", "Yes", " on "])("of %j is on", (text) => {
    expect(switchText(false).parse(text)).toBe(true);
  });

  it.each(["false", "0", "no", "off", "FALSE", "No"])("of %j is off", (text) => {
    expect(switchText(true).parse(text)).toBe(false);
  });

  it("that nobody sets, or sets to nothing, is as it is by default", () => {
    for (const byDefault of [true, false])
      for (const text of [undefined, "", " "]) expect(switchText(byDefault).parse(text)).toBe(byDefault);
  });

  it.each(["2", "maybe", "tru", "o n", "null", "undefined"])("of %j is refused in plain words", (text) => {
    expect(switchText(true).safeParse(text).error?.issues[0]?.message).toMatch(/^Say true or false/);
  });
});
