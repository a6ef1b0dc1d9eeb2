import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { isSignedByMeta, readWebhook, type WebhookRead } from "@/lib/queue/cloud/webhook-events";
import type { Delivery } from "@/lib/queue/workers/contract";
import type { CloudApi } from "../support/cloud-api";
import { cloudApi, outgoing, somePdf, somePicture, transportFor } from "./outgoing";

const APP_SECRET = "app secret of the stand-in";

/** Takes webhooks as a server of ours would, and keeps what each said. */
function listener() {
  const heard: WebhookRead["events"] = [];
  return {
    heard,
    take: (raw: Buffer, headers: Record<string, string>) => {
      if (isSignedByMeta(raw, headers["X-Hub-Signature-256"], APP_SECRET)) heard.push(...readWebhook(raw).events);
    },
    statuses: () => heard.flatMap((event) => (event.kind === "status" ? [event.status] : [])),
  };
}

/** One call as any client would make it. */
async function call(api: CloudApi, path: string, { token = api.options.token, ...init }: RequestInit & { token?: string } = {}) {
  const answer = await fetch(`${api.url}/${path}`, {
    redirect: "manual",
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...init.headers },
  });
  const text = await answer.text();
  const json: { error?: { code: number; error_subcode: number }; messages?: { id: string }[]; id?: string; url?: string } & Record<
    string,
    unknown
  > = answer.headers.get("content-type") === "application/json" ? JSON.parse(text) : {};
  return { status: answer.status, text, json };
}

const messagesOf = (api: CloudApi) => `v23.0/${api.options.phoneNumberId}/messages`;
const hello = (changes: Record<string, unknown> = {}) => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  to: "96170123477",
  type: "text",
  text: { body: "Hello" },
  ...changes,
});
const post = (api: CloudApi, body: unknown, token?: string) =>
  call(api, messagesOf(api), { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), ...(token ? { token } : {}) });

describe("the stand-in of the Cloud API", () => {
  it("lets in whoever knows the token, and says 401 with 190 to others", async () => {
    const api = await cloudApi();
    expect((await post(api, hello())).status).toBe(200);
    expect(await post(api, hello(), "wrong")).toMatchObject({ status: 401, json: { error: { code: 190 } } });
    expect(api.accepted.length).toBe(1);
  });

  it.each([
    ["no JSON", "{"],
    ["an unknown key", hello({ colour: "red" })],
    ["an unknown key within", hello({ text: { body: "Hello", link_preview: true } })],
    ["an unknown type", hello({ type: "carrier_pigeon" })],
    ["another product", hello({ messaging_product: "sms" })],
    ["a number with a blank", hello({ to: "96170 123477" })],
    ["an empty text", hello({ text: { body: "" } })],
    ["4,097 characters", hello({ text: { body: "a".repeat(4_097) } })],
    ["callback data of 513", hello({ biz_opaque_callback_data: "a".repeat(513) })],
    ["a picture by id and by link", hello({ type: "image", text: undefined, image: { id: "1", link: "http://127.0.0.1/x.png" } })],
    ["a picture by neither", hello({ type: "image", text: undefined, image: {} })],
    ["a caption of 1,025", hello({ type: "image", text: undefined, image: { id: "1", caption: "a".repeat(1_025) } })],
    ["a name of 241", hello({ type: "document", text: undefined, document: { id: "1", filename: "a".repeat(241) } })],
    [
      "a template's button by a number",
      hello({
        type: "template",
        text: undefined,
        template: { name: "t", language: { code: "en" }, components: [{ type: "button", index: 0 }] },
      }),
    ],
  ])("refuses %s with 100, and takes nothing", async (_, body) => {
    const api = await cloudApi();
    expect(await post(api, body)).toMatchObject({ status: 400, json: { error: { code: 100 } } });
    expect(api.accepted).toEqual([]);
  });

  it("takes a template with a picture and a button, as Meta's own example has it", async () => {
    const api = await cloudApi({ templates: [{ name: "birthday_20", language: "en_US", header: "image", parameters: 2, buttons: 1 }] });
    await transportFor(api).transport.send(outgoing({ kind: "image", media: somePicture() }));
    const [first] = api.accepted;
    const id = first?.body.type === "image" ? first.body.image.id : "";
    const components = [
      { type: "header", parameters: [{ type: "image", image: { id } }] },
      {
        type: "body",
        parameters: [
          { type: "text", text: "Rima" },
          { type: "text", text: "Jounieh" },
        ],
      },
      { type: "button", sub_type: "quick_reply", index: "0", parameters: [{ type: "payload", payload: "STOP" }] },
    ];
    const body = hello({ type: "template", text: undefined, template: { name: "birthday_20", language: { code: "en_US" }, components } });
    expect(await post(api, body)).toMatchObject({ status: 200, json: { messages: [{ message_status: "accepted" }] } });
  });

  it("knows neither another number nor another version", async () => {
    const api = await cloudApi();
    expect(await call(api, "v23.0/1/messages", { method: "POST", body: "{}" })).toMatchObject({
      status: 400,
      json: { error: { code: 100, error_subcode: 33 } },
    });
    expect((await call(api, `v1.0/${api.options.phoneNumberId}`)).json.error?.code).toBe(100);
  });

  it("gives a file back by an address that holds five minutes, for 30 days", async () => {
    let at = Date.parse("2026-11-20T19:30:00Z");
    const api = await cloudApi({ clock: () => at });
    const media = somePdf();
    await transportFor(api).transport.send(outgoing({ kind: "document", media }));
    const [first] = api.accepted;
    const id = first?.body.type === "document" ? first.body.document.id : "";
    const described = await call(api, `v23.0/${id}?phone_number_id=${api.options.phoneNumberId}`);
    expect(described.json).toMatchObject({ id, mime_type: "application/pdf", sha256: media.sha256, file_size: String(media.size) });
    const path = (described.json.url ?? "").slice(api.url.length + 1);
    const given = await call(api, path);
    expect(createHash("sha256").update(given.text, "latin1").digest("hex")).toBe(media.sha256);
    expect((await call(api, path, { token: "wrong" })).status).toBe(401);
    at += 5 * 60_000;
    expect((await call(api, path)).status).toBe(404);
    expect(await call(api, `v23.0/${id}`, { method: "DELETE" })).toMatchObject({ json: { success: true } });
    expect((await call(api, `v23.0/${id}`)).json.error?.code).toBe(100);
  });

  it("fetches a picture by its link, and says 131052 when it cannot", async () => {
    const pictures = createServer((request, response) => {
      response.writeHead(request.url === "/x.png" ? 200 : 404, { "Content-Type": "image/png" });
      response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]));
    });
    await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
    const address = pictures.address();
    const port = typeof address === "object" ? address?.port : 0;
    const api = await cloudApi();
    const by = (link: string) => post(api, hello({ type: "image", text: undefined, image: { link } }));
    expect((await by(`http://127.0.0.1:${port}/x.png`)).status).toBe(200);
    expect((await by(`http://127.0.0.1:${port}/none.png`)).json.error?.code).toBe(131052);
    await new Promise((resolve) => pictures.close(resolve));
  });

  it("gives the same ids to the same calls, and tells all that it took", async () => {
    const ids = async () => {
      const api = await cloudApi();
      const given = [await post(api, hello()), await post(api, hello())].map(({ json }) => json.messages?.[0]?.id);
      const log: { wamid: string; to: string }[] = JSON.parse((await call(api, "_log", { token: "" })).text);
      expect(log.map(({ wamid, to }) => ({ wamid, to }))).toEqual(given.map((wamid) => ({ wamid, to: "96170123477" })));
      return given;
    };
    const given = await ids();
    expect(await ids()).toEqual(given);
    expect(new Set(given).size).toBe(2);
  });
});

