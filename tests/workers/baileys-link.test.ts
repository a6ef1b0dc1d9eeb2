import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as library from "baileys";
import { describe, expect, it } from "vitest";
import { transportState } from "@/lib/queue/workers/contract";
import { Session } from "@/workers/transports/baileys/session";
import { acceptedBaileysSettings, askToLink, baileysSettings, keptBaileysSettings } from "@/workers/transports/baileys/settings";
import { connected, HOUSE, linkedPhone, phoneFor, whatsAppWeb } from "./linked-phone";
import { outgoing, someFolder } from "./outgoing";

describe("linking a phone", () => {
  it("by its QR code connects again with the same keys, because WhatsApp wants that", async () => {
    const web = await whatsAppWeb();
    const { transport, states } = await linkedPhone(web);
    expect(states.map(({ link }) => link)).toEqual(["pairing", "connecting", "connected"]);
    expect(states.map((state) => transportState.parse(state))).toEqual(states);
    expect(states[0]?.pairing?.qr).toContain("wa.me/settings/linked_devices#");
    expect(transport.account()).toBe(`baileys:${HOUSE}`);
    expect(web.logins).toBe(2);
  });

  it("by eight letters shows them, and a wrong one links nothing", async () => {
    const web = await whatsAppWeb();
    const phone = phoneFor(web, { number: "+961 31 000 000" });
    await phone.transport.start();
    await expect.poll(() => phone.transport.state().pairing?.code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    expect(phone.transport.state()).toMatchObject({ link: "pairing", connected: false, pairing: { code: expect.any(String) } });
    expect(phone.transport.account()).toBe(null);
    const first = phone.transport.state().pairing?.code;
    await web.typeCode("AAAAAAAA");
    await expect.poll(() => phone.transport.state().pairing?.code ?? first).not.toBe(first);
    await web.typeCode(phone.transport.state().pairing?.code?.replace("-", "") ?? "");
    await connected(phone);
    expect(phone.transport.account()).toBe(`baileys:${HOUSE}`);
    expect(await phone.transport.send(outgoing())).toMatchObject({ outcome: "accepted" });
  });

  it("that was broken off begins with new keys at the next start", async () => {
    const web = await whatsAppWeb();
    const folder = someFolder();
    const first = phoneFor(web, { folder, number: HOUSE });
    await first.transport.start();
    await expect.poll(() => first.transport.state().pairing?.code).toBeTruthy();
    const code = first.transport.state().pairing?.code;
    await first.transport.stop();
    const second = phoneFor(web, { folder, number: HOUSE });
    await second.transport.start();
    await expect.poll(() => second.transport.state().pairing?.code).toBeTruthy();
    expect(second.transport.state().pairing?.code).not.toBe(code);
  });
});

describe("the link", () => {
  it.each([428, 408, 500, 503])("holds when the connection ends with %i: it is made again by itself", async (code) => {
    const web = await whatsAppWeb();
    const phone = await linkedPhone(web);
    const logins = web.logins;
    if (code === 428) web.cut();
    else web.endWith(code);
    await expect.poll(() => web.logins).toBe(logins + 1);
    await connected(phone);
    expect(await phone.transport.send(outgoing())).toMatchObject({ outcome: "accepted" });
  });

  it("is not asked for in a storm while WhatsApp cannot be reached", async () => {
    const web = await whatsAppWeb();
    const pauses: number[] = [];
    const phone = await linkedPhone(web, { pause: (failures) => pauses.push(failures) * 50 });
    web.failure = 503;
    web.cut();
    await expect.poll(() => pauses.length).toBeGreaterThan(3);
    expect(pauses.slice(0, 4)).toEqual([1, 2, 3, 4]);
    expect(phone.transport.state()).toMatchObject({
      connected: false,
      problem: expect.stringContaining("tried again by itself (503)".slice(0, 12)),
    });
    web.failure = null;
    await connected(phone);
    expect(phone.transport.state()).toEqual({ connected: true, problem: null, pairing: null, quota: null, lock: null, link: "connected" });
  });

  it.each([
    [440, "replaced", "Another program uses the same link"],
    [401, "logged_out", "taken off the phone's linked devices"],
    [403, "banned", "has banned this number"],
  ] as const)("ends with %i, says so, and does not try again", async (code, link, words) => {
    const web = await whatsAppWeb();
    const { transport } = await linkedPhone(web, { pause: () => 10 });
    const logins = web.logins;
    if (code === 440) web.endWith(440);
    else {
      web.failure = code;
      web.cut();
    }
    await expect.poll(() => transport.state()).toMatchObject({ connected: false, link, problem: expect.stringContaining(words) });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(web.logins).toBe(logins + (code === 440 ? 0 : 1));
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "not_sent", code: "NOT_CONNECTED" });
  });

  it("that the phone has ended is made anew at the next start; every other one is not", async () => {
    for (const [code, link] of [
      [401, "pairing"],
      [403, "connected"],
    ] as const) {
      const web = await whatsAppWeb();
      const folder = someFolder();
      const { transport } = await linkedPhone(web, { folder });
      web.failure = code;
      web.cut();
      await expect.poll(() => transport.state().problem).toContain("worker");
      await transport.stop();
      web.failure = null;
      const next = phoneFor(web, { folder });
      await next.transport.start();
      await expect.poll(() => next.transport.state().link).toBe(link);
    }
  });
});

