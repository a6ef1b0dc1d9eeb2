import { describe, expect, it } from "vitest";
import { Ladder } from "@/components/assist/quality-steps";

/** Looks every two seconds, so often, from an instant on. */
function look(ladder: Ladder, isNarrow: boolean, times: number, from = 0): void {
  for (let count = 0; count < times; count++) ladder.look(isNarrow, from + count * 2_000);
}

describe("a narrow line", () => {
  it("takes pictures away first and makes them smaller last, a step for three looks", () => {
    const ladder = new Ladder(30);
    const rungs = [];
    for (let step = 0; step < 7; step++) {
      rungs.push(`${ladder.rung.fps}/${ladder.rung.scale}`);
      look(ladder, true, 3);
    }
    expect(rungs).toEqual(["30/1", "15/1", "8/1", "5/1", "5/1.5", "5/2", "5/2"]);
  });

  it("is not taken for one after two looks, nor after looks that are not in a row", () => {
    const ladder = new Ladder(15);
    look(ladder, true, 2);
    look(ladder, false, 1);
    look(ladder, true, 2);
    expect(ladder.rung).toEqual({ fps: 15, scale: 1 });
  });

  it("that is wide again is tried a step at a time, every twenty seconds", () => {
    const ladder = new Ladder(30);
    look(ladder, true, 9);
    expect(ladder.rung.fps).toBe(5);
    const seen = [];
    for (let second = 0; second <= 62; second += 2) {
      ladder.look(false, second * 1000);
      if (second % 20 === 2) seen.push(ladder.rung.fps);
    }
    expect(seen).toEqual([5, 8, 15, 30]);
  });

  it("begins at its top with another preset, and never goes above it", () => {
    const ladder = new Ladder(30);
    look(ladder, true, 12);
    ladder.begin(15);
    expect(ladder.rung).toEqual({ fps: 15, scale: 1 });
    look(ladder, false, 100);
    expect(ladder.rung).toEqual({ fps: 15, scale: 1 });
  });
});
