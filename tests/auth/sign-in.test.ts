import path from "node:path";
import { describe, expect, it } from "vitest";
import { login, me, newUser } from "@/lib/auth/contract";
import { hubStore } from "@/lib/db/find-store";
import { forgetProcessWide } from "@/lib/process-wide";
import { clockAt, holdMonotonicClock } from "../support/clocks";
import { call, enterHouse, leaveHouse } from "../support/house";
import { PASSWORDS } from "../support/passwords";
import { hashAtFullCost } from "../support/people";
import { serveHandlers } from "../support/server";
import { alter } from "../support/stores";

const MINUTE = 60_000;

/** One try to sign in. `address` is what the server's front writes down, which no client can. */
async function tryToSignIn(username: string, password: string, address = "10.0.0.7") {
  const { status, answer, headers } = await call("nobody", login, {
    body: { username, password },
    address,
  });
  return { status, answer, retryAfter: headers.get("retry-after") };
}

async function fail(times: number, username = "staff", address = "10.0.0.7"): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await tryToSignIn(username, "wrong", address)).status);
  return statuses;
}

describe("signing in", () => {
  it("gives a token, and says who it is and what they may", async () => {
    enterHouse();
    const { status, answer } = await tryToSignIn("staff", "warm bread at noon");
    expect(status).toBe(200);
    expect(answer).toMatchObject({ token_type: "bearer", user: { username: "staff", name: "staff", roles: ["staff"] } });
    expect(answer.user.permissions).toContain("create_table");
    expect(new Date(answer.expires_at).toISOString()).toBe(answer.expires_at);
    const asked = await call("nobody", me, { headers: { authorization: `Bearer ${answer.access_token}` } });
    expect(asked.answer).toMatchObject({ user: answer.user, roles: answer.user.roles, permissions: answer.user.permissions });
  });

  it("takes the username in any case and spelling, and the password in its own only", async () => {
    enterHouse();
    expect((await tryToSignIn("  STAFF ", "warm bread at noon")).status).toBe(200);
    expect((await tryToSignIn("ｓｔａｆｆ", "warm bread at noon")).status).toBe(200);
    expect((await tryToSignIn("staff", "Warm bread at noon")).status).toBe(401);
    expect((await tryToSignIn("staff", " warm bread at noon")).status).toBe(401);
  });

  it("answers a wrong name and a wrong password with the same words", async () => {
    enterHouse();
    const [name, password] = [await tryToSignIn("nobody-of-this-name", "warm bread at noon"), await tryToSignIn("staff", "wrong")];
    for (const one of [name, password]) {
      expect(one.status).toBe(401);
      expect(one.answer).toMatchObject({
        error: "Wrong username or password.",
        detail: "Wrong username or password.",
        code: "unauthenticated",
      });
    }
    expect(Object.keys(name.answer)).toEqual(Object.keys(password.answer));
  });

  // docs/design/reliability.md S-08. By the processor's time, of which other programs take nothing.
  it("takes as long for a wrong name, and for somebody who was disabled, as for a wrong password", { timeout: 120_000 }, async () => {
    const hub = path.join(enterHouse(), "hub.db");
    hashAtFullCost();
    // Their hashes of the quick kind are made anew: a sign-in finds them to be of another cost.
    for (const name of ["staff", "keyless"] as const) expect((await tryToSignIn(name, PASSWORDS[name])).status).toBe(200);
    alter(hub, "UPDATE user SET disabled_at = '2026-11-20T12:00:00Z' WHERE username = 'keyless'");
    const clock = holdMonotonicClock();
    const names = ["staff", "nobody-of-this-name", "keyless"];
    const times = names.map((): number[] => []);
    for (let round = 0; round < 15; round++)
      for (const [index, name] of names.entries()) {
        clock.pass(5 * MINUTE + 1);
        const begun = process.cpuUsage();
        expect((await tryToSignIn(name, "wrong")).status).toBe(401);
        const { user, system } = process.cpuUsage(begun);
        times[index]?.push(user + system);
      }
    // The quickest of each: what the machine does besides makes a call dearer, and never cheaper. A password that is not looked
    // at costs a fiftieth.
    const quickest = times.map((some) => Math.min(...some));
    expect(Math.max(...quickest) / Math.min(...quickest)).toBeLessThan(1.5);
  });

  it("asks for both", async () => {
    enterHouse();
    expect((await tryToSignIn("", "warm bread at noon")).answer.issues).toEqual([{ path: "username", message: "Enter your username." }]);
    expect((await tryToSignIn("staff", "")).answer.issues).toEqual([{ path: "password", message: "Enter your password." }]);
  });

  it("is never kept as a receipt: its answer is a token", async () => {
    enterHouse();
    const body = { username: "staff", password: "warm bread at noon" };
    const first = await call("nobody", login, { body, key: "the same key" });
    const second = await call("nobody", login, { body, key: "the same key" });
    expect(second.answer.access_token).not.toBe(first.answer.access_token);
    const hub = await hubStore();
    expect(await hub.read.receipt.findMany()).toEqual([]);
  });

  it("leaves no quick hash of a password behind: a receipt's hash is worth nothing without the server's secret", async () => {
    const hashes: (string | undefined)[] = [];
    for (const secret of ["the first secret of more than 32 characters", "the other secret of more than 32 characters"]) {
      enterHouse({ AUTH_SECRET: secret });
      const body = { username: "new", password: "a guessable password", roles: ["staff"] };
      expect((await call("admin", newUser, { body, key: "a key" })).status).toBe(201);
      const hub = await hubStore();
      hashes.push((await hub.read.receipt.findFirst())?.body_hash);
      await leaveHouse();
    }
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[1]).not.toBe(hashes[0]);
  });
});

