import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROUTES } from "@/app/generated/routes";
import { FIELD_NAMES, keyOfField } from "@/lib/guest-fields";
import { PAGES } from "@/lib/http/pages";
import type { Route } from "@/lib/http/route";
import type { Requirement } from "@/lib/permissions";
import { PERMISSION_KEYS, UNCHECKED } from "@/lib/permissions";
import { config as proxyConfig } from "@/proxy";
import { CONTRACTS } from "../support/routes";
import { SOURCES } from "./sources";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The handler that stands for no contract: next-auth's own. */
const WITHOUT_CONTRACT = ["app/api/auth/[...nextauth]/route.ts"];

const modules = import.meta.glob<Record<string, Route>>(["../../app/api/**/route.ts", "!**/[[]...*/route.ts"], { eager: true });
const EXPORTED = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported).map(([method, handler]) => ({ file: file.replace("../../", ""), method, handler })),
);

describe("routes and contracts", () => {
  it("every route file is seen here, and stands in the table that is made of them", () => {
    const files = readdirSync("app", { recursive: true })
      .map((name) => `app/${name}`)
      .filter((name) => name.endsWith("/route.ts"));
    expect(files.sort()).toEqual([...new Set(EXPORTED.map(({ file }) => file)), ...WITHOUT_CONTRACT].sort());
    expect(new Set(ROUTES)).toEqual(new Set(EXPORTED.map(({ handler }) => handler)));
    expect(ROUTES.length).toBe(EXPORTED.length);
  });

  it("every page is one that the dispatcher and the proxy know", () => {
    const pages = readdirSync("app", { recursive: true })
      .map(String)
      .filter((name) => name.endsWith("page.tsx") && !name.includes("[..."))
      .map((name) => `/${name.replace(/\([^)]*\)\//g, "").replace(/\/?page\.tsx$/, "")}`);
    expect([...PAGES].sort()).toEqual(pages.sort());
    const asProxySaysIt = pages.map((page) => page.replace(/\[(\w+)\]/g, ":$1"));
    expect([...proxyConfig.matcher].sort()).toEqual(asProxySaysIt.sort());
  });

  it("every export of a route was made by the wrapper, for the method and the path of its contract", () => {
    expect(EXPORTED.length).toBeGreaterThan(20);
    for (const { file, method, handler } of EXPORTED) {
      const path = file
        .replace(/^app\/api/, "")
        .replace(/\/route\.ts$/, "")
        .replace(/\[(\w+)\]/g, "{$1}");
      expect({ file, method: handler.contract?.method, path: handler.contract?.path }).toEqual({ file, method, path });
      expect(METHODS).toContain(method);
    }
  });

  it("every contract has one route, and every route one contract", () => {
    const named = CONTRACTS.map(({ contract }) => `${contract.method} ${contract.path}`);
    expect(new Set(named).size).toBe(named.length);
    for (const { name, contract } of CONTRACTS) {
      expect({ name, routes: ROUTES.filter((handler) => handler.contract === contract).length }).toEqual({ name, routes: 1 });
    }
    expect(ROUTES.length).toBe(CONTRACTS.length);
  });

  it("every contract writes out who may call it, and says in one line what it does", () => {
    for (const { name, contract } of CONTRACTS) {
      expect({ name, permission: contract.permission }).toEqual({ name, permission: expect.anything() });
      expect(contract.summary).toMatch(/^[A-Z].{10,160}\.$/);
    }
  });

  it("nothing that changes anything is a GET, but for the fallback that needs a bearer", () => {
    const gets = CONTRACTS.filter(({ contract }) => contract.method === "GET" && (contract.keyBelongsTo ?? contract.bearerOnly));
    expect(gets.map(({ contract }) => contract.path)).toEqual(["/merge-by-date/all-branches"]);
    expect(gets.every(({ contract }) => contract.bearerOnly)).toBe(true);
  });
});

function keysOf(requirement: Requirement): string[] {
  if (typeof requirement === "string") return [requirement];
  return "any" in requirement ? requirement.any : requirement.all;
}

describe("every permission key", () => {
  it("is asked for by a call or a page, or Configure Visibility says that nothing checks it yet", () => {
    const byCalls = CONTRACTS.flatMap(({ contract }) => keysOf(contract.permission));
    const asked = SOURCES.filter(({ file }) => file.startsWith("app/")).flatMap(({ text }) =>
      [...text.matchAll(/\b(?:requirePage|requirePermission)\(([^)]*)\)/g)].flatMap(([, words = ""]) => words.match(/\w+(?=")/g) ?? []),
    );
    const held = SOURCES.filter(({ file }) => file.startsWith("lib/")).flatMap(({ text }) => [
      ...text.matchAll(/\bholds\(\w+, "(\w+)"\)/g),
    ]);
    const byFields = FIELD_NAMES.flatMap((field) => keyOfField(field) ?? []); // asked by the wrapper for every answer
    const used = new Set([...byCalls, ...asked, ...byFields, ...held.map(([, key]) => key)]);
    expect(PERMISSION_KEYS.filter((key) => !used.has(key)).sort()).toEqual([...UNCHECKED]);
  });
});
