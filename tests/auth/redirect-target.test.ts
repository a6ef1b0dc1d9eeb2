import { describe, expect, it } from "vitest";
import { redirectTarget } from "../../components/auth/redirect-target";

const ORIGIN = "http://pc-1:8000";

const target = (redirect: string) => redirectTarget(`?redirect=${encodeURIComponent(redirect)}`, ORIGIN);

/** What a browser would open when the sign-in page at this address navigates to its target. */
function reached(search: string): URL {
  return new URL(redirectTarget(search, ORIGIN), `${ORIGIN}/login${search}`);
}

/** Texts by which somebody tried, or could try, to be brought to another site. */
const HOSTILE = [
  // Another site in plain words.
  "https://evil.test/",
  "http://evil.test",
  "HTTPS://evil.test/x",
  "hTtP://evil.test/x",
  "https:evil.test",
  "http:evil.test",
  "https:/evil.test",
  "https:///evil.test",
  "https:\\\\evil.test",
  "http:\\/evil.test",
  "ftp://evil.test/",
  "evil.test",
  "evil.test/search-date",
  "://evil.test",
  // The scheme is the page's own.
  "//evil.test",
  "//evil.test/x",
  "///evil.test",
  "////evil.test/x",
  "//evil.test:8000/",
  "//EVIL.test",
  "//pc-1:8000@evil.test/",
  "//user:word@evil.test",
  "//[::1]/",
  "//2130706433/",
  "//evil%2etest",
  "//evil。test",
  // A backslash is a slash to a browser.
  "/\\evil.test",
  "\\/evil.test",
  "\\\\evil.test",
  "\\evil.test",
  "/\\/evil.test",
  "/\\\\evil.test/x",
  "//\\evil.test",
  "/./\\evil.test",
  "/.\\/evil.test",
  "/x\\..\\\\evil.test",
  // Tabs and ends of lines are taken out before anything is read.
  "/\t/evil.test",
  "/\n/evil.test",
  "/\r\n/evil.test",
  "\t//evil.test",
  "/\t\\evil.test",
  "/.\t//evil.test",
  "/\n.\r//evil.test",
  "ht\ntps://evil.test",
  // Control characters and spaces around it are taken off.
  " //evil.test",
  "\u0000//evil.test",
  "\u001f/\\evil.test",
  "  https://evil.test  ",
  // Dots are walked away, and two slashes are left at the beginning.
  "/.//evil.test/x",
  "/..//evil.test",
  "/x/..//evil.test",
  "/%2e//evil.test",
  "/%2E//evil.test",
  "/%2e%2e//evil.test",
  "/.%2e//evil.test",
  "/x/%2e%2e//evil.test/x",
  "/x/y/../..//evil.test",
  "/././/evil.test",
  "/.//.//evil.test",
  "/.///evil.test",
  "/x/..///evil.test",
  "/x/../\\evil.test",
  "/.//user:word@evil.test/",
  "/.//evil.test?x=/search-date",
  "/.//evil.test#/search-date",
  "/.//login",
  // Slashes that something on the way may decode.
  "/%2fevil.test",
  "/%2F%2Fevil.test",
  "/%5cevil.test",
  "/%5C/evil.test",
  "/.%2f/evil.test/../..//evil.test",
  "%2f%2fevil.test",
  // What is no address of a page.
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "javascript://pc-1:8000/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "DATA:text/html;base64,PHNjcmlwdD4=",
  "vbscript:x",
  "blob:http://pc-1:8000/1",
  "file:///etc/passwd",
  "view-source:http://pc-1:8000/",
  "",
  "?x=1",
  "#x",
];

/** Texts that look dangerous, and name nothing but a page of this site. */
const HARMLESS = [
  "/@evil.test",
  "/user:word@evil.test",
  "/https://evil.test",
  "/x//evil.test",
  "/x/.//evil.test",
  "/search-date?x=//evil.test",
  "/search-date?next=https://evil.test/#//evil.test",
  "/search-date#//evil.test",
  "/search-date\\evil.test",
  "/\u2215evil.test", // ∕
  "/\uff0fevil.test", // ／
  "/\u2044\u2044evil.test", // ⁄⁄
  "/\ufe68evil.test", // ﹨
  "/%252fevil.test",
  "/%252e%252e//evil.test",
  "/%09/evil.test",
  "/javascript:alert(1)",
  `/${"long-".repeat(2000)}`,
  `/${"../".repeat(2000)}search-date`,
];

describe("the way back after signing in", () => {
  it("keeps the path, the query and the part of the page", () => {
    for (const good of [
      "/",
      "/control",
      "/search-date?date=2026-11-20&x=1",
      "/merge-by-date-all#result",
      "/search-date?name=%D8%B1%D9%8A%D9%85%D8%A7&x=a+b#top",
      "/search-date?path=a/b&again=/login",
      "/loginx",
      "/apiary",
    ]) {
      expect(target(good)).toBe(good);
    }
    expect(target("/x/../search-date?date=2026-11-20")).toBe("/search-date?date=2026-11-20");
  });

  it("is home when nobody wanted a page", () => {
    expect(redirectTarget("", ORIGIN)).toBe("/");
    expect(redirectTarget("?redirect", ORIGIN)).toBe("/");
  });

  it("is home for every text that could lead to another site", () => {
    expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(60);
    expect(HOSTILE.filter((text) => target(text) !== "/")).toEqual([]);
  });

  it("opens a page of this very site, whatever was written and however it was encoded", () => {
    const elsewhere = [...HOSTILE, ...HARMLESS].flatMap((text) =>
      [text, encodeURIComponent(text), encodeURIComponent(encodeURIComponent(text))]
        .map((written) => `?redirect=${written}`)
        .filter((search) => {
          const { origin, username, password, pathname } = reached(search);
          return origin !== ORIGIN || username !== "" || password !== "" || pathname.startsWith("//");
        }),
    );
    expect(elsewhere).toEqual([]);
  });

  it("still opens an odd page of this site", () => {
    for (const text of HARMLESS) expect(target(text)).toBe(new URL(text, ORIGIN).href.slice(ORIGIN.length));
  });

  it("does not come back to the sign-in page or to an answer of the API", () => {
    for (const text of ["/login", "/login/", "/login?redirect=/", "/login#x", "/x/../login", "/%6cogin", "/./login?redirect=%2Flogin"]) {
      expect(target(text)).toBe("/");
    }
    for (const text of ["/api", "/api/", "/api/health", "/x/../api/health", "/%61pi/health", "/api/auth/signout"]) {
      expect(target(text)).toBe("/");
    }
  });

  it("is home for a path that no server can read", () => {
    for (const text of ["/%", "/%zz", "/%ff", "/search%e0%a4%a"]) expect(target(text)).toBe("/");
  });
});