describe("the keys of a linked phone", () => {
  const logOf = (folder: string) => path.join(folder, "session.log");

  it("hold over a restart, and belong to the worker's user alone", async () => {
    const web = await whatsAppWeb();
    const folder = someFolder();
    const { transport } = await linkedPhone(web, { folder });
    await transport.send(outgoing());
    await transport.stop();
    const next = phoneFor(web, { folder });
    await next.transport.start();
    await connected(next);
    expect(next.states.some(({ link }) => link === "pairing")).toBe(false);
    for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (name.isFile()) expect(statSync(path.join(name.parentPath, name.name)).mode & 0o077).toBe(0);
  });

  it("survive a file that ends anywhere in the middle of a change", async () => {
    const web = await whatsAppWeb();
    const folder = someFolder();
    const { transport } = await linkedPhone(web, { folder });
    const linkedAt = statSync(logOf(folder)).size;
    for (let count = 0; count < 3; count++) await transport.send(outgoing());
    await transport.stop();
    const { size } = statSync(logOf(folder));
    expect(size).toBeGreaterThan(linkedAt);
    for (let length = linkedAt; length < size; length += Math.ceil((size - linkedAt) / 40)) {
      const cut = someFolder();
      copyFileSync(logOf(folder), logOf(cut));
      truncateSync(logOf(cut), length);
      const session = new Session(cut, library);
      expect([session.isLinked, session.damage], `cut at ${length}`).toEqual([true, null]);
      session.saveCreds();
      expect(new Session(cut, library)).toMatchObject({ isLinked: true, damage: null });
    }
    const cut = someFolder();
    copyFileSync(logOf(folder), logOf(cut));
    truncateSync(logOf(cut), size - 7);
    const next = phoneFor(web, { folder: cut });
    await next.transport.start();
    await connected(next);
    const message = outgoing();
    expect(await next.transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect(web.accepted.at(-1)?.message?.extendedTextMessage?.text).toBe(message.text);
  });

  it("are kept as far as they can be read when the file was damaged, and the file is kept aside", async () => {
    const web = await whatsAppWeb();
    const folder = someFolder();
    const { transport } = await linkedPhone(web, { folder });
    await transport.send(outgoing());
    await transport.stop();
    const bytes = readFileSync(logOf(folder));
    const at = bytes.indexOf("device-list");
    bytes[at] = 0x58;
    writeFileSync(logOf(folder), bytes);
    const next = phoneFor(web, { folder });
    await next.transport.start();
    await expect
      .poll(() => next.transport.state())
      .toMatchObject({ connected: true, problem: expect.stringContaining("could not be read") });
    expect(readdirSync(folder).some((name) => name.startsWith("session.log.damaged-"))).toBe(true);
  });

  it("are written in one piece again once the file has grown", async () => {
    const folder = someFolder();
    const session = new Session(folder, library);
    const { keys } = session.state();
    const value = Buffer.alloc(60_000, 7);
    for (let count = 0; count < 120; count++) await keys.set({ session: { "guest.0": value, [`guest.${count % 3}`]: value } });
    await keys.set({ session: { "guest.2": null } });
    expect(statSync(logOf(folder)).size).toBeLessThan(5_000_000);
    const again = new Session(folder, library).state().keys;
    expect(existsSync(`${logOf(folder)}.new`)).toBe(false);
    // Not linked, so they are let go of.
    expect(await again.get("session", ["guest.0"])).toEqual({});
    expect(await keys.get("session", ["guest.0", "guest.1", "guest.2"])).toEqual({ "guest.0": value, "guest.1": value });
  });
});

describe("the risk", () => {
  it("must be accepted by its word, and how to pair is asked once", async () => {
    const folder = someFolder();
    expect(() => acceptedBaileysSettings(folder)).toThrow("may restrict or ban the number");
    const said: string[] = [];
    const answering =
      (...answers: string[]) =>
      async (words: string) => {
        said.push(words);
        return answers.shift() ?? "";
      };
    await expect(askToLink(folder, answering("yes"))).rejects.toThrow("No phone was linked");
    expect(keptBaileysSettings(folder)).toBe(null);
    await askToLink(folder, answering("ACCEPT", "12", "", "+961 31 000 000"));
    expect(said[0]).toContain("ban the number, also for good");
    expect(acceptedBaileysSettings(folder)).toMatchObject({ number: HOUSE, resend_same_id: true, url: "wss://web.whatsapp.com/ws/chat" });
    await askToLink(folder, () => Promise.reject(new Error("It asks twice.")));
  });

  it.each([
    ["without the word", { accepted: "yes" }],
    ["with an address that is not WhatsApp's way", { accepted: "ACCEPT", url: "ws://web.whatsapp.com/ws/chat" }],
    ["with a number that is none", { accepted: "ACCEPT", number: "call me" }],
  ])("is not accepted by a file %s", (_, fields) => {
    const folder = someFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "baileys.json"), JSON.stringify(fields));
    expect(() => acceptedBaileysSettings(folder)).toThrow("is not right");
    expect(baileysSettings.safeParse(fields).success).toBe(false);
  });
});

