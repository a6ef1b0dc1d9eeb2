import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { health } from "@/lib/health/contract";
import { isNearlyFull } from "@/lib/health/reads";
import { call, enterHouse } from "../support/house";
import { refuse } from "../support/refusals";

const MB = 1024 * 1024;

describe("a disk", () => {
  it("is nearly full below 50 MB", () => {
    expect([0, 50 * MB - 1, 50 * MB, 1024 * MB].map(isNearlyFull)).toEqual([true, true, false, false]);
  });

  it("that is nearly full makes every store of the answer say so", async () => {
    enterHouse();
    vi.spyOn(fs, "statfsSync").mockReturnValue({ bavail: 10, bsize: 4096 } as ReturnType<typeof fs.statfsSync>);
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    const { status, answer } = await call("nobody", health);
    expect({ status, ok: answer.ok }).toEqual({ status: 503, ok: false });
    expect(new Set(answer.stores.map(({ code }) => code))).toEqual(new Set(["disk_full"]));
  });

  it("that does not say how full it is stops nothing", async () => {
    enterHouse();
    refuse(fs, "statfsSync", () => "ENOSYS");
    expect((await call("nobody", health)).status).toBe(200);
  });
});
