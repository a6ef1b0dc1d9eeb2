import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { setClock } from "@/lib/clock";
import { measuresOf } from "@/workers/transports/baileys/content";
import { connected, HOUSE, linkedPhone, mediaOf, phoneFor, whatsAppWeb } from "./linked-phone";
import { outgoing, someFolder, somePdf, somePicture } from "./outgoing";

describe("a message by a linked phone", () => {
  it("is accepted when WhatsApp says so, and the guest can read it", async () => {
    const web = await whatsAppWeb();
    const { transport } = await linkedPhone(web);
    const message = outgoing();
    expect(await transport.send(message)).toEqual({ outcome: "accepted", provider_id: null });
    const [sent] = web.accepted;
    expect(sent).toMatchObject({ id: message.message_id, to: message.phone, from: HOUSE });
    expect(sent?.message?.extendedTextMessage?.text).toBe(message.text);
  });

  it("takes a menu or a voucher along, with its words and its name", async () => {
    const web = await whatsAppWeb();
    const media = await mediaOf(web);
    const { transport } = await linkedPhone(web);
    expect(await transport.send(outgoing({ kind: "document", media: somePdf() }))).toMatchObject({ outcome: "accepted" });
    expect(await transport.send(outgoing({ kind: "image", media: somePicture(), text: "" }))).toMatchObject({ outcome: "accepted" });
    const [pdf, picture] = web.accepted.map(({ message }) => message);
    expect(pdf?.documentMessage).toMatchObject({
      fileName: "menu.pdf",
      mimetype: "application/pdf",
      caption: expect.stringContaining("lamb"),
    });
    expect(picture?.imageMessage).toMatchObject({ mimetype: "image/png", url: expect.stringContaining(media.host) });
    expect(media.uploads.length).toBe(2);
  });

  it("has its file uploaded before it may go, and is the same message then", async () => {
    const web = await whatsAppWeb();
    const media = await mediaOf(web);
    const { transport } = await linkedPhone(web);
    const message = outgoing({ kind: "document", media: somePdf() });
    await transport.prepare(message);
    expect([media.uploads.length, web.accepted.length]).toEqual([1, 0]);
    expect(await transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect([media.uploads.length, web.accepted.length]).toEqual([1, 1]);
  });

  it("is not sent when its file cannot be uploaded, or is another one", async () => {
    const web = await whatsAppWeb();
    const media = await mediaOf(web);
    media.isBroken = true;
    const { transport } = await linkedPhone(web);
    const message = outgoing({ kind: "document", media: somePdf() });
    expect(await transport.send(message)).toMatchObject({ outcome: "not_sent", fault: "network", code: "NOT_UPLOADED" });
    const damaged = outgoing({ kind: "document", media: { ...somePdf(), sha256: "0".repeat(64) } });
    expect(await transport.send(damaged)).toMatchObject({ outcome: "not_sent", fault: "network", code: "media_file" });
    expect(web.accepted).toEqual([]);
    media.isBroken = false;
    expect(await transport.send(message)).toMatchObject({ outcome: "accepted" });
  });

  it.each([
    ["463", "account"],
    ["403", "account"],
    ["429", "account"],
    ["479", "network"],
    ["503", "network"],
    ["406", "content"],
  ])("that WhatsApp refuses with %s is the fault of: %s", async (code, fault) => {
    const web = await whatsAppWeb();
    const { transport } = await linkedPhone(web);
    const message = outgoing();
    web.script(message.phone, { what: "refused", code: Number(code) });
    expect(await transport.send(message)).toMatchObject({ outcome: "not_sent", fault, code });
    expect(web.seenBy(message.phone)).toBe(0);
  });

  it("is in doubt when WhatsApp says nothing, and no more once it says so late", async () => {
    const web = await whatsAppWeb();
    const { transport, receipts } = await linkedPhone(web, { limit: 300 });
    const message = outgoing();
    web.script(message.phone, { what: "no ack" });
    expect(await transport.send(message)).toMatchObject({ outcome: "unknown", code: "TIMEOUT" });
    await expect.poll(() => web.accepted.length).toBe(1); // later than that on a busy machine
    web.ack(message.message_id);
    await expect.poll(() => receipts).toMatchObject([{ message_id: message.message_id, status: "sent" }]);
  });

  it.each([undefined, "inactive", "read"] as const)(
    "is accepted by the guest's own receipt (%s), though WhatsApp's word is lost",
    async (type) => {
      const web = await whatsAppWeb();
      const { transport, receipts } = await linkedPhone(web);
      const message = outgoing();
      web.script(message.phone, { what: "no ack" });
      const sending = transport.send(message);
      await expect.poll(() => web.accepted.length).toBe(1);
      web.receipt(message.message_id, type);
      expect(await sending).toMatchObject({ outcome: "accepted" });
      expect(receipts).toMatchObject([{ message_id: message.message_id, status: type === "read" ? "read" : "delivered", code: "" }]);
    },
  );

  it("that a phone could not read is given to it again with the same id, which is no proof that it has it", async () => {
    const web = await whatsAppWeb();
    const { transport, receipts, folder } = await linkedPhone(web, { limit: 700 });
    const message = outgoing();
    web.script(message.phone, { what: "no ack", times: 1 });
    const sending = transport.send(message);
    await expect.poll(() => web.accepted.length).toBe(1);
    web.receipt(message.message_id, "retry");
    await expect.poll(() => web.accepted.length).toBe(2);
    expect(web.accepted[1]?.message?.extendedTextMessage?.text).toBe(message.text);
    expect(web.seenBy(message.phone)).toBe(1);
    await sending;
    expect(receipts.filter(({ status }) => status !== "sent")).toEqual([]);
    // Also when the worker was started anew in between.
    await transport.stop();
    const next = phoneFor(web, { folder });
    await next.transport.start();
    web.receipt(message.message_id, "retry");
    await expect.poll(() => web.accepted.length).toBe(3);
    expect(web.accepted[2]?.message?.extendedTextMessage?.text).toBe(message.text);
  });

  it("is kept on this PC for seven days, and no longer, also by a worker that is never started anew", async () => {
    const web = await whatsAppWeb();
    const { transport, folder } = await linkedPhone(web);
    const [old, young] = [outgoing(), outgoing()];
    const kept = () => readdirSync(path.join(folder, "messages"));
    await transport.send(old);
    expect(kept()).toEqual([old.message_id]);
    const start = Date.now();
    setClock(() => new Date(start + 8 * 24 * 3_600_000));
    expect(await transport.send(young)).toMatchObject({ outcome: "accepted" });
    expect(kept()).toEqual([young.message_id]);
  });

  it("that was taken before the line was cut is in doubt, and the same message when it is sent again", async () => {
    const web = await whatsAppWeb();
    const phone = await linkedPhone(web);
    const message = outgoing();
    web.script(message.phone, { what: "cut after", times: 1 });
    expect(await phone.transport.send(message)).toMatchObject({ outcome: "unknown", code: "CLOSED" });
    await connected(phone);
    expect(await phone.transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect(web.accepted.length).toBe(2);
    expect(web.seenBy(message.phone)).toBe(1);
  });

  it("that was lost with the line is in doubt all the same, and arrives when it is sent again", async () => {
    const web = await whatsAppWeb();
    const phone = await linkedPhone(web);
    const message = outgoing();
    web.script(message.phone, { what: "cut before", times: 1 });
    expect(await phone.transport.send(message)).toMatchObject({ outcome: "unknown", code: "CLOSED" });
    await connected(phone);
    expect(await phone.transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect(web.seenBy(message.phone)).toBe(1);
  });

  it("is proven not sent when nobody is connected, when WhatsApp cannot be asked, or when the worker stops", async () => {
    const web = await whatsAppWeb();
    const { transport } = await linkedPhone(web, { pause: () => 60_000 });
    web.cut();
    await expect.poll(() => transport.state().connected).toBe(false);
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "network", code: "NOT_CONNECTED" });
    await transport.stop();
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "network", code: "stopped" });
    expect(web.accepted).toEqual([]);
  });

  it("that is under way is not cut by a stop, which would leave its guest in doubt", async () => {
    const web = await whatsAppWeb();
    const { transport } = await linkedPhone(web);
    const message = outgoing();
    web.script(message.phone, { what: "no ack" });
    const sending = transport.send(message);
    await expect.poll(() => web.accepted.length).toBe(1);
    const stopped = transport.stop();
    web.ack(message.message_id);
    expect(await sending).toMatchObject({ outcome: "accepted" });
    await stopped;
  });

  it("is proven not sent when no conversation can begin with the phone, and goes out later", async () => {
    const web = await whatsAppWeb();
    const { transport } = await linkedPhone(web);
    const message = outgoing();
    web.withoutKeys.add(message.phone);
    expect(await transport.send(message)).toMatchObject({ outcome: "not_sent", fault: "network", code: "NOT_REACHED" });
    expect(web.seenBy(message.phone)).toBe(0);
    web.withoutKeys.clear();
    expect(await transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect(web.seenBy(message.phone)).toBe(1);
  });

  it("to a number without WhatsApp goes nowhere, and that is asked once in thirty days, also over a restart", async () => {
    const web = await whatsAppWeb();
    const folder = someFolder();
    const { transport } = await linkedPhone(web, { folder });
    const [nobody, somebody] = [outgoing(), outgoing()];
    web.notOnWhatsApp.add(nobody.phone);
    const refused = { outcome: "not_sent", fault: "recipient", code: "NOT_ON_WHATSAPP" };
    expect(await transport.send(nobody)).toMatchObject(refused);
    expect(await transport.send(somebody)).toMatchObject({ outcome: "accepted" });
    await transport.stop();
    const next = phoneFor(web, { folder });
    await next.transport.start();
    await connected(next);
    expect(await next.transport.send(nobody)).toMatchObject(refused);
    expect(await next.transport.send({ ...somebody, message_id: outgoing().message_id })).toMatchObject({ outcome: "accepted" });
    expect(web.looked).toEqual([`+${nobody.phone}`, `+${somebody.phone}`]);
  });
});

