import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { challengeOf, isSignedByMeta, readWebhook } from "@/lib/queue/cloud/webhook-events";

const ITEM = "0198c5a4-1111-7222-8333-444455556666";
const SECRET = "app secret";

const bytes = (json: unknown) => Buffer.from(typeof json === "string" ? json : JSON.stringify(json));
const around = (value: unknown, field: unknown = "messages") => ({
  object: "whatsapp_business_account",
  entry: [{ id: "102290129340398", changes: [{ field, value }] }],
});
const read = (json: unknown) => readWebhook(bytes(json));
const status = (changes: Record<string, unknown> = {}) => ({
  id: "wamid.HBgL",
  status: "sent",
  timestamp: "1750857384",
  recipient_id: "96170123456",
  biz_opaque_callback_data: `${ITEM}:g1:t7`,
  ...changes,
});
const statuses = (...list: unknown[]) => read(around({ metadata: { phone_number_id: "106540352242922" }, statuses: list }));
const messages = (...list: unknown[]) => read(around({ metadata: { phone_number_id: "106540352242922" }, messages: list }));
const message = (changes: Record<string, unknown> = {}) => ({
  from: "96170123456",
  id: "wamid.in",
  timestamp: "1750857384",
  type: "text",
  text: { body: "STOP" },
  ...changes,
});

describe("the statuses of a webhook", () => {
  it("are read with all that Meta's own example holds", () => {
    const conversation = { id: "a75d", expiration_timestamp: "1750943820", origin: { type: "marketing" } };
    const { events, unread } = statuses(status({ conversation, pricing: { billable: true, pricing_model: "PMP", category: "marketing" } }));
    expect(unread).toBe(0);
    expect(events).toEqual([
      {
        kind: "status",
        phone_number_id: "106540352242922",
        provider_id: "wamid.HBgL",
        status: "sent",
        at: "2025-06-25T13:16:24.000Z",
        callback: { item: ITEM, generation: 1, token: 7 },
        code: null,
      },
    ]);
  });

  it("say why a message failed, and a voice message that was played was read", () => {
    const failed = status({ status: "failed", errors: [{ code: 131049, title: "…", error_data: { details: "…" }, href: "https://…" }] });
    expect(statuses(failed, status({ status: "played" })).events).toMatchObject([{ status: "failed", code: 131049 }, { status: "read" }]);
  });

  it("of other programs, and without what may be left out, are read too", () => {
    const bare = { id: "wamid.x", status: "read" };
    const { events, unread } = read(around({ statuses: [bare, status({ biz_opaque_callback_data: "itm_01H:g1:t7" })] }));
    expect(unread).toBe(0);
    expect(events).toMatchObject([
      { provider_id: "wamid.x", status: "read", at: null, callback: null, phone_number_id: "" },
      { callback: null },
    ]);
  });
});

describe("what a guest writes", () => {
  it("is read whether it was typed or pressed", () => {
    const { events, unread } = messages(
      message(),
      message({
        type: "button",
        text: undefined,
        button: { payload: "STOP", text: "Unsubscribe" },
        context: { from: "9611", id: "wamid.ours" },
      }),
      message({ type: "interactive", text: undefined, interactive: { type: "button_reply", button_reply: { id: "yes", title: "Yes" } } }),
      message({ type: "image", text: undefined, image: { id: "1", mime_type: "image/jpeg" } }),
      message({ from: "+96170123456", text: { body: "إلغاء" } }),
    );
    expect(unread).toBe(0);
    expect(events).toEqual(
      [
        { text: "STOP" },
        { text: "Unsubscribe", payload: "STOP", answers: "wamid.ours" },
        { text: "Yes", payload: "yes" },
        { text: "" },
        { text: "إلغاء" },
      ].map((part) => ({
        kind: "inbound",
        phone_number_id: "106540352242922",
        provider_id: "wamid.in",
        from: "96170123456",
        at: "2025-06-25T13:16:24.000Z",
        payload: null,
        answers: null,
        ...part,
      })),
    );
  });

  it("comes beside statuses, in several entries and changes, and other news are passed over", () => {
    const json = {
      object: "whatsapp_business_account",
      entry: [
        { id: "1", changes: [{ field: "messages", value: { statuses: [status()], messages: [message()] } }] },
        {
          id: "1",
          changes: [
            { field: "template_category_update", value: { new_category: "MARKETING" } },
            { field: "history", value: { statuses: [status()], messages: [message()] } },
            { field: "messages", value: { statuses: [status()] } },
          ],
        },
      ],
    };
    expect(read(json)).toMatchObject({ events: [{ kind: "status" }, { kind: "inbound" }, { kind: "status" }], unread: 0 });
  });
});

