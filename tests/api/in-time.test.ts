import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inTime } from "@/lib/api/in-time";

const LONGER = 21_000;
const never = () => new Promise<string>(() => {});
const words = () => new Error("not in time");

describe("a call that nobody answers", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is given up, and its line is cut", async () => {
    let line: AbortSignal | undefined;
    const ended = inTime(undefined, words, (signal) => {
      line = signal;
      return never();
    }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(LONGER);
    expect(await ended).toEqual(words());
    expect(line?.aborted).toBe(true);
  });

  it("is waited for where it takes long", async () => {
    const answer = inTime(undefined, words, async (_, takeLong) => {
      takeLong();
      await new Promise((resolve) => setTimeout(resolve, 10 * LONGER));
      return "done";
    });
    await vi.advanceTimersByTimeAsync(10 * LONGER);
    expect(await answer).toBe("done");
  });

  it("ends as its asker wants it, before or after it was sent", async () => {
    const asker = new AbortController();
    const ended = inTime(asker.signal, words, never).catch((error: unknown) => error);
    asker.abort(new Error("gone"));
    expect(await ended).toEqual(new Error("gone"));
    await expect(inTime(asker.signal, words, never)).rejects.toThrow("gone");
  });

  it("keeps no clock running once it is answered", async () => {
    expect(await inTime(undefined, words, async () => "done")).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });
});