describe("guessing", () => {
  it("one name from one address ends after five failures, and is possible again five minutes later", async () => {
    enterHouse();
    const clock = holdMonotonicClock();
    expect(await fail(6)).toEqual([401, 401, 401, 401, 401, 429]);
    const stopped = await tryToSignIn("staff", "warm bread at noon");
    expect(stopped).toMatchObject({ status: 429, retryAfter: "300", answer: { code: "rate_limited" } });
    clock.pass(4 * MINUTE);
    expect(await tryToSignIn("staff", "warm bread at noon")).toMatchObject({ status: 429, retryAfter: "60" });
    clock.pass(MINUTE + 1);
    expect((await tryToSignIn("staff", "warm bread at noon")).status).toBe(200);
  });

  it("stops neither another name nor another address", async () => {
    enterHouse();
    await fail(5);
    expect((await tryToSignIn("admin", "seven brass lanterns")).status).toBe(200);
    expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.8")).status).toBe(200);
  });

  it("is no easier with other spellings of the name", async () => {
    enterHouse();
    for (const spelling of ["staff", "STAFF", " Staff ", "ｓｔａｆｆ", "ＳＴＡＦＦ"]) await fail(1, spelling);
    expect((await tryToSignIn("staff", "warm bread at noon")).status).toBe(429);
  });

  it("is no easier with all guesses at once", async () => {
    enterHouse();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryToSignIn("staff", "wrong")));
    expect(answers.filter((one) => one.status === 401)).toHaveLength(5);
    expect(answers.filter((one) => one.status === 429)).toHaveLength(15);
  });

  it("many names from one address ends after sixty failures", async () => {
    enterHouse();
    const names = Array.from({ length: 60 }, (_, number) => `name ${number}`);
    const answers = await Promise.all(names.map((name) => tryToSignIn(name, "wrong")));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([401]));
    expect((await tryToSignIn("staff", "warm bread at noon")).status).toBe(429);
    expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.8")).status).toBe(200);
  });

  describe("many names from the address that a house shares", () => {
    const strangers = (times: number) =>
      Promise.all(Array.from({ length: times }, (_, number) => tryToSignIn(`stranger ${number}`, "wrong")));

    it("keeps nobody out who signed in there within the week, and everybody else until it is over", async () => {
      enterHouse();
      const clock = holdMonotonicClock();
      expect((await tryToSignIn("staff", "warm bread at noon")).status).toBe(200);
      expect((await strangers(62)).filter(({ status }) => status === 429)).toHaveLength(2);
      expect((await tryToSignIn("staff", "warm bread at noon")).status).toBe(200);
      expect(await fail(6), "whose own five wrong ones count as ever").toEqual([401, 401, 401, 401, 401, 429]);
      expect((await tryToSignIn("admin", "seven brass lanterns")).status).toBe(429);
      clock.pass(5 * MINUTE + 1);
      expect((await tryToSignIn("admin", "seven brass lanterns")).status).toBe(200);
    });

    it("is not counted where somebody who is known there slips: strangers have their sixty", async () => {
      enterHouse();
      holdMonotonicClock();
      await tryToSignIn("staff", "warm bread at noon");
      await fail(5);
      expect((await strangers(60)).filter(({ status }) => status === 429)).toHaveLength(0);
    });

    it("keeps nobody out after a restart either, and counts a name with strangers when its week is over", async () => {
      enterHouse();
      clockAt("2026-11-20T12:00:00Z");
      await tryToSignIn("staff", "warm bread at noon");
      forgetProcessWide();
      clockAt("2026-11-27T11:59:00Z");
      await strangers(60);
      expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.7")).status).toBe(200);
      clockAt("2026-12-04T12:00:00Z");
      expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.7")).status).toBe(429);
    });
  });

  describe("one name from many addresses", () => {
    const elsewhere = (number: number) => `10.9.${number >> 8}.${number & 255}`;

    it("waits longer each time from the tenth failure on, at most a minute, and never shuts", async () => {
      enterHouse();
      const clock = holdMonotonicClock();
      for (let number = 0; number < 10; number++) expect(await fail(1, "staff", elsewhere(number))).toEqual([401]);
      const waits: string[] = [];
      for (let number = 10; number < 20; number++) {
        const stopped = await tryToSignIn("staff", "warm bread at noon", elsewhere(number));
        expect(stopped).toMatchObject({ status: 429, answer: { code: "rate_limited" } });
        waits.push(stopped.retryAfter ?? "");
        clock.pass(Number(stopped.retryAfter) * 1_000);
        if (number < 19) expect(await fail(1, "staff", elsewhere(number))).toEqual([401]);
      }
      expect(waits).toEqual(["1", "2", "4", "8", "16", "32", "60", "60", "60", "60"]);
      expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.9")).status).toBe(200);
    });

    it("is not drawn out by tries that were refused unread, and is forgotten after an hour", async () => {
      enterHouse();
      const clock = holdMonotonicClock();
      for (let number = 0; number < 16; number++) {
        await fail(1, "staff", elsewhere(number));
        clock.pass(32_000);
      }
      clock.pass(27_999);
      for (let number = 0; number < 30; number++) expect(await fail(1, "staff", elsewhere(100 + number))).toEqual([429]);
      clock.pass(1);
      expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.9")).status).toBe(200);
      clock.pass(60 * MINUTE);
      expect(await fail(2, "staff", "10.0.0.10")).toEqual([401, 401]);
    });

    it("ends there with all guesses at once, in any spelling, whether there is such a name or not", async () => {
      enterHouse();
      for (const spellings of [
        ["staff", "STAFF", "ｓｔａｆｆ"],
        ["no such name", "No Such Name", " no  such name"],
      ]) {
        const answers = await Promise.all(
          Array.from({ length: 60 }, (_, number) => tryToSignIn(spellings[number % 3] ?? "", "wrong", elsewhere(number))),
        );
        expect(answers.filter((one) => one.status === 401)).toHaveLength(10);
        expect(answers.filter((one) => one.status === 429)).toHaveLength(50);
      }
    });

    it("does not lock out a device from which the name was signed in before, for as long as it goes on", async () => {
      enterHouse();
      const clock = holdMonotonicClock();
      expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.7")).status).toBe(200);
      for (let round = 0; round < 5; round++) {
        for (let number = 0; number < 30; number++) await fail(1, "staff", elsewhere(round * 30 + number));
        expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.8")).status).toBe(429);
        expect(await fail(1, "staff", "10.0.0.7")).toEqual([401]);
        expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.7")).status).toBe(200);
        clock.pass(3 * MINUTE);
      }
      expect(await fail(6, "staff", "10.0.0.7")).toEqual([401, 401, 401, 401, 401, 429]);
    });

    it("is not made easier by a right sign-in of the name in between", async () => {
      enterHouse();
      await tryToSignIn("staff", "warm bread at noon", "10.0.0.7");
      for (let number = 0; number < 10; number++) {
        await fail(1, "staff", elsewhere(number));
        expect((await tryToSignIn("staff", "warm bread at noon", "10.0.0.7")).status).toBe(200);
      }
      expect(await fail(1, "staff", elsewhere(20))).toEqual([429]);
    });

    it("stops no other name", async () => {
      enterHouse();
      for (let number = 0; number < 21; number++) await fail(1, "staff", elsewhere(number));
      expect((await tryToSignIn("admin", "seven brass lanterns", elsewhere(0))).status).toBe(200);
    });
  });

  it("is forgotten with a right password, so that slips over an evening lock nobody out", async () => {
    enterHouse();
    for (let time = 0; time < 4; time++) {
      expect(await fail(4)).toEqual([401, 401, 401, 401]);
      expect((await tryToSignIn("staff", "warm bread at noon")).status).toBe(200);
    }
  });

  it("is not held against an address whose people sign in rightly", async () => {
    enterHouse();
    for (let time = 0; time < 70; time++) expect((await tryToSignIn("staff", "warm bread at noon")).status).toBe(200);
  });
});