it("what a guest writes is told with the guest's number, also when it came while nobody was connected", async () => {
  const web = await whatsAppWeb();
  const { transport, inbound } = await linkedPhone(web);
  const message = outgoing();
  await transport.send(message);
  await web.guestWrites(message.phone, HOUSE, "Stop");
  await expect
    .poll(() => inbound)
    .toMatchObject([{ from: message.phone, text: "Stop", provider_id: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  web.cut();
  await web.guestWrites("96170999999", HOUSE, "إلغاء");
  await expect.poll(() => inbound[1]).toMatchObject({ from: "96170999999", text: "إلغاء" });
});

it("what the house writes on its own phone is no guest's word", async () => {
  const web = await whatsAppWeb();
  const { inbound } = await linkedPhone(web);
  await web.ownerWrites(HOUSE, "96170999991", "Stop");
  await expect.poll(() => web.unconfirmed(HOUSE)).toBe(0);
  await web.guestWrites("96170999992", HOUSE, "Yes");
  await expect.poll(() => inbound.map(({ from, text }) => [from, text])).toEqual([["96170999992", "Yes"]]);
});

it("what guests wrote before the worker was started is told", async () => {
  const web = await whatsAppWeb();
  const folder = someFolder();
  const { transport } = await linkedPhone(web, { folder });
  await transport.stop();
  for (const guest of ["96170999991", "96170999992"]) await web.guestWrites(guest, HOUSE, "Stop");
  const next = phoneFor(web, { folder });
  await next.transport.start();
  await expect.poll(() => next.inbound.map(({ from }) => from)).toEqual(["96170999991", "96170999992"]);
});

it("the measures of a picture are read from its first bytes", () => {
  const png = Buffer.alloc(24);
  png.write("\x89PNG\r\n\x1a\n", "latin1");
  png.writeUInt32BE(800, 16);
  png.writeUInt32BE(600, 20);
  expect(measuresOf(png)).toEqual({ width: 800, height: 600 });
  const jpeg = Buffer.from("ffd8ffe000040000ffc0000b080258032003011100", "hex");
  expect(measuresOf(jpeg)).toEqual({ width: 800, height: 600 });
  expect(measuresOf(Buffer.from("%PDF-1.7"))).toBe(null);
  expect(measuresOf(Buffer.from("ffd8ff", "hex"))).toBe(null);
});
