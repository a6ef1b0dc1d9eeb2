import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { setClock } from "@/lib/clock";
import { transportState } from "@/lib/queue/workers/contract";
import { openTransport } from "@/workers/transports/open";
import type { CloudApi } from "../support/cloud-api";
import { cloudApi, outgoing, someFolder, transportFor } from "./outgoing";

const OFTEN = { failed: 20, well: 40 };

describe("the state of the Cloud transport", () => {
  it("says that all is well, from which number, and that nothing is known before it asked", async () => {
    const api = await cloudApi();
    const { transport, states } = transportFor(api);
    expect(transport.state()).toMatchObject({ connected: false, problem: expect.stringContaining("not been asked yet") });
    await transport.start();
    expect(transport.state()).toEqual({ connected: true, problem: null, pairing: null, quota: null, lock: null });
    expect(transport.account()).toBe("cloud:106540352242922");
    expect(states.map((state) => transportState.parse(state))).toEqual([transport.state()]);
    expect([transport.name, transport.idempotentId]).toEqual(["cloud", false]);
  });

  it("says that the token has expired, and is well again by itself when it holds", async () => {
    const api = await cloudApi();
    const { transport, states } = transportFor(api, { token: "EAAGexpired12345", looks: OFTEN });
    await transport.start();
    expect(transport.state()).toMatchObject({
      connected: false,
      problem: expect.stringContaining("the access token: it is invalid or has expired"),
    });
    api.options.token = "EAAGexpired12345";
    await expect.poll(() => transport.state().problem).toBe(null);
    expect(states.map(({ connected }) => connected)).toEqual([false, true]);
  });

  it("is well again as soon as a message is taken, before the number is looked at", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api, { token: "EAAGexpired12345", looks: { failed: 60_000, well: 60_000 } });
    await transport.start();
    api.options.token = "EAAGexpired12345";
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "accepted" });
    expect(transport.state()).toMatchObject({ connected: true, problem: null });
  });

  it("says so when it expires between two messages", async () => {
    const api = await cloudApi();
    const { transport, states } = transportFor(api);
    await transport.start();
    api.options.token = "EAAGanotherone";
    expect(await transport.send(outgoing())).toMatchObject({ fault: "account", code: "190" });
    expect(transport.state()).toMatchObject({ connected: false, problem: expect.stringContaining("expired") });
    expect(states.length).toBe(2);
  });

  it.each([
    ["RESTRICTED", "has restricted this number"],
    ["BANNED", "has banned this number"],
    ["PENDING", "not set up yet"],
  ])("says what Meta says of the number: %s", async (status, words) => {
    const api = await cloudApi();
    api.numberStatus = status;
    const { transport } = transportFor(api);
    await transport.start();
    expect(transport.state()).toMatchObject({ connected: true, problem: expect.stringContaining(words) });
  });

  it("says that nobody is reached, and goes on trying", async () => {
    const api = await cloudApi();
    await api.stop();
    const { transport } = transportFor(api, { looks: OFTEN });
    await transport.start();
    expect(transport.state()).toMatchObject({ connected: false, problem: expect.stringContaining("cannot be reached") });
  });

  it("looks at the number however often messages fail meanwhile", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api, { looks: { failed: 80, well: 60_000 } });
    await transport.start();
    const looks = () => api.calls.filter(({ method }) => method === "GET").length;
    const begun = performance.now();
    // Each to a guest of its own: WhatsApp refuses many to the same one, and that says nothing of the number.
    for (let guest = 100; looks() < 4 && performance.now() - begun < 5_000; guest = 100 + ((guest + 1) % 900))
      await transport.send(outgoing({ phone: `96170${guest}500` }));
    expect(looks()).toBeGreaterThanOrEqual(4);
  });

  it("looks ever more seldom while nothing is well, and at last as often as when all is", async () => {
    const api = await cloudApi();
    const looksOf = async (looks: { failed: number; well: number }) => {
      const { transport } = transportFor(api, { token: "EAAGexpired12345", looks });
      const before = api.calls.length;
      await transport.start();
      return () => api.calls.length - before;
    };
    const seldom = await looksOf({ failed: 20, well: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(seldom(), "after 20, 40, 80, 160 and 320 milliseconds").toBeLessThanOrEqual(6);
    const often = await looksOf({ failed: 20, well: 40 });
    await expect.poll(often).toBeGreaterThan(14);
  });

  it("says that the number's id is wrong", async () => {
    const api = await cloudApi();
    const { transport } = transportFor({ url: api.url, options: { ...api.options, phoneNumberId: "999999999999999" } });
    await transport.start();
    expect(transport.state()).toMatchObject({ connected: false, problem: expect.stringContaining("does not know this number") });
  });

  it("keeps what a message's refusal told about the number, until one is taken or half an hour is over", async () => {
    let at = Date.parse("2026-11-20T19:30:00Z");
    setClock(() => new Date(at));
    const api = await cloudApi();
    const { transport } = transportFor(api, { looks: OFTEN });
    await transport.start();
    const looked = async () => {
      const before = api.calls.filter(({ method }) => method === "GET").length;
      await expect.poll(() => api.calls.filter(({ method }) => method === "GET").length).toBeGreaterThan(before + 1);
    };
    api.script("1", { answer: 131031 });
    await transport.send(outgoing({ phone: "96170000001" }));
    await looked();
    expect(transport.state()).toMatchObject({ connected: true, problem: expect.stringContaining("locked this number's account") });
    await transport.send(outgoing({ phone: "96170000007" }));
    expect(transport.state().problem).toBe(null);
    await transport.send(outgoing({ phone: "96170000001" }));
    at += 31 * 60_000;
    await looked();
    expect(transport.state().problem).toBe(null);
  });

  it.each([131026, 131050, 130429, 132015, 100])("does not speak of the number when only a message was refused: %i", async (code) => {
    const api = await cloudApi();
    const { transport, states } = transportFor(api);
    await transport.start();
    api.script("", { answer: code });
    await transport.send(outgoing());
    expect(transport.state().problem).toBe(null);
    expect(states.length).toBe(1);
  });

  it("tells nobody anything any more after a stop", async () => {
    const api = await cloudApi();
    const { transport, states } = transportFor(api, { looks: OFTEN });
    await transport.start();
    await transport.stop();
    const calls = api.calls.length;
    api.numberStatus = "BANNED";
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect([api.calls.length, states.length]).toEqual([calls, 1]);
  });
});

