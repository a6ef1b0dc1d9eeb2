import { createServer as createPlainServer } from "node:net";
import { setTimeout as realPause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { CLOUD_ERRORS } from "@/lib/queue/cloud/errors";
import type { Fault } from "@/lib/queue/workers/contract";
import { cloudSettings } from "@/workers/transports/cloud/transport";
import type { SendOutcome } from "@/workers/transports/transport";
import { selfSigned } from "../support/certificate";
import { cloudApi, outgoing, somePdf, somePicture, transportFor } from "./outgoing";

/** The table of docs/design/whatsapp.md 1.3, written out once more; null is a doubt. */
const TABLE: [codes: number[], fault: Fault | null][] = [
  [[0, 190, 3, 10, 200, 250, 299, 131005], "account"],
  [[4, 80007, 130429, 131056], "throttle"],
  [[131048, 131064, 368, 131031, 130497, 131042, 131045, 133010, 131037, 132015, 132016], "account"],
  [[131026, 131049, 130472], "recipient"],
  [[131050], "opted_out"],
  [[131047, 131021, 131030, 131051, 131008, 131009, 100, 33, 135000, 131052, 131053], "content"],
  [[132000, 132001, 132005, 132007, 132008, 132012], "content"],
  [[1, 2, 131000, 131016, 131057, 133004], null],
];
const ROWS = TABLE.flatMap(([codes, fault]) => codes.map((code): [number, Fault | null] => [code, fault]));

describe("a refusal of the Cloud API", () => {
  it.each(ROWS)("with code %i is the fault of: %s", async (code, fault) => {
    const api = await cloudApi();
    api.script("", { answer: code });
    const outcome = await transportFor(api).transport.send(outgoing());
    expect(outcome).toEqual(
      fault
        ? {
            outcome: "not_sent",
            fault,
            code: String(code),
            detail: expect.stringMatching(/^[A-Z].+\.( \(Meta's trace: AStandIn0123\))$/),
            retry_after: null,
          }
        : { outcome: "unknown", code: String(code), detail: expect.stringMatching(/^[A-Z].+\.( \(Meta's trace: AStandIn0123\))$/) },
    );
    expect(api.posts()).toBe(1);
    expect(api.accepted).toEqual([]);
  });

  it("is known for every code of the table", () => {
    const known = Object.keys(CLOUD_ERRORS).map(Number);
    expect(new Set(ROWS.map(([code]) => code).filter((code) => code < 200 || code > 299))).toEqual(new Set(known));
  });

  it("with a code that nobody knows is the message's fault, and is not repeated", async () => {
    const api = await cloudApi();
    api.script("", { answer: 987_654 });
    expect(await transportFor(api).transport.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "content", code: "987654" });
  });

  it("says when it may be tried again", async () => {
    const api = await cloudApi();
    api.script("", { answer: 130429, headers: { "Retry-After": "7" } });
    expect(await transportFor(api).transport.send(outgoing())).toMatchObject({ fault: "throttle", retry_after: 7_000 });
  });

  it("with 500 and a code of which Meta says that it refuses is no doubt; with any other code it is", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api);
    api.script("1", { answer: 133010, httpStatus: 500 });
    api.script("2", { answer: 130429, httpStatus: 500 });
    expect(await transport.send(outgoing({ phone: "96170000001" }))).toMatchObject({ outcome: "not_sent", fault: "account" });
    expect(await transport.send(outgoing({ phone: "96170000002" }))).toMatchObject({ outcome: "unknown", code: "130429" });
  });
});

describe("a message", () => {
  it("that is taken is told with WhatsApp's id, and comes as it was written", async () => {
    const api = await cloudApi({ templates: [{ name: "birthday_20", language: "en_US", header: "image", parameters: 2 }] });
    const { transport } = transportFor(api);
    const text = outgoing({ generation: 3, token: 7 });
    const picture = outgoing({ kind: "image", media: somePicture(), text: "Your voucher" });
    const pdf = outgoing({ kind: "document", media: somePdf(), text: "" });
    const birthday = outgoing({
      kind: "image",
      media: picture.media,
      template: { name: "birthday_20", language: "en_US", body: ["Rima\nKhoury", "Jounieh"] },
    });
    for (const message of [text, picture, pdf, birthday])
      expect(await transport.send(message)).toEqual({ outcome: "accepted", provider_id: expect.stringMatching(/^wamid\./) });
    expect(api.accepted.map(({ to, callback, mediaSha256 }) => ({ to, callback, mediaSha256 }))).toEqual(
      [text, picture, pdf, birthday].map(({ phone, id, generation, token, media }) => ({
        to: phone,
        callback: `${id}:g${generation}:t${token}`,
        mediaSha256: media?.sha256 ?? null,
      })),
    );
    const [first, second, third, fourth] = api.accepted.map(({ body }) => body);
    expect(first).toMatchObject({ type: "text", text: { body: text.text, preview_url: false } });
    expect(second).toMatchObject({ type: "image", image: { caption: "Your voucher" } });
    expect(third).toMatchObject({ type: "document", document: { filename: "menu.pdf" } });
    expect(fourth).toMatchObject({
      type: "template",
      template: { components: [{ type: "header" }, { type: "body", parameters: [{ text: "Rima Khoury" }, { text: "Jounieh" }] }] },
    });
    expect(api.uploads()).toBe(2);
    expect(api.connections).toBe(api.calls.length); // a connection that is used again would not tell what was written
  });

  it("is free text only within 24 hours of the guest's own words", async () => {
    let at = Date.parse("2026-11-20T19:30:00Z");
    const api = await cloudApi({ windowsOpen: false, clock: () => at });
    const { transport } = transportFor(api);
    const message = outgoing();
    expect(await transport.send(message)).toMatchObject({ outcome: "not_sent", fault: "content", code: "131047" });
    api.guestWrites(message.phone, "Hello", { announce: false });
    expect(await transport.send(message)).toMatchObject({ outcome: "accepted" });
    at += 24 * 60 * 60_000 + 1;
    expect(await transport.send(message)).toMatchObject({ code: "131047" });
  });

  it("with a template that is not approved, or with too few words, is refused", async () => {
    const api = await cloudApi({ templates: [{ name: "birthday", language: "en", parameters: 1 }] });
    const { transport } = transportFor(api);
    const by = (name: string, body: string[]) => transport.send(outgoing({ template: { name, language: "en", body } }));
    expect(await by("birthday", ["Rima"])).toMatchObject({ outcome: "accepted" });
    expect(await by("birthday", [])).toMatchObject({ fault: "content", code: "132000" });
    expect(await by("other", ["Rima"])).toMatchObject({ fault: "content", code: "132001" });
  });

  it("to one guest too often, or too many at once, is slowed down and goes out later", async () => {
    let at = Date.parse("2026-11-20T19:30:00Z");
    const api = await cloudApi({ clock: () => at, perSecond: 50 });
    const { transport } = transportFor(api);
    const same = outgoing();
    for (let time = 0; time < 45; time++) expect(await transport.send(same)).toMatchObject({ outcome: "accepted" });
    expect(await transport.send(same)).toMatchObject({ fault: "throttle", code: "131056" });
    for (let time = 0; time < 4; time++) expect(await transport.send(outgoing())).toMatchObject({ outcome: "accepted" });
    expect(await transport.send(outgoing())).toMatchObject({ fault: "throttle", code: "130429" });
    at += 6_000;
    expect(await transport.send(same)).toMatchObject({ outcome: "accepted" });
  });

  it.each([
    ["a number without its country code", { phone: "70123" }, "recipient", "phone"],
    ["no words", { text: " " }, "content", "text_missing"],
    ["too long a text", { text: "a".repeat(4_097) }, "content", "text_length"],
    ["a picture that is missing", { kind: "image" as const }, "content", "media_missing"],
  ])("with %s is refused before anything is sent", async (_, changes, fault, code) => {
    const api = await cloudApi();
    expect(await transportFor(api).transport.send(outgoing(changes))).toMatchObject({ outcome: "not_sent", fault, code });
    expect(api.calls).toEqual([]);
  });
});

describe("what is not known is said to be unknown, and nothing is sent twice", () => {
  it.each<[string, string, SendOutcome["outcome"], number]>([
    ["500", "a 500 before it was taken", "unknown", 0],
    ["501", "a 503 after it was taken", "unknown", 1],
    ["502", "a line that is cut after it was taken", "unknown", 1],
    ["503", "a line that is cut before it was taken", "unknown", 0],
    ["504", "no answer in time", "unknown", 1],
    ["510", "half an answer", "unknown", 1],
    ["511", "a redirect", "unknown", 0],
    ["512", "an answer that is no JSON", "unknown", 1],
    ["505", "an ordinary answer", "accepted", 1],
  ])("…%s: %s", async (digits, _, outcome, seen) => {
    const api = await cloudApi();
    const { transport } = transportFor(api, { limit: 400 });
    const message = outgoing({ phone: `96170000${digits}` });
    expect(await transport.send(message)).toMatchObject({ outcome });
    await api.webhooks.settled();
    expect(api.accepted.length).toBe(seen);
    expect(api.posts()).toBeLessThanOrEqual(1);
    // A redirect is not followed: the token would go with it.
    expect(api.calls.some(({ path }) => path === "/_log")).toBe(false);
  });

  it.each(["500", "501", "502", "503", "504", "510", "511", "512"])(
    "…%s: nor is a menu sent again, as after a refused upload",
    async (digits) => {
      const api = await cloudApi();
      const { transport } = transportFor(api, { limit: 400 });
      const message = outgoing({ phone: `96170000${digits}`, kind: "document", media: somePdf() });
      expect(await transport.send(message)).toMatchObject({ outcome: "unknown" });
      await api.webhooks.settled();
      expect([api.uploads(), api.posts() <= 1]).toEqual([1, true]);
      expect(api.accepted.length).toBe(["500", "503", "511"].includes(digits) ? 0 : 1);
    },
  );

  it.each([
    ["an answer that does not end", "HTTP/1.1 200 OK\r\n\r\n", "TOO_LONG"],
    ["an answer in pieces that breaks off", 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"mes', "CLOSED"],
    ["an answer that is no HTTP", "220 mail.example ESMTP\r\n", "HPE_INVALID_CONSTANT"],
  ])("%s is a doubt", async (_, answer, code) => {
    const odd = createPlainServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write(answer);
        if (code === "TOO_LONG") while (socket.write(Buffer.alloc(256 * 1024)) && !socket.destroyed);
        else socket.end();
      });
      socket.on("drain", () => socket.write(Buffer.alloc(256 * 1024)));
    });
    await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
    const address = odd.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const { options } = await cloudApi();
    expect(await transportFor({ url, options }).transport.send(outgoing())).toMatchObject({ outcome: "unknown", code });
    await new Promise((resolve) => odd.close(resolve));
  });

  it("no answer is waited for 20 seconds, and not longer", async () => {
    const api = await cloudApi();
    api.script("", { answer: "silent", statuses: [] });
    const { transport } = transportFor(api, { limit: undefined });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const settled = vi.fn<(outcome: SendOutcome) => void>();
      void transport.send(outgoing()).then(settled);
      // By no wait of vitest's own: each of its looks lets the clock of the test go on.
      while (api.accepted.length === 0) await realPause(10);
      await vi.advanceTimersByTimeAsync(19_900);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(100);
      expect(settled.mock.calls).toMatchObject([[{ outcome: "unknown", code: "ETIMEDOUT" }]]);
    } finally {
      await vi.advanceTimersByTimeAsync(60_000); // whatever still waits would keep the clean-up waiting for ever
      vi.useRealTimers();
    }
  });

  it("a fault of our own is a doubt and no rejection, which would end the worker", async () => {
    const api = await cloudApi();
    const broken = {
      ...outgoing(),
      get text(): string {
        throw new Error("of a kind that nobody has thought of");
      },
    };
    expect(await transportFor(api).transport.send(broken)).toMatchObject({ outcome: "unknown", code: "fault" });
  });

  it("an answer without an id, and a template that was paused meanwhile, are doubts; one that is held is taken", async () => {
    const api = await cloudApi({ templates: [{ name: "birthday", language: "en", parameters: 0 }] });
    const { transport } = transportFor(api);
    const template = { name: "birthday", language: "en", body: [] };
    api.script("1", { answer: "no id" });
    api.script("2", { answer: "paused" });
    api.script("3", { answer: "held" });
    expect(await transport.send(outgoing({ phone: "96170000001" }))).toMatchObject({ outcome: "unknown" });
    expect(await transport.send(outgoing({ phone: "96170000002", template }))).toMatchObject({ outcome: "unknown", code: "132015" });
    expect(await transport.send(outgoing({ phone: "96170000003", template }))).toMatchObject({ outcome: "accepted" });
  });
});

describe("nothing that left this PC is proof", () => {
  it("that it was not sent: nobody listens, and there is no such name", async () => {
    const api = await cloudApi();
    const { options } = api;
    await api.stop();
    const refused = transportFor({ url: api.url, options }).transport;
    expect(await refused.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "network", code: "ECONNREFUSED" });
    const nameless = transportFor({ url: "https://graph.facebook.invalid", options }).transport;
    expect(await nameless.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "network" });
  });

  it("that it was not sent: the other side does not speak TLS, or says nothing", async () => {
    const heard: Buffer[] = [];
    const deaf = createPlainServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (piece) => {
        heard.push(piece);
        if (answers) socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      });
    });
    let answers = true;
    await new Promise<void>((resolve) => deaf.listen(0, "127.0.0.1", resolve));
    const address = deaf.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { options } = await cloudApi();
    const { transport } = transportFor({ url: `https://127.0.0.1:${port}`, options }, { limit: 300 });
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "network" });
    answers = false;
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "network", code: "ETIMEDOUT" });
    expect(Buffer.concat(heard).toString("latin1")).not.toContain(options.token);
    await new Promise((resolve) => deaf.close(resolve));
  });

  it("that it was not sent: the certificate is nobody's. With one that is trusted it is sent", async () => {
    const api = await cloudApi({ tls: selfSigned() });
    const { transport } = transportFor(api);
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "network", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(api.calls).toEqual([]);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "accepted" });
    expect(await transport.send(outgoing({ phone: "96170000502" }))).toMatchObject({ outcome: "unknown", code: "ECONNRESET" });
    vi.unstubAllEnvs();
  });

  it("is all that a worker that is being stopped says; what is under way is waited for", async () => {
    const api = await cloudApi();
    const { transport } = transportFor(api, { limit: 300 });
    const underWay = transport.send(outgoing({ phone: "96170000504" }));
    await expect.poll(() => api.accepted.length).toBe(1);
    const ends: string[] = [];
    void underWay.then(() => ends.push("the message"));
    const stopped = transport.stop();
    expect(await transport.send(outgoing())).toMatchObject({ outcome: "not_sent", fault: "network", code: "stopped" });
    await stopped;
    expect(ends).toEqual(["the message"]);
    expect(await underWay).toMatchObject({ outcome: "unknown", code: "ETIMEDOUT" });
  });
});

