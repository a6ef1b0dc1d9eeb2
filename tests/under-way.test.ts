import { describe, expect, it } from "vitest";
import { allDone, underWay } from "@/lib/work-under-way";

describe("the end of all work under way", () => {
  it("is waited for through work that begins meanwhile, and through work that fails", async () => {
    const ended: string[] = [];
    const step = async (name: string, turns: number) => {
      for (let turn = 0; turn < turns; turn++) await null;
      ended.push(name);
    };
    const first = underWay(step("first", 5).then(() => void underWay(step("begun by it", 50))));
    const failing = underWay(step("failing", 20).then(() => Promise.reject(new Error("The store is busy."))));
    const refused = expect(failing).rejects.toThrow("The store is busy.");
    await allDone();
    expect(ended).toEqual(["first", "failing", "begun by it"]);
    await Promise.all([first, refused]);
    await allDone(); // of nothing, at once
  });
});
