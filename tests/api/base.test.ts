import { describe, expect, it } from "vitest";
import { branchOfHost, cleanBase, isLocalAddress, LOOPBACK_BASE, resolveBackend, type Surroundings } from "../../lib/api/base";

const apiBases = { batroun: "https://batroun.example/api/", central: "https://central.example/api" };

function resolve(href: string, stored: Record<string, string> = {}, more: Partial<Surroundings> = {}) {
  return resolveBackend({ href, stored: (key) => stored[key] ?? null, apiBases, ...more });
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
    expect(backend.loyaltyBase).toBeNull();
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

  it("says which branch the list names for a chosen base", () => {
    expect(resolve("http://pc/?apiBase=https://central.example")).toMatchObject({ branch: null, listedAs: "central" });
    expect(resolve("http://pc/").listedAs).toBeNull();
  });

  it("finds the list's entry that city or service names", () => {
    expect(resolve("http://pc/?city=Batroun")).toMatchObject({ base: "https://batroun.example/api", branch: "batroun" });
    expect(resolve("http://pc/?service=central")).toMatchObject({ base: "https://central.example/api", branch: null });
    expect(resolve("http://pc/?service=constructor")).toMatchObject({ base: "http://pc/api" });
    const stored = { API_BASE: "https://central.example/api" };
    expect(resolve("http://pc/?city=batroun", stored)).toMatchObject({ base: "https://batroun.example/api", source: "query" });
    expect(resolve("http://pc/?city=jounieh", stored, { kept: ["jounieh"] })).toMatchObject({ base: "http://pc/api", branch: "jounieh" });
    expect(resolve("http://pc/?city=jounieh", stored)).toMatchObject({ base: "https://central.example/api", source: "stored" });
  });
});

describe("the native shell", () => {
  const native = { native: true };

  it("takes the branch's backend, else the main one, for an address of the machine itself", () => {
    expect(resolve("capacitor://localhost/?branch=batroun", {}, native).base).toBe("https://batroun.example/api");
    expect(resolve("https://localhost/", {}, native).base).toBe("https://central.example/api");
    expect(resolve("http://localhost/", { BRANCH: "batroun" }, native).base).toBe("https://batroun.example/api");
    expect(resolve("http://localhost/", { BRANCH: "ehden" }, native).base).toBe("https://central.example/api");
  });

  it("does so for chosen addresses too, without a word", () => {
    const stored = {
      API_BASE: "http://127.0.0.1:8000/api",
      BIRTHDAYS_API: "http://localhost:8000/api",
      LOYALTY_API: "http://10.0.2.5/api",
    };
    expect(resolve("capacitor://localhost/", stored, native)).toMatchObject({
      base: "https://central.example/api",
      birthdaysBase: "https://central.example/api",
      ignored: ["http://10.0.2.5/api"],
    });
    expect(resolve("capacitor://localhost/?apiBase=https://batroun.example/api", stored, native).base).toBe("https://batroun.example/api");
  });

  it("leaves a page that came from a real server where it is", () => {
    expect(resolve("http://pos.lan:8000/", {}, native).base).toBe("http://pos.lan:8000/api");
    expect(resolve("http://localhost:8000/").base).toBe("http://localhost:8000/api");
  });

  it("knows local addresses however they are written", () => {
    const local = [
      "http://localhost",
      "http://127.0.0.1:8000/api",
      "http://127.1.2.3",
      "http://0x7f.1/",
      "http://[::1]:8000",
      "http://pos.localhost",
    ];
    expect(local.filter((address) => !isLocalAddress(address))).toEqual([]);
    const others = ["http://10.0.2.5", "http://localhost.example", "http://127.0.0.1.example", "localhost", ""];
    expect(others.filter(isLocalAddress)).toEqual([]);
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