describe("what WhatsApp allows a number", () => {
  it("is asked when it is connected, and heard when WhatsApp tells it", async () => {
    const web = await whatsAppWeb();
    const ends = 1_900_000_000;
    web.standing = {
      lock: { is_active: true, time_enforcement_ends: String(ends), enforcement_type: "DEFAULT" },
      quota: { total_quota: 50, used_quota: 12, cycle_end_timestamp: String(ends), capping_status: "NONE" },
    };
    const phone = await linkedPhone(web);
    const until = new Date(ends * 1_000).toISOString();
    await expect
      .poll(() => phone.transport.state())
      .toMatchObject({ connected: true, lock: { until }, quota: { total: 50, used: 12, until } });
  });

  it("is asked again when it refuses a conversation", async () => {
    const web = await whatsAppWeb();
    const phone = await linkedPhone(web);
    expect(phone.transport.state().lock).toBeNull();
    web.standing = { lock: { is_active: true }, quota: {} };
    const message = outgoing();
    web.script(message.phone, { what: "refused", code: 463 });
    expect(await phone.transport.send(message)).toMatchObject({ outcome: "not_sent", code: "463" });
    await expect.poll(() => phone.transport.state().lock).not.toBeNull();
    expect(phone.transport.state().quota).toBeNull();
  });
});
