// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { setClock } from "@/lib/clock";
import { cloudApi, mediaFile, outgoing, somePdf, somePicture, transportFor } from "./outgoing";

const DAY = 24 * 60 * 60_000;
const MB = 1024 * 1024;

/** A clock that the stand-in and the transport share. */
function sharedClock() {
  let at = Date.parse("2026-11-20T19:30:00Z");
  setClock(() => new Date(at));
  const pass = (milliseconds: number) => {
    at += milliseconds;
  };
  return { clock: () => at, pass };
}

describe("a menu or a voucher is uploaded", () => {
  it("once for 100 guests, whether they come one by one or all at once, and once more after a restart (P18)", async () => {
    const api = await cloudApi({ perSecond: 1_000 });
    const { transport, folder } = transportFor(api);
    const media = somePdf();
    const many = Array.from({ length: 50 }, () => outgoing({ kind: "document", media }));
    const outcomes = await Promise.all(many.map((message) => transport.send(message)));
    for (let one = 0; one < 50; one++) outcomes.push(await transport.send(outgoing({ kind: "document", media })));
    expect(outcomes.every(({ outcome }) => outcome === "accepted")).toBe(true);
    expect(new Set(api.accepted.map(({ to }) => to)).size).toBe(100);
    expect(api.accepted.every(({ mediaSha256 }) => mediaSha256 === media.sha256)).toBe(true);
    expect(api.uploads()).toBe(1);

    const restarted = transportFor(api, { folder });
    expect(await restarted.transport.send(outgoing({ kind: "document", media }))).toMatchObject({ outcome: "accepted" });
    expect(api.uploads()).toBe(1);
    writeFileSync(path.join(folder, "cloud-media.json"), '{"version":1,"media":{"');
    const damaged = transportFor(api, { folder });
    expect(await damaged.transport.send(outgoing({ kind: "document", media }))).toMatchObject({ outcome: "accepted" });
    expect(api.uploads()).toBe(2);
    expect(statSync(path.join(folder, "cloud-media.json")).mode & 0o077).toBe(0);
  });

  it("once for each number that it is sent from (P18)", async () => {
    const media = somePdf();
    const [here, there] = [await cloudApi(), await cloudApi({ phoneNumberId: "206540352242922" })];
    const { transport, folder } = transportFor(here);
    await transport.send(outgoing({ kind: "document", media }));
    expect(await transportFor(there, { folder }).transport.send(outgoing({ kind: "document", media }))).toMatchObject({
      outcome: "accepted",
    });
    expect([here.uploads(), there.uploads(), there.posts()]).toEqual([1, 1, 1]);
  });

  it("again before its 30 days are over (P18)", async () => {
    const { clock, pass } = sharedClock();
    const api = await cloudApi({ clock });
    const { transport, folder } = transportFor(api);
    const media = somePicture();
    const send = () => transport.send(outgoing({ kind: "image", media }));
    await transport.send(outgoing({ kind: "document", media: somePdf() }));
    await send();
    pass(28 * DAY);
    await send();
    expect(api.uploads()).toBe(2);
    pass(1 * DAY + 1);
    await send();
    expect(api.uploads()).toBe(3);
    expect(api.posts()).toBe(4); // no message was refused for it
    // What is not sent any more is let go of.
    expect(Object.keys(JSON.parse(readFileSync(path.join(folder, "cloud-media.json"), "utf8")).media).length).toBe(1);
  });

  it.each([131052, 131053])("again when WhatsApp refuses with %i, and the guest gets it once (P18)", async (code) => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    api.script("", { answer: code, times: 1 });
    expect(await transport.send(outgoing({ kind: "document", media: somePdf() }))).toMatchObject({ outcome: "accepted" });
    expect([api.uploads(), api.posts(), api.accepted.length]).toEqual([2, 2, 1]);
  });

  it("again when WhatsApp no longer knows the id: once for all who are sent it at the same time (P18)", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    const media = somePdf();
    await transport.send(outgoing({ kind: "document", media }));
    api.forgetMedia();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => transport.send(outgoing({ kind: "document", media }))));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(10).fill("accepted"));
    expect(api.uploads()).toBe(2);
    expect(api.accepted.length).toBe(11);
  });

  it("no second time for an item that was refused for another reason", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    const message = outgoing({ kind: "document", media: somePdf() });
    api.script("", { answer: 130429, times: 1 });
    expect(await transport.send(message)).toMatchObject({ fault: "throttle" });
    expect(await transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect(api.uploads()).toBe(1);
  });

  it("in vain when the second upload fails: then nothing goes out, and least of all the words alone", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    const media = somePdf();
    await transport.send(outgoing({ kind: "document", media }));
    api.script("", { answer: 131053, times: 1 });
    api.uploadFaults.push([500, { id: "4490709327384033" }]);
    expect(await transport.send(outgoing({ kind: "document", media }))).toMatchObject({ outcome: "not_sent", fault: "network" });
    expect([api.posts(), api.accepted.length]).toEqual([2, 1]);
  });

  it("no third time for a file that stays refused", async () => {
    const { clock, pass } = sharedClock();
    const api = await cloudApi({ clock });
    const { transport } = transportFor(api);
    const media = somePdf();
    api.script("", { answer: 131053 });
    const send = () => transport.send(outgoing({ kind: "document", media }));
    for (let guest = 0; guest < 5; guest++) expect(await send()).toMatchObject({ outcome: "not_sent", fault: "content", code: "131053" });
    expect([api.uploads(), api.posts()]).toEqual([2, 6]);
    pass(11 * 60_000);
    await send();
    expect(api.uploads()).toBe(3);
  });

  it("again for an item that went out with it and comes back, because the refusal came by a webhook", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    const media = somePdf();
    const first = outgoing({ kind: "document", media, phone: "96170000053" });
    const second = outgoing({ kind: "document", media, phone: "96171000053" });
    for (const message of [first, second]) expect(await transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect(api.uploads()).toBe(1);
    for (const message of [first, second]) await transport.send({ ...message, generation: 2, token: 2 });
    expect(api.uploads()).toBe(2);
    expect(api.accepted.map(({ callback }) => callback?.split(":")[1])).toEqual(["g1", "g1", "g2", "g2"]);
  });
});