describe("a worker whose token has expired", () => {
  const EXPIRED = "EAAGexpired12345";

  function opened(api: CloudApi, token = EXPIRED) {
    const folder = someFolder();
    const { version, phoneNumberId } = api.options;
    const write = (changes: object) => {
      const settings = { base: api.url, version, phone_number_id: phoneNumberId, token, ...changes };
      writeFileSync(path.join(folder, "cloud.json"), JSON.stringify(settings));
    };
    write({});
    const transport = openTransport("cloud", { folder, events: { onState() {}, onReceipt() {}, onInbound() {}, onDiskFailed() {} } });
    onTestFinished(() => transport.stop());
    return { transport, write, file: path.join(folder, "cloud.json") };
  }
  const looks = (api: CloudApi) => api.calls.filter(({ method }) => method === "GET").length;

  it("says what to do, takes up the new one from cloud.json by itself, and asks once by a call that sends nothing", async () => {
    const api = await cloudApi();
    const { transport, write } = opened(api, api.options.token);
    await transport.start();
    api.options.token = "EAAGthenewone1";
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "account", code: "190" });
    expect(transport.state()).toMatchObject({
      connected: false,
      problem: expect.stringMatching(/invalid or has expired\. Write a new one into cloud\.json of this worker's folder/),
    });
    const [asked, posted] = [looks(api), api.posts()];
    write({ token: "EAAGthenewone1" });
    await expect.poll(() => transport.state()).toMatchObject({ connected: true, problem: null });
    expect([looks(api) - asked, api.posts() - posted]).toEqual([1, 0]);
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "accepted" });
  });

  it("goes on waiting while the file is half written, or names another number", async () => {
    const api = await cloudApi();
    const { transport, write, file } = opened(api);
    await transport.start();
    writeFileSync(file, '{"token": "EAAGthe');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    write({ token: api.options.token, phone_number_id: "999999999999999" });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect([transport.state().connected, transport.account()]).toEqual([false, "cloud:106540352242922"]);
    write({ token: api.options.token });
    await expect.poll(() => transport.state().connected).toBe(true);
  });

  it("is not asked for ever faster while the number's page is shown and its messages are refused", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api, { looks: { failed: 20, well: 60_000 } });
    await transport.start();
    api.script("", { answer: 190 });
    const begun = performance.now();
    let refused = 0;
    while (performance.now() - begun < 700) {
      if (transport.state().connected) {
        await transport.send(outgoing());
        refused++;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(refused, "after 20, 40, 80, 160 and 320 milliseconds").toBeLessThanOrEqual(6);
  });
});