describe("its webhooks", () => {
  it.each<[string, string, Delivery[]]>([
    ["001", "come in order", ["sent", "delivered", "read"]],
    ["026", "tell a failure afterwards", ["failed"]],
    ["505", "come twice each", ["sent", "sent", "delivered", "delivered", "read", "read"]],
    ["506", "come in the wrong order", ["read", "delivered", "sent"]],
    ["507", "get lost", []],
    ["508", "come before the answer", ["sent", "delivered", "read"]],
    ["509", "come late", ["sent", "delivered", "read"]],
    ["502", "come although the answer was cut", ["sent", "delivered", "read"]],
    ["503", "do not come for what was not taken", []],
  ])("…%s: %s", async (digits, _, statuses) => {
    const { take, heard, ...listening } = listener();
    const api = await cloudApi({ webhook: take });
    const message = outgoing({ phone: `96170000${digits}`, generation: 2, token: 5 });
    await transportFor(api).transport.send(message);
    const atAnswer = heard.length;
    await expect.poll(() => api.calls.length).toBeGreaterThan(0);
    await api.webhooks.settled();
    expect(listening.statuses()).toEqual(statuses);
    if (digits === "508") expect(atAnswer).toBe(3);
    if (digits === "509") expect(atAnswer).toBe(0);
    // However the answer fared, each status finds its item, its generation and its lease.
    for (const event of heard)
      expect(event).toMatchObject({ callback: { item: message.id, generation: 2, token: 5 }, code: digits === "026" ? 131026 : null });
  });

  it("come again when they are not taken, signed over the bytes as they are sent", async () => {
    const taken: boolean[] = [];
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      const header = request.headers["x-hub-signature-256"];
      taken.push(isSignedByMeta(Buffer.concat(pieces), typeof header === "string" ? header : null, APP_SECRET));
      response.writeHead(taken.length === 1 ? 503 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const api = await cloudApi({ webhook: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/webhook` });
    api.guestWrites("96170123456", "إلغاء");
    await api.webhooks.settled();
    expect(taken).toEqual([true, true]);
    expect(api.webhooks.sent.map(({ answered }) => answered)).toEqual([503, 200]);
    await new Promise((resolve) => server.close(resolve));
  });

  it("bring what a guest writes and presses", async () => {
    const { take, heard } = listener();
    const api = await cloudApi({ webhook: take, windowsOpen: false });
    api.guestWrites("96170123456", "STOP");
    api.guestWrites("96170123456", "Unsubscribe", { payload: "STOP" });
    await api.webhooks.settled();
    expect(heard).toMatchObject([
      { kind: "inbound", from: "96170123456", text: "STOP", payload: null },
      { kind: "inbound", from: "96170123456", text: "Unsubscribe", payload: "STOP" },
    ]);
  });
});