describe("a file that WhatsApp does not take", () => {
  const picture = (size: number) => {
    const bytes = Buffer.alloc(size);
    Buffer.from([0x89, 0x50, 0x4e, 0x47]).copy(bytes);
    return mediaFile(bytes, "image/png", "voucher.png");
  };

  it("is refused before it is uploaded: a picture of 5 MB and a byte; one of 5 MB goes (P18)", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api, { limit: 10_000 });
    const large = outgoing({ kind: "image", media: picture(5 * MB + 1) });
    await transport.prepare(large);
    expect(await transport.send(large)).toMatchObject({
      outcome: "not_sent",
      fault: "content",
      code: "media_size",
      detail: "WhatsApp takes no image of more than 5 MB.",
    });
    expect(api.calls).toEqual([]);
    expect(await transport.send(outgoing({ kind: "image", media: picture(5 * MB) }))).toMatchObject({ outcome: "accepted" });
  });

  it.each([
    ["a picture of another kind", "image", "image/webp", "voucher.webp", "media_type"],
    ["a picture sent as a document", "document", "image/png", "voucher.png", "media_type"],
    ["a menu sent as a picture", "image", "application/pdf", "menu.pdf", "media_type"],
  ] as const)("is refused before it is uploaded: %s", async (_, kind, mime, filename, code) => {
    const api = await cloudApi();
    const media = mediaFile(Buffer.from("whatever"), mime, filename);
    expect(await transportFor(api).transport.send(outgoing({ kind, media }))).toMatchObject({ fault: "content", code });
    expect(api.calls).toEqual([]);
  });

  it("because it is empty, or its caption is too long", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    const empty = outgoing({ kind: "document", media: mediaFile(Buffer.alloc(0), "application/pdf", "menu.pdf") });
    expect(await transport.send(empty)).toMatchObject({ fault: "content", code: "media_size" });
    const long = outgoing({ kind: "document", media: somePdf(), text: "a".repeat(1_025) });
    expect(await transport.send(long)).toMatchObject({ fault: "content", code: "text_length" });
    expect(api.calls).toEqual([]);
  });

  it("and that is none: what is missing or another file than its hash says is not sent, and is fetched again", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    const media = somePdf();
    const wrong = { ...media, sha256: "0".repeat(64) };
    const missing = { ...media, file: "/nowhere/menu.pdf" };
    for (const bad of [wrong, missing])
      expect(await transport.send(outgoing({ kind: "document", media: bad }))).toMatchObject({
        outcome: "not_sent",
        fault: "network",
        code: "media_file",
      });
    expect(api.calls).toEqual([]);
  });

  it.each([
    ["its contents are no PDF", null, "content"],
    ["the token has expired", [401, { error: { code: 190 } }], "account"],
    ["it is too much at once", [400, { error: { code: 130429 } }], "throttle"],
    ["WhatsApp has a fault", [500, { error: { code: 131000 } }], "network"],
    ["the answer holds no id", [200, {}], "network"],
    ["the line is cut", "cut", "network"],
  ] as const)("leaves the message unsent, and never in doubt: %s", async (_, fault, expected) => {
    const api = await cloudApi();
    if (fault) api.uploadFaults.push(fault === "cut" ? "cut" : [fault[0], fault[1]]);
    const media = fault ? somePdf() : mediaFile(Buffer.from("GIF89a"), "application/pdf", "menu.pdf");
    const { transport } = transportFor(api);
    expect(await transport.send(outgoing({ kind: "document", media }))).toMatchObject({ outcome: "not_sent", fault: expected });
    expect(api.posts()).toBe(0);
    if (fault) expect(await transport.send(outgoing({ kind: "document", media }))).toMatchObject({ outcome: "accepted" });
  });
});

