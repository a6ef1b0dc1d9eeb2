import { describe, expect, it } from "vitest";
import { randomnessOf } from "@/lib/competitions/draw/verify-round";
import { ROUNDS } from "./rounds";

describe("a round of quicknet", () => {
  it.each(Object.values(ROUNDS))("$round is signed by the pinned key, and its randomness is that of the signature", (round) => {
    expect(randomnessOf(round)).toBe(round.randomness);
  });

  it("is refused with another number, another signature, and with what is no point of the curve", () => {
    const { first, second, september } = ROUNDS;
    const flipped = (at: number) => september.signature.replace(/./g, (sign, index) => (index === at ? (sign === "0" ? "1" : "0") : sign));
    for (const round of [
      { ...september, round: september.round + 1 },
      { ...first, round: 2 },
      { ...first, signature: second.signature },
      { ...september, round: 0 },
      { ...september, round: 1.5 },
      { ...september, signature: flipped(1) },
      { ...september, signature: flipped(95) },
      { ...september, signature: `c0${"0".repeat(94)}` }, // the point at infinity
      { ...september, signature: "f".repeat(96) },
      { ...september, signature: september.signature.slice(2) },
      { ...september, signature: "" },
    ])
      expect(randomnessOf(round), JSON.stringify(round)).toBeNull();
  });
});
