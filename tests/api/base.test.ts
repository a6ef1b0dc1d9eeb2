import { describe, expect, it } from "vitest";
import { branchOfHost, cleanBase, LOOPBACK_BASE, resolveBackend } from "../../lib/api/base";

const apiBases = { batroun: "https://batroun.example/api/", central: "https://central.example/api" };

function resolve(href: string, stored: Record<string, string> = {}) {
  return resolveBackend({ href, stored: (key) => stored[key] ?? null, apiBases });
}

describe("the API base", () => {
  it("is the page's own origin when nothing else is said", () => {
    expect(resolve("http://pc-1:8000/birthdays")).toMatchObject({ base: "http://pc-1:8000/api", source: "default", branch: null });
  });

  it("is the loopback for a page without an http origin", () => {
    expect(resolve("capacitor://localhost/").base).toBe(LOOPBACK_BASE);
    expect(resolve("file:///index.html").base).toBe(LOOPBACK_BASE);
  });

  it("takes the query before the storage, the storage before the host, the host before the default", () => {
    const stored = { API_BASE: "https://central.example/api" };
    expect(resolve("http://batroun.lan/?apiBase=https://batroun.example/api", stored)).toMatchObject({
      base: "https://batroun.example/api",
      source: "query",
    });
    expect(resolve("http://batroun.lan/", stored)).toMatchObject({ base: "https://central.example/api", source: "stored" });
    expect(resolve("http://batroun.lan/")).toMatchObject({ base: "https://batroun.example/api", source: "host" });
    expect(resolve("http://jounieh.lan/")).toMatchObject({ base: "http://jounieh.lan/api", source: "default" });
  });

  it("strips slashes at the end and knows an address without /api", () => {
    expect(resolve("http://pc/?apiBase=https://central.example/api///").base).toBe("https://central.example/api");
    expect(resolve("http://pc/?apiBase=https://central.example/").base).toBe("https://central.example/api");
    expect(cleanBase(" https://a.example/api// ")).toBe("https://a.example/api");
  });

  it("counts reset and auto as empty and clears what was stored", () => {
    const stored = { API_BASE: "https://central.example/api" };
    for (const word of ["reset", "auto", "AUTO"]) {
      expect(resolve(`http://pc/?apiBase=${word}`, stored)).toMatchObject({ base: "http://pc/api", cleared: ["API_BASE"], ignored: [] });
      expect(resolve("http://pc/", { API_BASE: word })).toMatchObject({ base: "http://pc/api", cleared: ["API_BASE"], ignored: [] });
    }
  });

  it("ignores every address that the server did not list, and says so", () => {
    const evil = "https://evil.test";
    const backend = resolve(`http://pc/?apiBase=${evil}&loyaltyBase=${evil}/l&birthdaysBase=${evil}/b`, {
      API_BASE: `${evil}/stored`,
      LOYALTY_API: "https://central.example.evil.test/api",
    });
    expect(backend.base).toBe("http://pc/api");
    expect(backend.birthdaysBase).toBe("http://pc/api");
    expect(backend.loyaltyBase).toBe("http://pc/api");
    expect(backend.ignored).toEqual([evil, `${evil}/stored`, `${evil}/b`, `${evil}/l`, "https://central.example.evil.test/api"]);
  });

  it("knows a base of its own for birthdays and for loyalty", () => {
    const backend = resolve("http://pc/?birthdaysBase=https://batroun.example/api", { LOYALTY_API: "https://central.example/api" });
    expect(backend).toMatchObject({
      base: "http://pc/api",
      birthdaysBase: "https://batroun.example/api",
      loyaltyBase: "https://central.example/api",
    });
  });

  it("finds the list's entry that city or service names", () => {
    expect(resolve("http://pc/?city=Batroun")).toMatchObject({ base: "https://batroun.example/api", branch: "batroun" });
    expect(resolve("http://pc/?service=central")).toMatchObject({ base: "https://central.example/api", branch: null });
    expect(resolve("http://pc/?service=constructor")).toMatchObject({ base: "http://pc/api" });
  });
});

describe("the branch", () => {
  it("comes from the query, then the storage, then the host name", () => {
    expect(resolve("http://ehden.lan/?branch=tripoli", { BRANCH: "zgharta" }).branch).toBe("tripoli");
    expect(resolve("http://ehden.lan/", { BRANCH: "zgharta" }).branch).toBe("zgharta");
    expect(resolve("http://ehden.lan/").branch).toBe("ehden");
    expect(resolve("http://localhost:8000/").branch).toBeNull();
  });

  it("is none when the word is no branch", () => {
    expect(resolve("http://pc/?branch=beirut").branch).toBeNull();
    expect(resolve("http://pc/?branch=central").branch).toBeNull();
    expect(resolve("http://pc/", { BRANCH: "beirut" }).branch).toBeNull();
  });

  it("may be the central book when this device's selector chose it", () => {
    expect(resolve("http://pc/", { BRANCH: "central" }).branch).toBe("central");
  });

  it("reads whole parts of a host name only", () => {
    expect(branchOfHost("pos-batroun.local")).toBe("batroun");
    expect(branchOfHost("batrounian.example")).toBeNull();
  });
});