describe("strange JSON", () => {
  it("costs only its own part", () => {
    const strange = [
      null,
      7,
      "sent",
      [],
      {},
      status({ id: 7 }),
      status({ id: "" }),
      status({ id: "x".repeat(300) }),
      status({ status: "constructor" }),
      status({ status: "__proto__" }),
      status({ status: ["sent"] }),
      status({ status: "deleted" }),
    ];
    const { events, unread } = statuses(...strange, status());
    expect({ events: events.length, unread }).toEqual({ events: 1, unread: strange.length });
    const nobody = ["", "Meta", "+961", "9".repeat(21), "96170123456\n"].map((from) => message({ from }));
    expect(messages(...nobody, message())).toMatchObject({ events: [{ from: "96170123456" }], unread: nobody.length });
  });

  it("in what is only told beside it costs that alone", () => {
    const beside = [
      status({ timestamp: "99999999999999999999" }),
      status({ timestamp: {} }),
      status({ timestamp: { toString: null } }),
      status({ timestamp: "-1" }),
      status({ biz_opaque_callback_data: { a: 1 } }),
      status({ biz_opaque_callback_data: `${ITEM}:g1:t7 ` }),
      status({ biz_opaque_callback_data: `${ITEM}:g1:t99999999999999999999` }),
      status({ errors: "none" }),
      status({ errors: [{ code: "131049" }] }),
      status({ errors: [] }),
      status({ errors: [{ code: 1.5 }] }),
    ];
    const { events, unread } = statuses(...beside);
    expect({ events: events.length, unread }).toEqual({ events: beside.length, unread: 0 });
    expect(events.map((event) => event.kind === "status" && event.code)).toEqual(beside.map(() => null));
    expect(messages(message({ context: 7, text: 7, button: "x", interactive: [] })).events).toMatchObject([{ text: "", answers: null }]);
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["no UTF-8", Buffer.from([0xff, 0xfe, 0x00])],
    ["a number", "7"],
    ["null", "null"],
    ["a list", "[[[]]]"],
    ["entries that are none", { entry: "x" }],
    ["an entry that is none", { entry: [null] }],
    ["changes that are none", { entry: [{ changes: {} }] }],
    ["a change that is none", { entry: [{ changes: [null] }] }],
    ["a value that is none", { entry: [{ changes: [{ field: "messages", value: [] }] }] }],
    ["an inherited key", '{"__proto__":{"entry":[]},"constructor":{"prototype":{"x":1}}}'],
    ["what is nested 200,000 times", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
    ["what is nested deep where nothing is read", `{"entry":[{"changes":[],"x":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}]}`],
  ])("of any kind throws nothing: %s", (_, body) => {
    const raw = Buffer.isBuffer(body) ? body : bytes(body);
    expect(readWebhook(raw).events).toEqual([]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it("made of a right webhook by chance throws nothing either", () => {
    const right = JSON.stringify(around({ metadata: { phone_number_id: "1" }, statuses: [status()], messages: [message()] }));
    let seed = 20_261_122;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 3_000; round++) {
      const raw = Buffer.from(right);
      for (let change = 0; change <= random(4); change++) raw[random(raw.length)] = random(256);
      readWebhook(raw);
      readWebhook(raw.subarray(0, random(raw.length)));
    }
  });
});

describe("the signature of a webhook", () => {
  const raw = bytes('{"name":"caf\\u00e9"}');
  const signed = (body: Uint8Array, secret = SECRET) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

  it("is right over the bytes as they came", () => {
    expect(isSignedByMeta(raw, signed(raw), SECRET)).toBe(true);
    expect(isSignedByMeta(raw, signed(raw).toUpperCase().replace("SHA256", "sha256"), SECRET)).toBe(true);
  });

  it("is known as it was made elsewhere", () => {
    // printf '%s' '{"object":"x"}' | openssl dgst -sha256 -hmac 'app secret'
    const header = "sha256=d290683cbe6b926f84ad0e076a2630058a6f207b6f0f4012e2661ed80280e01e";
    expect(isSignedByMeta(Buffer.from('{"object":"x"}'), header, SECRET)).toBe(true);
  });

  it.each<[string, Uint8Array, string | null | undefined, string]>([
    ["is missing", raw, null, SECRET],
    ["is not there", raw, undefined, SECRET],
    ["is empty", raw, "", SECRET],
    ["was made with another secret", raw, signed(raw, "another"), SECRET],
    ["is that of another body", raw, signed(bytes("{}")), SECRET],
    ["is cut", raw, signed(raw).slice(0, -2), SECRET],
    ["is longer", raw, `${signed(raw)}00`, SECRET],
    ["is no hex", raw, `sha256=${"z".repeat(64)}`, SECRET],
    ["is that of the older kind", raw, `sha1=${createHmac("sha1", SECRET).update(raw).digest("hex")}`, SECRET],
    ["comes with a body that was written anew", bytes(JSON.stringify({ name: "café" })), signed(raw), SECRET],
    ["was made with no secret, and none is set", raw, signed(raw, ""), ""],
  ])("does not hold when it %s", (_, body, header, secret) => {
    expect(isSignedByMeta(body, header, secret)).toBe(false);
  });
});

describe("Meta's question whether the address is ours", () => {
  const query = (changes: Record<string, string> = {}) =>
    new URLSearchParams({ "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": "meatyhamhock", ...changes });

  it("is answered with the challenge, to whoever knows the word", () => {
    expect(challengeOf(query(), "meatyhamhock")).toBe("1158201444");
    expect(challengeOf(query({ "hub.verify_token": "other" }), "meatyhamhock")).toBe(null);
    expect(challengeOf(query({ "hub.mode": "unsubscribe" }), "meatyhamhock")).toBe(null);
    expect(challengeOf(query({ "hub.verify_token": "" }), "")).toBe(null);
    expect(challengeOf(new URLSearchParams(), "meatyhamhock")).toBe(null);
  });
});
