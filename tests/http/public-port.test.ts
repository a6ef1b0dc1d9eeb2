import { readdirSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { ROUTES } from "@/app/generated/routes";
import { PAGES } from "@/lib/http/pages";
import { haveRules } from "../reservations/support";
import { clockAt } from "../support/clocks";
import { enterHouse, tokenFor } from "../support/house";
import { META_SECRET, signedByMeta } from "../support/meta";
import { servePublic } from "../support/server";

const WORD = "a word that was agreed on";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

let base = "";
beforeEach(async () => {
  enterHouse({ WHATSAPP_APP_SECRET: META_SECRET, WHATSAPP_VERIFY_TOKEN: WORD });
  clockAt("2026-11-21T16:00:00Z");
  base = await servePublic();
});

interface Heard {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** One request as it goes over the line; a fetch would put the address right. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const asking = request(new URL(base), { method, path, headers }, (response) => {
      let heard = "";
      response.on("data", (piece) => {
        heard += String(piece);
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: heard }));
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

/** What an answer says, without the moment that it was given at. */
const told = ({ status, headers: { date: _, ...headers }, body }: Heard) => ({ status, headers, body });

describe("at the guests' port", () => {
  it("no call of the house answers, by any method, whoever asks: each is as an address that there is not", {
    timeout: 120_000,
  }, async () => {
    const nothing = told(await ask("GET", "/no-such-thing"));
    expect(nothing).toMatchObject({ status: 404, body: "Not found.\n" });
    const token = await tokenFor("admin");
    const signedIn = { authorization: `Bearer ${token}`, cookie: `next-auth.session-token=${token}`, "x-token": token };
    const paths = [...new Set(ROUTES.map(({ contract }) => contract.path))].filter((path) => path !== "/whatsapp/webhook");
    expect(paths.length).toBeGreaterThan(150);
    const wrong: string[] = [];
    for (const path of paths)
      for (const address of [path.replace(/\{\w+\}/g, "jounieh"), `/api${path.replace(/\{\w+\}/g, "jounieh")}`]) {
        const asked = METHODS.map(async (method) => {
          const heard = told(await ask(method, address, { ...signedIn, "x-branch": "jounieh" }));
          const expected = method === "HEAD" ? { ...nothing, body: "" } : nothing;
          if (JSON.stringify(heard) !== JSON.stringify(expected)) wrong.push(`${method} ${address}: ${heard.status}`);
        });
        await Promise.all(asked);
      }
    expect(wrong).toEqual([]);
  });

  it("no page of the house does, no file of its own, and nothing below the guests' pages that is none of them", async () => {
    const nothing = told(await ask("GET", "/no-such-thing"));
    const files = readdirSync("public").map((name) => `/${name}`);
    const others = [
      "/",
      "/api",
      "/api/auth/session",
      "/_next/static/x.js",
      "/sw.js",
      "/reserve",
      "/reserve/",
      "/reserve//x",
      "//reserve/jounieh",
    ];
    const none = [
      "/reserve/central",
      "/reserve/nowhere",
      "/reserve/jounieh",
      "/reserve/jounieh/a/b",
      "/reserve/a/b/calendar.ics/c",
      "/%",
      "*",
    ];
    for (const address of [...PAGES, ...files, ...others, ...none])
      for (const headers of [{}, { accept: "text/html", "sec-fetch-mode": "navigate" }] as Record<string, string>[])
        expect([address, told(await ask("GET", address, headers))]).toEqual([address, nothing]);
  });

  it("Meta is heard as at the other port, and nobody else", async () => {
    const challenge = `?hub.mode=subscribe&hub.verify_token=${encodeURIComponent(WORD)}&hub.challenge=42`;
    for (const path of ["/whatsapp/webhook", "/api/whatsapp/webhook"]) {
      expect(await ask("GET", path + challenge)).toMatchObject({ status: 200, body: "42" });
      expect((await ask("GET", `${path}?hub.mode=subscribe&hub.verify_token=other&hub.challenge=42`)).status).toBe(403);
      const body = JSON.stringify({ object: "whatsapp_business_account", entry: [] });
      const json = { "content-type": "application/json", "content-length": String(body.length) };
      expect((await ask("POST", path, { ...json, "x-hub-signature-256": signedByMeta(body) }, body)).status).toBe(200);
      expect((await ask("POST", path, { ...json, "x-hub-signature-256": signedByMeta(`${body} `) }, body)).status).toBe(403);
      expect((await ask("POST", path, json, body)).status).toBe(403);
      for (const method of ["PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"]) expect((await ask(method, path)).status).toBe(404);
    }
  });

  it("a form of another site is not taken, nor one that is no form, too long, or no HTTP", async () => {
    await haveRules({ public_page: "confirm" });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const send = async (headers: Record<string, string>, body = "do=times") =>
      (await ask("POST", "/reserve/jounieh", headers, body)).status;
    expect(await send({ ...form, "sec-fetch-site": "same-origin" })).not.toBe(404);
    expect(await send({ ...form, origin: base })).not.toBe(404);
    expect(await send({ ...form, "sec-fetch-site": "cross-site" })).toBe(404);
    expect(await send({ ...form, origin: "https://elsewhere.example" })).toBe(404);
    expect(await send({ ...form, origin: "null" })).toBe(404);
    expect(await send({ "content-type": "application/json" }, "{}")).toBe(404);
    expect(await send({ ...form, "content-length": String(10_000_000) }).catch(() => 404)).toBe(404);
    expect((await ask("PUT", "/reserve/jounieh", form)).status).toBe(404);
    const { hostname, port } = new URL(base);
    const broken = await new Promise<string>((resolve) => {
      const line = connect(Number(port), hostname, () => line.end("NONSENSE\r\n\r\n"));
      let heard = "";
      line.on("data", (piece) => {
        heard += String(piece);
      });
      line.on("close", () => resolve(heard));
    });
    expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/);
  });

  it("a page runs no script and loads nothing, and its address is told to no other site", async () => {
    await haveRules({ public_page: "confirm" });
    const { status, headers, body } = await ask("GET", "/reserve/jounieh", { cookie: "x=y" });
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers).toMatchObject({
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(body).not.toMatch(/<script|<img|<link|javascript:|\son\w+=/i);
  });
});
