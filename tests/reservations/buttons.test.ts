import { beforeEach, describe, expect, it } from "vitest";
import { hubFile } from "@/lib/db/files";
import { takeEvents } from "@/lib/queue/cloud/webhook";
import { changeLimits, type Limits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { openReservation } from "@/lib/reservations/contract";
import { workOf } from "@/lib/reservations/keeper";
import { clockAt } from "../support/clocks";
import type { CloudApi } from "../support/cloud-api";
import { call, enterHouse } from "../support/house";
import { WorkerPc } from "../support/queue";
import { rows } from "../support/stores";
import { cloudApi, transportFor } from "../workers/outgoing";
import { book, haveRules, SATURDAY, settled } from "./support";

const SECRET = "app secret of the stand-in";
const SUNDAY = { date: "2026-11-22", time: "20:00" };
const LETTER = { service_name: "letter", service_language: "ar" };
const REMINDER = {
  ...LETTER,
  reminder_name: "your_table",
  reminder_language: "ar",
  reminder_body: ["name", "message"] as ("name" | "message")[],
};

const name = async (templates: Partial<Limits["templates"]>) => {
  const { status, answer } = await call("admin", changeLimits, {
    body: { ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, ...templates } },
  });
  expect(status, JSON.stringify(answer)).toBe(200);
};

let pc: WorkerPc;
let api: CloudApi;
beforeEach(async () => {
  enterHouse({ WHATSAPP_APP_SECRET: SECRET });
  clockAt(SATURDAY);
  await haveRules();
  const templates = [
    { name: "letter", language: "ar", parameters: 2 },
    { name: "your_table", language: "ar", parameters: 2, buttons: 3 },
  ];
  const webhook = async (raw: Buffer, headers: Record<string, string>) => {
    await takeEvents(raw, headers["X-Hub-Signature-256"] ?? headers["x-hub-signature-256"] ?? null);
    await workOf("jounieh");
  };
  const clock = () => Date.parse("2026-11-22T09:00:00Z");
  api = await cloudApi({ windowsOpen: false, appSecret: SECRET, templates, webhook, clock });
});

/** Somebody booked, and the reminder of the day before is what waits. */
async function reminded(phones = "03 111111") {
  const { answer: made } = await book({ ...SUNDAY, phones, tell: false });
  await settled();
  clockAt("2026-11-22T08:00:00Z");
  await workOf("jounieh");
  return made;
}

/** The real transport hands over what the server gives to its worker and lets go. @returns what was held back */
async function sendAll(): Promise<WorkItem[]> {
  pc = new WorkerPc("pc-1", "cloud:106540352242922");
  await pc.start();
  const { transport } = transportFor(api);
  const held: WorkItem[] = [];
  for (const item of await pc.claim(10)) {
    if (!(await pc.begin(item)).answer.go) {
      held.push(item);
      continue;
    }
    const outcome = await transport.send({ ...item, media: null });
    await pc.say(item, outcome.outcome === "not_sent" ? { ...outcome, retry_after: null } : outcome);
  }
  return held;
}

const shown = async (id: string) => (await call("admin", openReservation, { params: { id } })).answer.reservation;

interface Sent {
  template: { name: string; components: { type: string; index?: string; parameters: { payload?: string }[] }[] };
}
const buttonsSent = () =>
  api.accepted.flatMap(({ body }) =>
    (body as unknown as Sent).template.components // of a template, as each of these is
      .filter(({ type }) => type === "button")
      .map(({ index, parameters }) => [index, parameters[0]?.payload]),
  );

