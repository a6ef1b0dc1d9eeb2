import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { login, logout, me, refresh } from "@/lib/auth/contract";
import { renewalOf } from "@/lib/auth/refresh-rule";
import { browseFolder } from "@/lib/backend-folder/contract";
import { setClock } from "@/lib/clock";
import { saveTable } from "@/lib/tables/contract";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { PASSWORDS } from "../support/passwords";
import { alter } from "../support/stores";
import { METADATA } from "../support/tables";

const QUARTER = 15 * 60_000;
const NAME = "next-auth.session-token";

const signIn = async () => (await call("nobody", login, { body: { username: "staff", password: PASSWORDS.staff } })).answer;
const renew = (refresh_token = "", key?: string) => call("nobody", refresh, { body: { refresh_token }, key });
const renewByCookie = (token: string, key?: string, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) =>
  call("nobody", refresh, { headers: { cookie: `${NAME}=${token}`, ...headers }, key });
const asks = async (token: string) => (await call("nobody", me, { headers: { authorization: `Bearer ${token}` } })).status;
const asksByCookie = async (token: string) => (await call("nobody", me, { headers: { cookie: `${NAME}=${token}` } })).status;

let passed = 0;
const realNow = Date.now.bind(Date);
beforeEach(() => {
  passed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + passed);
});

/** So much time passes for the tokens, which are judged by the machine's clock. */
function pass(milliseconds: number): void {
  passed += milliseconds;
}

describe("an access token", () => {
  it("opens calls for a quarter of an hour, and says until when", async () => {
    enterHouse();
    const { access_token, expires_at, sign_in_ends_at } = await signIn();
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(QUARTER);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(QUARTER - 5_000);
    expect(Date.parse(sign_in_ends_at ?? "") - Date.now()).toBeGreaterThan(6 * 24 * 3_600_000);
    pass(QUARTER - 5_000);
    expect(await asks(access_token)).toBe(200);
    pass(6_000);
    expect(await asks(access_token)).toBe(401);
  });

  it("that is over says so as RFC 6750 has it, and stands in no trail; that of a sign-in that is over says nothing", async () => {
    const data = enterHouse();
    const { access_token, refresh_token } = await signIn();
    const ask = () => call("nobody", me, { headers: { authorization: `Bearer ${access_token}` } });
    pass(QUARTER + 1_000);
    const refused = await ask();
    expect(refused.answer).toMatchObject({
      code: "unauthenticated",
      detail: "This access token is over. POST /auth/refresh gives the next one; else sign in again. Nothing was changed.",
    });
    expect(refused.headers.get("www-authenticate")).toBe('Bearer error="invalid_token", error_description="The access token expired"');
    const next = (await renew(refresh_token)).answer.access_token;
    await call("nobody", logout, { headers: { authorization: `Bearer ${next}` } });
    const ended = await ask();
    expect({ said: ended.answer.detail, how: ended.headers.get("www-authenticate") }).toEqual({ said: "Please sign in.", how: "Bearer" });
    await expect.poll(() => hubEvents(data, "calls.refused").map(({ payload }) => payload.times), { timeout: 5_000 }).toEqual([1]);
  });

  it("lasts as long as the settings say, and never longer", async () => {
    enterHouse({ ACCESS_LASTS: "60" });
    const { access_token } = await signIn();
    pass(61_000);
    expect(await asks(access_token)).toBe(401);
  });

  it("is nothing to renew with, and a refresh token opens no call", async () => {
    enterHouse();
    const { access_token, refresh_token = "" } = await signIn();
    expect((await renew(access_token)).status).toBe(401);
    const refused = await call("nobody", me, { headers: { authorization: `Bearer ${refresh_token}` } });
    expect({ status: refused.status, said: refused.answer.detail }).toEqual({ status: 401, said: "Please sign in." });
    expect((await call("nobody", me, { headers: { "x-token": refresh_token } })).status).toBe(401);
  });
});