describe("no number, no word and no key", () => {
  it("of a message stands in what is said or logged, though WhatsApp repeats them", async () => {
    const said: string[] = [];
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, "write").mockImplementation((text) => {
        said.push(String(text));
        return true;
      });
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(words.map(String).join(" ")));
    const api = await cloudApi({ templates: [{ name: "birthday", language: "en", parameters: 1 }] });
    const { transport, states } = transportFor(api, { limit: 200 });
    const forged = transportFor(api, { token: "EAAGforged98765" });
    await Promise.all([transport.start(), forged.transport.start()]);
    const told: SendOutcome[] = [];
    const template = { name: "birthday", language: "en", body: ["Rima", "Zeytouni"] };
    for (const [code] of ROWS) {
      api.script("", { answer: code, times: 1 });
      told.push(await transport.send(outgoing({ text: "the secret lamb" })));
    }
    for (const end of ["500", "501", "502", "504", "510", "512"])
      told.push(await transport.send(outgoing({ phone: `96171234${end}`, text: "the secret lamb" })));
    for (const wrong of [
      { template },
      { phone: "70secret123456" },
      { kind: "document" as const, media: { ...somePdf(), sha256: "0".repeat(64) } },
    ])
      told.push(await transport.send(outgoing(wrong)));
    told.push(await forged.transport.send(outgoing()));
    api.uploadFaults.push([400, { error: { code: 100, message: "the secret lamb to 96170123456" } }]);
    told.push(await transport.send(outgoing({ kind: "document", media: somePdf() })));
    const all = JSON.stringify([told, states, forged.states, said]);
    expect(told.filter(({ outcome }) => outcome === "accepted")).toEqual([]);
    expect(all).not.toMatch(/961\d|lamb|Rima|Zeytouni|EAAG|Bearer|secret/);
    expect(said).toEqual([]);
    for (const outcome of told) if (outcome.outcome !== "accepted") expect(outcome.detail.length).toBeLessThan(300);
  });
});

describe("the settings", () => {
  const right = { phone_number_id: "106540352242922", token: "EAAG0123456789" };
  it("take Meta's address without being told", () => {
    expect(cloudSettings.parse(right)).toEqual({ ...right, base: "https://graph.facebook.com", version: "v23.0" });
  });

  it("take it with a slash at its end", async () => {
    const { url, options } = await cloudApi();
    expect(await transportFor({ url: `${url}/`, options }).transport.send(outgoing())).toMatchObject({ outcome: "accepted" });
  });

  it.each([
    ["an address without TLS", { base: "http://graph.facebook.com" }],
    ["another kind of address", { base: "ftp://graph.facebook.com" }],
    ["a phone number instead of its id", { phone_number_id: "+961 70 123 456" }],
    ["a token with a line break", { token: "EAAG0123456789\r\nHost: x" }],
    ["a version without v", { version: "23.0" }],
  ])("refuse %s, without repeating the token", (_, wrong) => {
    const { success, error } = cloudSettings.safeParse({ ...right, ...wrong });
    expect(success).toBe(false);
    expect(String(error)).not.toContain("EAAG");
  });
});