describe("where a call comes from", () => {
  const spoofed = (number: number) => ({
    "x-forwarded-for": `10.9.0.${number}`,
    "x-real-ip": `10.9.0.${number}`,
    forwarded: `for=10.9.0.${number}`,
    "x-daftar-address": `10.9.0.${number}`,
    "x-client-ip": `10.9.0.${number}`,
  });

  async function failWith(base: string, headers: (number: number) => Record<string, string>): Promise<number[]> {
    const statuses: number[] = [];
    for (let number = 0; number < 6; number++) {
      const response = await fetch(`${base}/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers(number) },
        body: JSON.stringify({ username: "staff", password: "wrong" }),
      });
      statuses.push(response.status);
    }
    return statuses;
  }

  it("is the socket's address, whatever headers a client sends", async () => {
    enterHouse();
    expect(await failWith(await serveHandlers(), spoofed)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it("is what the proxy in front says, when there is one: the last entry, which the client cannot write", async () => {
    enterHouse({ TRUST_PROXY: "true" });
    const base = await serveHandlers();
    expect(await failWith(base, (number) => ({ "x-forwarded-for": `10.0.0.7, 10.9.0.${number}` }))).toEqual([401, 401, 401, 401, 401, 401]);
    await leaveHouse();
    enterHouse({ TRUST_PROXY: "true" });
    const again = await serveHandlers();
    expect(await failWith(again, (number) => ({ "x-forwarded-for": `10.9.0.${number}, 10.0.0.7` }))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });
});