describe("a refresh token", () => {
  it("gives the next pair, for whoever it was, up to the end of the sign-in", async () => {
    enterHouse();
    const first = await signIn();
    pass(QUARTER + 1_000);
    const { status, answer, headers } = await renew(first.refresh_token);
    expect({ status, user: answer.user, ends: answer.sign_in_ends_at }).toEqual({
      status: 200,
      user: first.user,
      ends: first.sign_in_ends_at,
    });
    expect(headers.get("set-cookie")).toBeNull();
    expect(await asks(answer.access_token)).toBe(200);
    setClock(() => new Date(Date.now() + 7.1 * 24 * 3_600_000));
    expect((await renew(answer.refresh_token)).status).toBe(401);
  });

  it("that comes again ends the sign-in, every token of it, and nobody else's", async () => {
    const data = enterHouse();
    const [first, other] = [await signIn(), await signIn()];
    const second = (await renew(first.refresh_token)).answer;
    const third = (await renew(second.refresh_token)).answer;
    expect(await asks(third.access_token)).toBe(200);
    expect((await renew(first.refresh_token)).status).toBe(401);
    for (const { access_token } of [first, second, third]) expect(await asks(access_token)).toBe(401);
    expect((await renew(third.refresh_token)).status).toBe(401);
    expect(await asks(other.access_token)).toBe(200);
    const [ended] = hubEvents(data, "sessions.ended");
    expect(ended?.payload).toEqual({ why: "a refresh token was used twice", address: "here" });
  });

  it("is refused after logging out, for somebody disabled, and when it is none", async () => {
    const data = enterHouse();
    const [first, other] = [await signIn(), await signIn()];
    await call("nobody", logout, { headers: { authorization: `Bearer ${first.access_token}` } });
    expect((await renew(first.refresh_token)).status).toBe(401);
    alter(`${data}/hub.db`, "UPDATE user SET disabled_at = '2026-11-20T12:00:00Z' WHERE username = 'staff'");
    expect((await renew(other.refresh_token)).status).toBe(401);
    expect((await renew("x")).status).toBe(401);
    expect((await call("nobody", refresh)).status).toBe(400);
  });

  it("whose answer was lost repeats its step with its key, however late; without the key, or with another, it was copied", async () => {
    enterHouse();
    for (const [key, status] of [
      ["one", 200],
      [undefined, 401],
      ["two", 401],
    ] as const) {
      const first = await signIn();
      expect((await renew(first.refresh_token, "one")).status).toBe(200);
      pass(24 * 3_600_000);
      expect((await renew(first.refresh_token, key)).status).toBe(status);
      passed = 0;
    }
  });

  it("that was used with a key is copied where it comes with that key after the next step, and an empty key is none", async () => {
    enterHouse();
    const first = await signIn();
    const second = (await renew(first.refresh_token, "always the same")).answer;
    expect((await renew(second.refresh_token, "always the same")).status).toBe(200);
    expect((await renew(first.refresh_token, "always the same")).status).toBe(401);
    const { refresh_token } = await signIn();
    const renewWithEmpty = () => call("nobody", refresh, { body: { refresh_token }, headers: { "idempotency-key": "" } });
    expect((await renewWithEmpty()).status).toBe(200);
    expect((await renewWithEmpty()).status).toBe(401);
  });

  it("is known to a server whose data were set back", async () => {
    const data = enterHouse();
    const second = (await renew((await signIn()).refresh_token)).answer;
    const third = (await renew(second.refresh_token)).answer;
    alter(`${data}/hub.db`, "UPDATE session SET renewal = 0, renewal_key = NULL");
    const fourth = (await renew(third.refresh_token)).answer;
    expect(await asks(fourth.access_token)).toBe(200);
    expect((await renew(fourth.refresh_token)).status).toBe(200);
  });
});