describe("a reminder by a template with buttons", () => {
  it("bears what each button stands for, and a press is judged by that and not by its words", async () => {
    await name(REMINDER);
    const made = await reminded();
    await sendAll();
    expect(buttonsSent()).toEqual([
      ["0", `reservation:${made.id}:confirm`],
      ["1", `reservation:${made.id}:cancel`],
      ["2", `reservation:${made.id}:late`],
    ]);
    clockAt("2026-11-22T09:00:00Z");
    // The button says إلغاء, which as a word would go to a person.
    api.guestWrites("9613111111", "إلغاء", { payload: `reservation:${made.id}:cancel` });
    await api.webhooks.settled();
    expect(await shown(made.id)).toMatchObject({ status: "CANCELLED", cancel_reason: "guest", answered: "cancelled" });
    expect(rows(hubFile(), "SELECT digits FROM recipient WHERE opted_out_at IS NOT NULL")).toEqual([]);
    // Who reads replies reads what the guest saw.
    expect(rows<{ text: string }>(hubFile(), "SELECT text FROM guest_reply").map(({ text }) => text)).toEqual(["إلغاء"]);
  });

  it("has the buttons in the order of the template, and those alone that it has", async () => {
    await name({ ...REMINDER, reminder_buttons: ["cancel"] });
    const made = await reminded();
    await sendAll();
    expect(buttonsSent()).toEqual([["0", `reservation:${made.id}:cancel`]]);
  });

  it("is told by another guest for nothing, and a forged one changes nothing", async () => {
    await name(REMINDER);
    const made = await reminded();
    await sendAll();
    clockAt("2026-11-22T09:00:00Z");
    api.guestWrites("9613999999", "Cancel", { payload: `reservation:${made.id}:cancel` });
    api.guestWrites("9613111111", "Cancel", { payload: `reservation:${made.id}:erase` });
    await api.webhooks.settled();
    expect(await shown(made.id)).toMatchObject({ status: "CONFIRMED", answered: null });
    const forged = Buffer.from(JSON.stringify({ object: "whatsapp_business_account", entry: [] }));
    await expect(takeEvents(forged, `sha256=${"0".repeat(64)}`)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("counts each button for its own reservation where a guest has two", async () => {
    await name(REMINDER);
    const first = await reminded();
    const { answer: second } = await book({ ...SUNDAY, time: "21:30", tell: false });
    await sendAll();
    clockAt("2026-11-22T09:00:00Z");
    api.guestWrites("9613111111", "Cancel", { payload: `reservation:${first.id}:cancel` });
    await api.webhooks.settled();
    expect([(await shown(first.id)).status, (await shown(second.id)).status]).toEqual(["CANCELLED", "CONFIRMED"]);
  });

  it("goes as a letter without buttons where none is named, and all other words of a reservation do so anyway", async () => {
    await name(LETTER);
    await reminded();
    await sendAll();
    expect(buttonsSent()).toEqual([]);
    expect(api.accepted).toHaveLength(1);
    await name(REMINDER);
    clockAt("2026-11-22T08:30:00Z");
    await book({ ...SUNDAY, date: "2026-12-20", phones: "03 222222" });
    await settled();
    await sendAll();
    expect(api.accepted.map(({ body }) => (body as unknown as Sent).template.name)).toEqual(["letter", "letter"]);
  });

  it("that WhatsApp does not take stops no letters: it waits alone, and says which template it waits for", async () => {
    await name({ ...REMINDER, reminder_name: "not_approved" });
    await reminded();
    await sendAll();
    const [reminder] = rows<{ last_error: string }>(hubFile(), "SELECT last_error FROM queue_item");
    expect(reminder?.last_error).toContain("The template not_approved (ar) is stopped.");
    clockAt("2026-11-22T08:30:00Z");
    await book({ ...SUNDAY, date: "2026-12-20", phones: "03 222222" });
    await settled();
    expect((await sendAll()).map(({ template }) => template?.name)).toEqual(["not_approved"]);
    expect(api.accepted.map(({ to }) => to)).toEqual(["9613222222"]);
  });
});

it.each([
  ["twice the same button", { reminder_buttons: ["cancel", "cancel"] as "cancel"[] }],
  ["a button that nobody knows", { reminder_buttons: ["erase" as "cancel"] }],
])("a template of reminders with %s is refused", async (_, templates) => {
  const body = { ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, ...templates } };
  expect((await call("admin", changeLimits, { body })).status).toBe(400);
});
