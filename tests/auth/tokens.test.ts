import { createCipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { decode, encode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { logout, me } from "@/lib/auth/contract";
import { authSecret } from "@/lib/auth/secret";
import { setClock } from "@/lib/clock";
import { hubStore } from "@/lib/db/find-store";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { saveTable } from "@/lib/tables/contract";
import { writeQuietly } from "../support/by";
import { call, enterHouse, tokenFor } from "../support/house";
import { METADATA } from "../support/tables";

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function statusOf(headers: Record<string, string>): Promise<number> {
  return (await call("nobody", me, { headers })).status;
}

const base64 = (value: object | Buffer) => (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString("base64url");

/** Somebody else's key. */
const THEIRS = Buffer.alloc(32, 7);
const JWK = { kty: "oct", k: base64(THEIRS) };

/** What next-auth makes of the secret for its tokens. */
const tokenKey = () => Buffer.from(hkdfSync("sha256", authSecret(), "", "NextAuth.js Generated Encryption Key", 32));

const sidOf = async (token: string) => String((await decode({ token, secret: authSecret() }))?.sid);

/** A token of the kind that is signed and can be read (JWS). */
function signed(claims: object, key: string | Buffer): string {
  const said = `${base64({ alg: "HS256", typ: "JWT" })}.${base64({ exp: Math.floor(Date.now() / 1000) + 60, ...claims })}`;
  return `${said}.${createHmac("sha256", key).update(said).digest("base64url")}`;
}

/** A token of the server's kind (JWE), by any key and with any header. */
function encrypted(claims: object, key: Buffer, header: object = {}, wrappedKey = ""): string {
  const head = base64({ alg: "dir", enc: "A256GCM", ...header });
  const [iv, short] = [randomBytes(12), "enc" in header && header.enc === "A128GCM"];
  const cipher = createCipheriv(short ? "aes-128-gcm" : "aes-256-gcm", short ? key.subarray(0, 16) : key, iv);
  cipher.setAAD(Buffer.from(head));
  const text = Buffer.concat([cipher.update(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 60, ...claims })), cipher.final()]);
  return [head, wrappedKey, base64(iv), base64(text), base64(cipher.getAuthTag())].join(".");
}

describe("a token", () => {
  it("is dead at once when its sign-in was ended, and no other one is", async () => {
    enterHouse();
    const [first, other] = [await tokenFor("staff"), await tokenFor("admin")];
    const { answer, headers } = await call("nobody", logout, bearer(first));
    expect(answer).toEqual({ ok: true, message: "Logged out." });
    expect(headers.get("clear-site-data")).toBe('"cache"'); // and nothing that somebody typed
    const refused = await call("nobody", me, bearer(first));
    expect(refused).toMatchObject({ status: 401, answer: { code: "unauthenticated", error: "Please sign in." } });
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect((await call("nobody", me, bearer(other))).status).toBe(200);
  });

  it.each<[string, (token: string) => string | Promise<string>]>([
    ["was cut off", (token) => token.slice(0, -1)],
    ["was changed in one character", (token) => `${token.slice(0, 60)}${token[60] === "A" ? "B" : "A"}${token.slice(61)}`],
    ["was cut to its head", (token) => `${token.split(".")[0]}....`],
    ["is empty", () => "x"],
    ["is unsigned", () => `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"sid":"1"}').toString("base64url")}.`],
    [
      "was made with another secret",
      async (token) =>
        encode({ token: (await decode({ token, secret: authSecret() })) ?? {}, secret: "another secret of more than 32 characters" }),
    ],
    [
      "has run out",
      async (token) =>
        encode({ token: { sid: (await decode({ token, secret: authSecret() }))?.sid }, secret: authSecret(), maxAge: -3600 }),
    ],
    ["names no sign-in", () => encode({ token: { sub: "1" }, secret: authSecret() })],
    ["names a sign-in that never was", () => encode({ token: { sid: "01900000-0000-7000-8000-000000000000" }, secret: authSecret() })],
    ["names its sign-in by an object", () => encode({ token: { sid: { contains: "" } }, secret: authSecret() })],
    [
      "counts from a later hour on",
      async (token) => encode({ token: { sid: await sidOf(token), nbf: Math.floor(Date.now() / 1000) + 3_600 }, secret: authSecret() }),
    ],
    [
      "was made for another use of the secret",
      async (token) => encode({ token: { sid: await sidOf(token) }, secret: authSecret(), salt: "x" }),
    ],
    ["is signed with the secret and not encrypted", async (token) => signed({ sid: await sidOf(token) }, authSecret())],
    ["is signed with the key that tokens are encrypted with", async (token) => signed({ sid: await sidOf(token) }, tokenKey())],
    [
      "names its own key",
      async (token) => encrypted({ sid: await sidOf(token) }, THEIRS, { kid: "../../hub.db", jwk: JWK, x5c: ["MIIB"] }),
    ],
    [
      "says where its key lies",
      async (token) => encrypted({ sid: await sidOf(token) }, THEIRS, { jku: "http://127.0.0.1:1/", x5u: "file:///" }),
    ],
    ["asks for something that must be understood", async (token) => encrypted({ sid: await sidOf(token) }, tokenKey(), { crit: ["exp"] })],
    ["is encrypted in another way", async (token) => encrypted({ sid: await sidOf(token) }, tokenKey(), { enc: "A128GCM" })],
  ])("that %s is refused", async (_, make) => {
    enterHouse();
    const token = await tokenFor("admin");
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await statusOf({ authorization: `Bearer ${await make(token)}` })).toBe(401);
  });

  it("is made as these tests make theirs: one of the server's own key is let in", async () => {
    enterHouse();
    const exp = Math.floor(Date.now() / 1000) + 60;
    const claims = { sid: await sidOf(await tokenFor("admin")), pair: 0, use: "access", until: exp, exp };
    expect(await statusOf(bearer(encrypted(claims, tokenKey())).headers)).toBe(200);
    for (const changed of [{ use: "refresh" }, { use: "other" }, { pair: "0" }, { until: exp - 3_600 }, { until: undefined }])
      expect({ changed, status: await statusOf(bearer(encrypted({ ...claims, ...changed }, tokenKey())).headers) }).toEqual({
        changed,
        status: 401,
      });
  });

  it("with one bit turned around in any of its parts is refused", async () => {
    enterHouse();
    const parts = (await tokenFor("admin")).split(".");
    expect(parts.map(({ length }) => length > 0)).toEqual([true, false, true, true, true]);
    for (const part of [0, 2, 3, 4])
      for (const bit of [0, 5, 11]) {
        const bytes = Buffer.from(parts[part] ?? "", "base64url");
        bytes[1] = (bytes[1] ?? 0) ^ (1 << (bit % 8));
        const changed = parts.with(part, bytes.toString("base64url")).join(".");
        expect({ part, bit, status: await statusOf(bearer(changed).headers) }).toEqual({ part, bit, status: 401 });
      }
  });

  it("that asks for years of work before it can be judged is refused at once", async () => {
    enterHouse();
    const header = { alg: "PBES2-HS512+A256KW", enc: "A256GCM", p2c: 2 ** 31 - 1, p2s: Buffer.alloc(16).toString("base64url") };
    const begun = performance.now();
    expect(await statusOf(bearer(encrypted({ sid: "x" }, THEIRS, header, "A".repeat(54))).headers)).toBe(401);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it("ends after a week", async () => {
    enterHouse();
    const token = await tokenFor("admin");
    setClock(() => new Date(Date.now() + 6.9 * 24 * 3_600_000));
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(200);
    setClock(() => new Date(Date.now() + 7.1 * 24 * 3_600_000));
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(401);
  });

  it("also comes in the header x-token; a wrong bearer is not made good by it or by a cookie", async () => {
    enterHouse();
    const token = await tokenFor("staff");
    expect(await statusOf({ "x-token": token })).toBe(200);
    expect(await statusOf({ "x-token": "wrong" })).toBe(401);
    expect(await statusOf({ authorization: "Bearer wrong", "x-token": token, cookie: `next-auth.session-token=${token}` })).toBe(401);
    expect(await statusOf({ authorization: "Basic c3RhZmY6c3RhZmY=" })).toBe(401);
  });

  it("says nothing but which sign-in it belongs to, and for how long it opens calls", async () => {
    enterHouse();
    const claims = await decode({ token: await tokenFor("admin"), secret: authSecret() });
    expect(Object.keys(claims ?? {}).sort()).toEqual(["exp", "iat", "jti", "pair", "sid", "until", "use"]);
  });

  it("is stored nowhere in the data folder", async () => {
    const data = enterHouse();
    const token = await tokenFor("admin");
    const { closeStores } = await import("@/lib/db/find-store");
    await closeStores();
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(10);
    for (const entry of files) expect(readFileSync(path.join(entry.parentPath, entry.name)).includes(token)).toBe(false);
  });
});

describe("the page's cookie", () => {
  const table = { metadata: METADATA, contacts: [{ name: "Maya", phones: "03 111111" }] };

  async function saveBy(headers: Record<string, string>, cookie = "next-auth.session-token") {
    const { status, answer } = await call("nobody", saveTable, {
      body: table,
      headers: { cookie: `theme=dark; ${cookie}=${await tokenFor("staff")}; x=1`, ...headers },
    });
    return status === 200 ? 200 : `${status} ${answer.code}`;
  }

  it("reads from everywhere", async () => {
    enterHouse();
    const token = await tokenFor("staff");
    expect(await statusOf({ cookie: `next-auth.session-token=${token}` })).toBe(200);
    expect(await statusOf({ cookie: `__Secure-next-auth.session-token=${token}`, "sec-fetch-site": "cross-site" })).toBe(200);
    expect(await statusOf({ cookie: `other=${token}` })).toBe(401);
  });

  it("changes something for our own pages only", async () => {
    enterHouse();
    expect(await saveBy({ "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await saveBy({ "sec-fetch-site": "same-origin" }, "__Secure-next-auth.session-token")).toBe(200);
    expect(await saveBy({ origin: "http://daftar.lan:8000", host: "daftar.lan:8000" })).toBe(200);
    for (const site of ["cross-site", "same-site", "none"]) expect(await saveBy({ "sec-fetch-site": site })).toBe("403 cross_site");
    expect(await saveBy({ "sec-fetch-site": "cross-site", origin: "http://daftar.lan:8000", host: "daftar.lan:8000" })).toBe(
      "403 cross_site",
    );
    expect(await saveBy({ origin: "https://evil.example", host: "daftar.lan:8000" })).toBe("403 cross_site");
    expect(await saveBy({ origin: "http://daftar.lan:8001", host: "daftar.lan:8000" })).toBe("403 cross_site");
    expect(await saveBy({ origin: "null", host: "daftar.lan:8000" })).toBe("403 cross_site");
    expect(await saveBy({})).toBe("403 cross_site");
  });

  it("does not do for the GET that merges", async () => {
    enterHouse();
    const token = await tokenFor("admin");
    const merge = (headers: Record<string, string>) =>
      call("nobody", runMergeByDateFallback, { query: { date: "2026-11-20", force: "true" }, headers });
    const byCookie = await merge({ cookie: `next-auth.session-token=${token}`, "sec-fetch-site": "same-origin" });
    expect(byCookie).toMatchObject({ status: 403, answer: { code: "cross_site" } });
    expect((await merge({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it("that cannot be decoded counts as none", async () => {
    enterHouse();
    expect(await statusOf({ cookie: "next-auth.session-token=%E0%A4%A" })).toBe(401);
  });
});

describe("the secret", () => {
  it("is made once, readable by the server's own user only", async () => {
    const data = enterHouse();
    await tokenFor("admin");
    const file = path.join(data, "auth-secret");
    expect(readFileSync(file, "utf8")).toBe(authSecret());
    expect(authSecret().length).toBeGreaterThanOrEqual(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is AUTH_SECRET where that is set", () => {
    enterHouse({ AUTH_SECRET: "a secret of the settings, long enough" });
    expect(authSecret()).toBe("a secret of the settings, long enough");
  });
});

describe("what the hub says", () => {
  it("counts at each call: a disabled user is out at once", async () => {
    enterHouse();
    const token = await tokenFor("staff");
    const hub = await hubStore();
    await writeQuietly(hub, (tx) => tx.user.update({ where: { username_key: "staff" }, data: { disabled_at: new Date().toISOString() } }));
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(401);
    const { login } = await import("@/lib/auth/contract");
    const again = await call("nobody", login, { body: { username: "staff", password: "warm bread at noon" } });
    expect(again).toMatchObject({ status: 401, answer: { error: "Wrong username or password." } });
  });
});