describe("the pages' cookie", () => {
  it("is a refresh token that no script reads: it opens calls as long as its access token, and is renewed with it", async () => {
    enterHouse();
    const { refresh_token: cookie = "" } = await signIn();
    expect(await asksByCookie(cookie)).toBe(200);
    pass(QUARTER + 1_000);
    expect(await asksByCookie(cookie)).toBe(401);
    const { status, answer, headers } = await renewByCookie(cookie);
    expect({ status, refresh_token: answer.refresh_token }).toEqual({ status: 200, refresh_token: undefined });
    const set = headers.get("set-cookie") ?? "";
    expect(set).toMatch(/^next-auth\.session-token=[\w.-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    expect(await asksByCookie(set.slice(NAME.length + 1, set.indexOf(";")))).toBe(200);
    expect(await asks(answer.access_token)).toBe(200);
  });

  it("that is too old for calls opens the server's folder still, whose plain page renews nothing, until its sign-in ends", async () => {
    enterHouse();
    const { answer } = await call("nobody", login, { body: { username: "admin", password: PASSWORDS.admin } });
    const look = (token = answer.refresh_token) => call("nobody", browseFolder, { headers: { cookie: `${NAME}=${token}` } });
    pass(QUARTER + 1_000);
    expect((await look()).status).toBe(200);
    const next = (await renew(answer.refresh_token)).answer;
    await call("nobody", logout, { headers: { authorization: `Bearer ${next.access_token}` } });
    expect((await look(next.refresh_token)).status).toBe(401);
  });

  it("is the newest of those that come, whatever else has its name, and is taken away by logging out, however old", async () => {
    enterHouse();
    const { refresh_token: old = "" } = await signIn();
    pass(QUARTER + 1_000);
    const { refresh_token: cookie = "" } = await signIn();
    const ask = async (...cookies: string[]) => (await call("nobody", me, { headers: { cookie: cookies.join("; ") } })).status;
    expect(await ask(`${NAME}=junk`, `${NAME}=${old}`, `__Secure-${NAME}=${cookie}`)).toBe(200);
    expect(await ask(`__Secure-${NAME}=${cookie}`, `${NAME}=junk`)).toBe(200);
    pass(QUARTER + 1_000);
    const headers = { cookie: `${NAME}=${cookie}`, "sec-fetch-site": "same-origin" };
    const out = await call("nobody", logout, { headers });
    expect({ status: out.status, set: out.headers.get("set-cookie") }).toEqual({
      status: 200,
      set: `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
    });
    expect((await renewByCookie(cookie)).status).toBe(401);
    expect((await call("nobody", logout, { headers })).status).toBe(401);
  });

  it("keeps its name, and what belongs to it, behind https", async () => {
    enterHouse();
    const { refresh_token: cookie = "" } = await signIn();
    const headers = { cookie: `__Secure-${NAME}=${cookie}`, "sec-fetch-site": "same-origin" };
    expect((await call("nobody", refresh, { headers })).headers.get("set-cookie")).toMatch(/^__Secure-.*; Secure$/);
  });

  it("that is older than the one before the newest opens nothing, and ends the sign-in where it is renewed", async () => {
    enterHouse();
    const first = await signIn();
    const second = (await renew(first.refresh_token)).answer;
    expect(await asksByCookie(first.refresh_token ?? "")).toBe(200);
    const third = (await renew(second.refresh_token)).answer;
    expect(await asksByCookie(first.refresh_token ?? "")).toBe(401);
    expect((await renewByCookie(first.refresh_token ?? "")).status).toBe(401);
    expect(await asks(third.access_token)).toBe(401);
  });

  it("is renewed by our own pages alone, also where it is too old for calls", async () => {
    enterHouse();
    const { refresh_token: cookie = "" } = await signIn();
    for (const time of [0, QUARTER + 1_000]) {
      pass(time);
      for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "http://evil.example" }, {}] as Record<string, string>[])
        expect((await renewByCookie(cookie, undefined, headers)).answer.code).toBe("cross_site");
    }
    expect((await renewByCookie(cookie)).status).toBe(200);
  });

  it("that is too old for calls changes nothing", async () => {
    enterHouse();
    const { refresh_token: cookie = "" } = await signIn();
    pass(QUARTER + 1_000);
    const headers = { cookie: `${NAME}=${cookie}`, "sec-fetch-site": "same-origin" };
    const { status } = await call("nobody", saveTable, { headers, body: { metadata: METADATA, contacts: [{ name: "Maya" }] } });
    expect(status).toBe(401);
  });
});

/** What a device holds: the cookie's number, and the access token, of which the key of its next step is made. */
interface Held {
  pair: number;
  access: string;
}

/** A sign-in as the server keeps it, and tokens as it gives them: each answer holds another access token. */
class SignIn {
  newest = { number: 0, key: null as string | null };
  isOver = false;
  private made = 0;

  first = (): Held => ({ pair: 0, access: `access ${this.made++}` });

  renew({ pair, access }: Held): Held | null {
    const verdict = this.isOver ? "reused" : renewalOf(pair, access, this.newest);
    if (verdict === "reused") {
      this.isOver = true;
      return null;
    }
    if (verdict === "next") this.newest = { number: Math.max(pair, this.newest.number) + 1, key: access };
    return { pair: this.newest.number, access: `access ${this.made++}` };
  }
}

describe("in any order", () => {
  const step = fc.record({ who: fc.nat(2), isLost: fc.boolean(), isHalf: fc.boolean() });

  it("one browser stays signed in, however many tabs renew at once, and whichever answers are lost", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const signIn = new SignIn();
        const jar = signIn.first();
        const onTheWay: { sent: Held; isLost: boolean }[] = [];
        for (const { who, isLost, isHalf } of steps) {
          // A tab asks with what lies there now; its answer comes before another tab has been answered, or with it.
          onTheWay.push({ sent: { ...jar }, isLost });
          if (who !== 0) continue;
          for (const { sent, isLost: never } of onTheWay.splice(0)) {
            const answer = signIn.renew(sent);
            expect(answer).not.toBeNull();
            if (never || !answer) continue;
            jar.pair = answer.pair; // the browser keeps the cookie before the page has read the answer
            if (!isHalf) jar.access = answer.access;
          }
        }
        expect(signIn.isOver).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a copy of what a browser held is found out within two steps of each, whoever comes first", () => {
    fc.assert(
      fc.property(fc.nat(4), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (before, order) => {
        const signIn = new SignIn();
        const held = { owner: signIn.first(), thief: signIn.first() };
        for (let time = 0; time < before; time++) held.owner = signIn.renew(held.owner) ?? held.owner;
        held.thief = { ...held.owner };
        const steps = { owner: 0, thief: 0 };
        for (const isOwner of order) {
          const who = isOwner ? "owner" : "thief";
          if (steps.owner >= 2 && steps.thief >= 2) break;
          steps[who]++;
          held[who] = signIn.renew(held[who]) ?? held[who];
        }
        fc.pre(steps.owner >= 2 && steps.thief >= 2);
        expect(signIn.isOver).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
