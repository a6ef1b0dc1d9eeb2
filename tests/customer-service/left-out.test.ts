import { expect, it } from "vitest";
import { sorted } from "@/components/customer-service/recipients";
import type { Recipient } from "@/lib/guest-search/contract";
import { MAY_HAVE_SAID_NO, OPTED_OUT } from "@/lib/queue/left-out-reasons";

function person(name: string, ...digits: string[]): Recipient {
  const numbers = digits.map((one) => ({ shown: `+${one}`, digits: one }));
  return { id: name, name, phones: digits.join(" / "), company: "", added_at: "2026-11-20T19:40:00.000Z", branch: "jounieh", numbers };
}

it("a letter leaves out who has said no, and who may have, each with the reason", () => {
  const [tony, maya, rami] = [person("Tony", "9613111111"), person("Maya", "9613222222", "96171222333"), person("Rami", "9613333333")];
  const reasons: Record<string, string> = { "9613111111": OPTED_OUT, "9613222222 | 96171222333": MAY_HAVE_SAID_NO };
  expect(sorted([tony, maya, rami], (phones) => reasons[phones] ?? null)).toEqual({
    going: [rami],
    refused: [
      { person: tony, reason: OPTED_OUT },
      { person: maya, reason: MAY_HAVE_SAID_NO },
    ],
  });
});
