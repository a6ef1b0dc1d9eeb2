import { describe, expect, it } from "vitest";
import { QualitySteps } from "@/components/assist/quality-steps";

/** Looks every two seconds, so often, from an instant on. */
function look(steps: QualitySteps, isNarrow: boolean, times: number, from = 0): void {
  for (let count = 0; count < times; count++) steps.look(isNarrow, from + count * 2_000);
}

describe("a narrow line", () => {
  it("takes pictures away first and makes them smaller last, a step for three looks", () => {
    const steps = new QualitySteps(30);
    const taken = [];
    for (let step = 0; step < 7; step++) {
      taken.push(`${steps.current.fps}/${steps.current.scale}`);
      look(steps, true, 3);
    }
    expect(taken).toEqual(["30/1", "15/1", "8/1", "5/1", "5/1.5", "5/2", "5/2"]);
  });

  it("is not taken for one after two looks, nor after looks that are not in a row", () => {
    const steps = new QualitySteps(15);
    look(steps, true, 2);
    look(steps, false, 1);
    look(steps, true, 2);
    expect(steps.current).toEqual({ fps: 15, scale: 1 });
  });

  it("that is wide again is tried a step at a time, every twenty seconds", () => {
    const steps = new QualitySteps(30);
    look(steps, true, 9);
    expect(steps.current.fps).toBe(5);
    const seen = [];
    for (let second = 0; second <= 62; second += 2) {
      steps.look(false, second * 1000);
      if (second % 20 === 2) seen.push(steps.current.fps);
    }
    expect(seen).toEqual([5, 8, 15, 30]);
  });

  it("begins at its top with another preset, and never goes above it", () => {
    const steps = new QualitySteps(30);
    look(steps, true, 12);
    steps.begin(15);
    expect(steps.current).toEqual({ fps: 15, scale: 1 });
    look(steps, false, 100);
    expect(steps.current).toEqual({ fps: 15, scale: 1 });
  });
});
