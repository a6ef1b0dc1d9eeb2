import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runBulk } from "@/lib/db/bulk-steps";
import { isAppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { enterHouse } from "../support/house";

describe("a bulk step that fails", () => {
  it("says in the log where in its thread that was, and none of its words", async () => {
    const data = enterHouse();
    const failure = await runBulk("copy-store", { file: 7 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "TypeError" });
    log().error({ err: failure }, "bulk step failed");
    const [name = ""] = readdirSync(path.join(data, "logs"));
    const line = JSON.parse(readFileSync(path.join(data, "logs", name), "utf8")) as { err: { type: string; where: string[] } };
    expect(line.err.type).toBe("TypeError");
    expect(line.err.where.some((frame) => frame.includes("copyStore") && /dist.bulk\b/.test(frame))).toBe(true);
    expect(JSON.stringify(line)).not.toContain((failure as Error).message);
  });

  it("of a name that no build knows fails, and does not answer nothing", async () => {
    const failure = await runBulk("no-such-step" as "copy-store", {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: "There is no bulk step named no-such-step." });
    expect(isAppError(failure)).toBe(false);
  });
});
