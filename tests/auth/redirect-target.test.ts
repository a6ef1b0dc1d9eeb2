import { describe, expect, it } from "vitest";
import { redirectTarget } from "../../components/auth/redirect-target";

const origin = "http://pc-1:8000";
const target = (redirect: string) => redirectTarget(`?redirect=${encodeURIComponent(redirect)}`, origin);

describe("the way back after signing in", () => {
  it("keeps the path and the query", () => {
    expect(target("/search-date?date=2026-11-20&x=1")).toBe("/search-date?date=2026-11-20&x=1");
    expect(redirectTarget("", origin)).toBe("/");
  });

  it("never leads to another site", () => {
    for (const evil of ["https://evil.test/", "//evil.test", "/\\evil.test", "/\t/evil.test", "javascript:alert(1)", "http:evil.test"]) {
      expect(target(evil)).toBe("/");
    }
  });

  it("does not come back to the sign-in page or to an answer of the API", () => {
    expect(target("/login?redirect=/")).toBe("/");
    expect(target("/api/health")).toBe("/");
  });
});
