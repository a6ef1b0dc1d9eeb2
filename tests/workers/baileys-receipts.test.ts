import { describe, expect, it } from "vitest";
import { jidOf, lidOf } from "../support/whatsapp-web-phones";
import { connected, HOUSE, linkedPhone, whatsAppWeb } from "./linked-phone";
import { outgoing } from "./outgoing";

/** What proves that a guest has a message, and what proves nothing. */

/** No word is waited for longer on a busy machine, in milliseconds. */
const LONG = 20_000;

describe("a message that was encrypted when its line ended", () => {
  it("is in doubt, though the library says that it could not be written, and one message to the guest once it is sent again", async () => {
    const web = await whatsAppWeb();
    const phone = await linkedPhone(web, { limit: LONG });
    const message = outgoing();
    web.goneWithKeys.add(message.phone);
    const sending = phone.transport.send(message);
    await expect.poll(() => web.goodbyes).toBe(1);
    await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, 500))]); // the library gives up at once
    web.goneWithKeys.clear();
    web.cut();
    // Proven not sent, it would go back to everybody, and go out from another number as a second message.
    expect(await sending).toMatchObject({ outcome: "unknown", code: "CLOSED" });
    await connected(phone);
    expect(await phone.transport.send(message)).toMatchObject({ outcome: "accepted" });
    expect(web.seenBy(message.phone)).toBe(1);
  });
});

it("a refusal that comes when nobody waits for it any more tells nothing of the message, and a word of it does", async () => {
  const web = await whatsAppWeb();
  const { transport, receipts } = await linkedPhone(web, { limit: 300 });
  const message = outgoing();
  web.script(message.phone, { what: "no ack" });
  expect(await transport.send(message)).toMatchObject({ outcome: "unknown" });
  await expect.poll(() => web.accepted.length).toBe(1); // later than that on a busy machine
  web.ack(message.message_id, 479);
  web.ack(message.message_id);
  await expect.poll(() => receipts.length).toBeGreaterThan(0);
  expect(receipts).toMatchObject([{ message_id: message.message_id, status: "sent" }]);
});

describe("a receipt", () => {
  it.each([
    ["under its number", { from: jidOf(HOUSE) }, undefined],
    ["under its number, of what it has shown", { from: jidOf(HOUSE) }, "read"],
    ["under its hidden name", { from: lidOf(HOUSE, 7) }, undefined],
    ["that names the guest, under a name that nobody here knows", { from: lidOf("96139999999"), recipient: jidOf("96170000077") }, "read"],
  ] as const)("of our own phone %s is no proof that a guest has the message", async (_, words, type) => {
    const web = await whatsAppWeb();
    const { transport, receipts } = await linkedPhone(web, { limit: LONG });
    const message = outgoing();
    web.script(message.phone, { what: "no ack" });
    let isOver = false;
    const sending = transport.send(message).finally(() => {
      isOver = true;
    });
    await expect.poll(() => web.accepted.length).toBe(1);
    web.receipt(message.message_id, type, words);
    await expect.poll(() => web.unconfirmed(HOUSE)).toBe(0);
    expect([isOver, receipts]).toEqual([false, []]);
    web.ack(message.message_id);
    expect(await sending).toMatchObject({ outcome: "accepted" });
    expect(receipts).toEqual([]);
  });

  it("of several messages tells of each that this PC has sent, and of no other one", async () => {
    const web = await whatsAppWeb();
    const { transport, receipts } = await linkedPhone(web, { limit: LONG });
    const { phone } = outgoing();
    web.script(phone, { what: "no ack" });
    const messages = [outgoing({ phone }), outgoing({ phone }), outgoing({ phone })] as const;
    const ids = messages.map(({ message_id }) => message_id);
    const sending = Promise.all(messages.map((message) => transport.send(message)));
    await expect.poll(() => web.accepted.length).toBe(3);
    const typedOnThePhone = `3EB0${"7".repeat(18)}`;
    web.receipt(ids[0] ?? "", "read", { also: [ids[1] ?? "", typedOnThePhone, ids[2] ?? ""] });
    expect((await sending).map(({ outcome }) => outcome)).toEqual(["accepted", "accepted", "accepted"]);
    expect(receipts.map(({ message_id, status }) => [message_id, status])).toEqual(ids.map((id) => [id, "read"]));
  });
});
