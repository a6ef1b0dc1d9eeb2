import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { authSecret } from "@/lib/auth/secret";
import { enterHouse } from "../support/house";

describe("the kept secret", () => {
  it("is made once, whole, and for the server's own user alone", () => {
    const file = path.join(enterHouse(), "auth-secret");
    rmSync(file, { force: true });
    const secret = authSecret();
    expect(secret.length).toBeGreaterThanOrEqual(64);
    expect(readFileSync(file, "utf8")).toBe(secret);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(path.dirname(file)).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  it.each(["", "torn"])("that was cut off to %j is refused with what to do, and not replaced in silence", (torn) => {
    const file = path.join(enterHouse(), "auth-secret");
    writeFileSync(file, torn);
    expect(() => authSecret()).toThrow(/torn/);
    expect(existsSync(file) && readFileSync(file, "utf8")).toBe(torn);
  });
});