describe("the name of a document", () => {
  it("goes to the guest without folders, and cut with its ending kept", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    const media = somePdf();
    const name = async (filename: string) => {
      await transport.send(outgoing({ kind: "document", media: { ...media, filename } }));
      const body = api.accepted.at(-1)?.body;
      return body?.type === "document" ? body.document.filename : undefined;
    };
    expect(await name("../menus/قائمة الليلة.pdf")).toBe("قائمة الليلة.pdf");
    expect(await name("menus/")).toBe("menu.pdf");
    expect(await name(`${"m".repeat(300)}.pdf`)).toBe(`${"m".repeat(236)}.pdf`);
    expect(await name('a"b\r\nc.pdf')).toBe('a"b\r\nc.pdf');
  });

  it("gets into no header of the upload", async () => {
    const api = await cloudApi();
    const media = { ...somePdf(), filename: 'menu"\r\nContent-Type: image/png\r\n\r\n.pdf' };
    expect(await transportFor(api).transport.send(outgoing({ kind: "document", media }))).toMatchObject({ outcome: "accepted" });
    const [body] = api.accepted.map((one) => one.body);
    const headers = { Authorization: `Bearer ${api.options.token}` };
    const known = await fetch(`${api.url}/v23.0/${body?.type === "document" ? body.document.id : ""}`, { headers });
    expect(await known.json()).toMatchObject({ mime_type: "application/pdf", sha256: media.sha256 });
  });
});

describe("what goes along with a message", () => {
  it("is uploaded before the message may go, and not again when it does", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    const message = outgoing({ kind: "document", media: somePdf() });
    await transport.prepare(message);
    expect([api.uploads(), api.posts()]).toEqual([1, 0]);
    expect(await transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect([api.uploads(), api.posts()]).toEqual([1, 1]);
  });
});
