import { afterEach, describe, expect, it, vi } from "vitest";
import { createMutex } from "@/lib/db/mutex";

afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends when the test says so. */
function openEnded() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

describe("a mutex", () => {
  it("runs one work after the other, in the order of asking", async () => {
    const turns = createMutex();
    const done: string[] = [];
    const first = openEnded();
    const all = [
      turns.run(async () => {
        await first.work();
        done.push("first");
      }),
      turns.run(async () => {
        expect(done).toEqual(["first"]);
        done.push("second");
      }),
      turns.run(async () => void done.push("third")),
    ];
    await Promise.resolve();
    expect(done).toEqual([]);
    first.end();
    await Promise.all(all);
    expect(done).toEqual(["first", "second", "third"]);
  });

  it("goes on after a work that failed, and says its failure to the one who asked", async () => {
    const turns = createMutex();
    const failed = turns.run(async () => {
      throw new Error("mine");
    });
    const next = turns.run(async () => "next");
    await expect(failed).rejects.toThrow("mine");
    expect(await next).toBe("next");
  });

  it("gives up on a turn that does not come, and then never begins the work", async () => {
    vi.useFakeTimers();
    const turns = createMutex();
    const first = openEnded();
    const begun: string[] = [];
    const running = turns.run(first.work);
    const impatient = expect(turns.run(async () => begun.push("impatient"), 1_000)).rejects.toMatchObject({ code: "busy", retryAfter: 1 });
    const patient = turns.run(async () => begun.push("patient"), 60_000);
    await vi.advanceTimersByTimeAsync(1_000);
    await impatient;
    first.end();
    await Promise.all([running, patient]);
    expect(begun).toEqual(["patient"]);
  });

  it("never gives up on a work that has begun", async () => {
    vi.useFakeTimers();
    const turns = createMutex();
    const long = openEnded();
    const running = turns.run(async () => {
      await long.work();
      return "done";
    }, 1_000);
    await vi.advanceTimersByTimeAsync(60_000);
    long.end();
    expect(await running).toBe("done");
  });
});
