import { expect, it } from "vitest";
import type { WhatsAppWeb } from "../support/whatsapp-web";
import { connected, HOUSE, type Linked, linkedPhone, phoneFor, whatsAppWeb } from "./linked-phone";
import { someFolder } from "./outgoing";

/** Codes that are shown again and again until somebody links a phone, or nobody does. */

const codeOf = ({ transport }: Linked) => transport.state().pairing?.qr ?? transport.state().pairing?.code ?? "";

/** Each round ends so, when another code than the ones before is shown. */
async function showAndEnd(web: WhatsAppWeb, phone: Linked, rounds: number, end: () => void): Promise<string[]> {
  const shown = [""];
  for (let round = 0; round < rounds; round++) {
    await expect.poll(() => shown.includes(codeOf(phone))).toBe(false);
    shown.push(codeOf(phone));
    expect(web.logins).toBe(round + 1);
    end();
  }
  return shown.slice(1);
}

/** The keys in a code, which a phone takes. */
const keysIn = (qr: string) => qr.split(",").slice(1).join();

it("codes that nobody scans are shown five times, and then no more until the worker is started again", async () => {
  const web = await whatsAppWeb();
  const folder = someFolder();
  const phone = phoneFor(web, { folder, pause: () => 10 });
  await phone.transport.start();
  const shown = await showAndEnd(web, phone, 5, () => web.endWith(408));
  expect(new Set(shown.map(keysIn)).size, "what a phone was half given is of no more use").toBe(5);
  await expect
    .poll(() => phone.transport.state())
    .toMatchObject({ link: "pairing", connected: false, pairing: null, problem: expect.stringContaining("Nobody has linked a phone") });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect([web.logins, phone.transport.state().pairing]).toEqual([5, null]);
  await phone.transport.stop();
  const next = phoneFor(web, { folder });
  await next.transport.start();
  web.scan(next.transport.state().pairing?.qr ?? "", HOUSE);
  await connected(next);
});

it("codes whose line was cut were shown to nobody, so they do not count", async () => {
  const web = await whatsAppWeb();
  const phone = phoneFor(web, { pause: () => 10 });
  await phone.transport.start();
  await showAndEnd(web, phone, 7, () => web.cut());
  await expect.poll(() => web.logins).toBe(8);
  await expect.poll(() => phone.transport.state().link).toBe("pairing");
  await expect
    .poll(() => {
      try {
        web.scan(codeOf(phone), HOUSE);
        return true;
      } catch {
        return false; // that of a line that is gone is shown until the next one is there
      }
    })
    .toBe(true);
  await connected(phone);
});

it("a phone that is linked is waited for, however often WhatsApp says that it took too long", async () => {
  const web = await whatsAppWeb();
  let tries = 0;
  const phone = await linkedPhone(web, { pause: () => ++tries && 10 });
  web.failure = 408;
  web.cut();
  await expect.poll(() => tries).toBeGreaterThan(7);
  web.failure = null;
  await connected(phone);
});

it("eight letters stay the same while WhatsApp renews its own codes, so that somebody can type them", async () => {
  const web = await whatsAppWeb();
  const phone = phoneFor(web, { number: HOUSE });
  await phone.transport.start();
  await expect.poll(() => codeOf(phone)).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  const shown = codeOf(phone);
  for (let renewed = 1; renewed <= 2; renewed++) {
    const taken = web.offersTaken;
    web.offerAgain();
    await expect.poll(() => web.offersTaken).toBe(taken + 1);
  }
  await web.typeCode(shown.replace("-", ""));
  await connected(phone);
  expect(phone.states.flatMap(({ pairing }) => pairing?.code ?? [])).toEqual([shown]);
});
