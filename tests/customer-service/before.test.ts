import { describe, expect, it } from "vitest";
import { toldOf } from "@/components/customer-service/use-recipient-check";
import type { Recipient } from "@/lib/guest-search/contract";

const person = (name: string, ...digits: string[]): Recipient => ({
  id: name,
  name,
  phones: digits.join(" / "),
  company: "",
  added_at: "2026-11-20T19:40:00.000Z",
  branch: "jounieh",
  numbers: digits.map((one) => ({ shown: `+${one}`, digits: one })),
});
const [NOBODY, TONY, LINA] = [person("Nobody"), person("Tony", "9613111111"), person("Lina", "9613222222")];
const CHOSEN = [NOBODY, TONY, LINA];
const SAME = "The same message is on its way to this guest, or went out lately.";

describe("what is told before a letter is queued", () => {
  it("names who would be left out, and when the words can go again; the count is of the others", () => {
    const said = { left_out: [{ index: 0, name: "Tony", reason: SAME, again_from: "2026-11-28T13:12:00.000Z" }], later: [] };
    expect(toldOf(CHOSEN, said, () => "Sat 15:12")).toEqual({
      going: [NOBODY, LINA],
      leftOut: [{ person: TONY, reason: `${SAME} These words can go again from Sat 15:12 on.` }],
      later: [],
    });
  });

  it("names who would wait, and until when: they are queued all the same", () => {
    const said = { left_out: [], later: [{ index: 1, name: "Lina", reason: "Enough.", from: "2026-11-28T13:12:00.000Z" }] };
    expect(toldOf(CHOSEN, said, () => "Sat 15:12")).toEqual({
      going: CHOSEN,
      leftOut: [],
      later: [{ person: LINA, reason: "Enough. It goes out from Sat 15:12 on." }],
    });
  });

  it("is nothing where no server says it", () => {
    expect(toldOf(CHOSEN, undefined, String)).toEqual({ going: CHOSEN, leftOut: [], later: [] });
    expect(toldOf(CHOSEN, {}, String)).toEqual({ going: CHOSEN, leftOut: [], later: [] });
  });
});
