import { describe, expect, it } from "vitest";
import { paceInWords, paceOf, type Sample, timeLeft, withSample } from "@/components/queue/pace";

/** An answer each 1.5 seconds, with as many messages dealt with as the function says. */
function watch(seconds: number, handledAt: (second: number) => number): Sample[] {
  let samples: Sample[] = [];
  for (let second = 0; second <= seconds; second += 1.5) samples = withSample(samples, { at: second * 1000, handled: handledAt(second) });
  return samples;
}

describe("the pace of the queue", () => {
  it("is not told before two messages and ten seconds were seen", () => {
    expect(paceOf([])).toBeNull();
    expect(paceOf(watch(9, (second) => second))).toBeNull();
    expect(paceOf(watch(60, (second) => (second > 30 ? 101 : 100)))).toBeNull();
  });

  it("is messages a minute", () => {
    expect(paceOf(watch(60, (second) => 100 + Math.floor(second / 3)))).toBeCloseTo(20, 0);
  });

  it("is that of the last five minutes, and falls when nothing goes out any more", () => {
    const samples = watch(900, (second) => Math.min(300, Math.floor(second)));
    expect(paceOf(samples)).toBeNull();
    expect(samples.length).toBeLessThan(205);
  });

  it("is not told once nothing goes out any more: nobody counts a time that is left then", () => {
    const until = (second: number, still: number) => watch(second + still, (now) => Math.floor(Math.min(now, second) / 3));
    expect(paceOf(until(60, 20))).not.toBeNull();
    expect(paceOf(until(60, 45))).toBeNull();
    // One that sends a message a minute stands still later.
    const slow = (still: number) => watch(240 + still, (now) => Math.floor(Math.min(now, 240) / 60));
    expect(paceOf(slow(55))).not.toBeNull();
  });

  it("is that of the messages, and not of the time before the first of them", () => {
    // Nine of them in nine seconds, after half a minute in which none had been asked for.
    const idle = (second: number) => Math.max(0, Math.min(9, Math.floor(second - 30)));
    expect(paceOf(watch(42, idle))).toBeGreaterThan(40);
    expect(timeLeft(12, paceOf(watch(45, (second) => Math.max(0, Math.floor(second - 30)))))).toBe("About 20 s left");
  });

  it("is that of now after a standstill, however long that was", () => {
    // One a second, then nothing for two minutes, then one a second again.
    const paused = (second: number) => Math.floor(Math.min(second, 20) + Math.max(0, second - 140));
    expect(paceOf(watch(160, paused))).toBeGreaterThan(45);
    // One that sends a message a minute does not stand still between two.
    expect(paceOf(watch(290, (second) => Math.floor(second / 60)))).toBeCloseTo(1, 0);
  });

  it("begins anew when failures are sent again", () => {
    const samples = withSample(
      watch(60, (second) => second),
      { at: 61_000, handled: 3 },
    );
    expect(samples).toEqual([{ at: 61_000, handled: 3 }]);
  });

  it("says how long it takes, and nothing where nobody can tell", () => {
    expect(timeLeft(40, 20)).toBe("About 2 min left");
    expect(timeLeft(10, 20)).toBe("About 30 s left");
    expect(timeLeft(600, 2)).toBe("About 5 h left");
    expect(timeLeft(0, 20)).toBeNull();
    expect(timeLeft(1, 20)).toBeNull();
    expect(timeLeft(40, null)).toBeNull();
    expect(paceInWords(19.6)).toBe("20 a minute");
    expect(paceInWords(0.2)).toBe("12 an hour");
  });
});
