import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type Answer, refusal, send } from "./cloud-api-answers";
import { Bucket, type MessageBody, mediaOf, messageBody, type Template, templateFault } from "./cloud-api-checks";
import { bytesOf, MediaShelf } from "./cloud-api-media";
import { type Script, Scripts } from "./cloud-api-scripts";
import { Webhooks, type WebhookTarget } from "./cloud-api-webhooks";

/** A message that was taken: what the guest has seen, or will see. */
export interface Accepted {
  wamid: string;
  to: string;
  type: MessageBody["type"];
  callback: string | null;
  bodyHash: string;
  /** Of the picture or the PDF; null without one. */
  mediaSha256: string | null;
  body: MessageBody;
  at: number;
}

export interface CloudApiOptions {
  token?: string;
  phoneNumberId?: string;
  version?: string;
  appSecret?: string;
  webhook?: WebhookTarget;
  templates?: Template[];
  /** Milliseconds since 1970; windows, media and buckets go by it. */
  clock?: () => number;
  /** Whether every guest has written just now, so that free text is taken. */
  windowsOpen?: boolean;
  perSecond?: number;
  /** Listens with TLS. */
  tls?: { key: string; cert: string };
}

const DAY = 24 * 60 * 60_000;

/** Meta's Cloud API on this machine's loopback, with its rules, its webhooks and its bad days (docs/design/whatsapp.md 1.3). */
export class CloudApi {
  readonly options: Required<Omit<CloudApiOptions, "webhook" | "tls">>;
  readonly webhooks: Webhooks;
  readonly accepted: Accepted[] = [];
  /** Every call that came, in order; without bodies. */
  readonly calls: { method: string; path: string; status: number }[] = [];
  /** To whom messages were POSTed, whether they were taken or not. */
  readonly asked: string[] = [];
  /** How the next uploads are answered instead of being taken. */
  readonly uploadFaults: (Answer | "cut")[] = [];
  /** How many connections were made. */
  connections = 0;
  /** Meta's word on the number itself. */
  numberStatus = "CONNECTED";
  private readonly scripts = new Scripts();
  private readonly media: MediaShelf;
  private readonly windows = new Map<string, number>();
  private readonly pairs = new Map<string, Bucket>();
  private throughput: Bucket;
  private counter = 0;
  private readonly server: Server;
  url = "";

  private constructor({ webhook, tls, ...options }: CloudApiOptions) {
    const serve = (request: IncomingMessage, response: ServerResponse) => void this.serve(request, response);
    this.server = tls ? createSecureServer(tls, serve) : createServer(serve);
    this.server.on("connection", () => {
      this.connections += 1;
    });
    this.options = {
      token: "EAAGstandin0123456789",
      phoneNumberId: "106540352242922",
      version: "v23.0",
      appSecret: "app secret of the stand-in",
      templates: [],
      clock: Date.now,
      windowsOpen: false,
      perSecond: 80,
      ...options,
    };
    this.media = new MediaShelf(this.options.clock, this.options.phoneNumberId);
    this.webhooks = new Webhooks(webhook, this.options.appSecret);
    this.throughput = new Bucket(this.options.perSecond, this.options.perSecond, this.options.clock());
  }

  static async start(options: CloudApiOptions = {}): Promise<CloudApi> {
    const api = new CloudApi(options);
    await new Promise<void>((resolve) => api.server.listen(0, "127.0.0.1", resolve));
    const address = api.server.address();
    if (address && typeof address === "object") api.url = `${options.tls ? "https" : "http"}://127.0.0.1:${address.port}`;
    return api;
  }

  async stop(): Promise<void> {
    this.webhooks.stop();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What happens to messages to numbers that end so; it comes before the stand-in's own scripts. */
  script(lastDigits: string, script: Script): void {
    this.scripts.script(lastDigits, script);
  }

  /** A guest writes, or presses a button: that opens 24 hours for free text, and comes as a webhook. */
  guestWrites(from: string, text: string, { payload, announce = true }: { payload?: string; announce?: boolean } = {}): void {
    this.windows.set(from, this.options.clock() + DAY);
    if (!announce) return;
    const common = { from, id: this.newWamid(from, text), timestamp: this.seconds() };
    const message = payload ? { ...common, type: "button", button: { payload, text } } : { ...common, type: "text", text: { body: text } };
    void this.webhooks.send({ ...this.metadata(), contacts: [{ profile: { name: "Guest" }, wa_id: from }], messages: [message] });
  }

  uploads(): number {
    return this.calls.filter(({ method, path, status }) => method === "POST" && path.endsWith("/media") && status === 200).length;
  }

  /** How many messages were POSTed, whether they were taken or not. */
  posts(): number {
    return this.calls.filter(({ method, path }) => method === "POST" && path.endsWith("/messages")).length;
  }

  /** All that was uploaded is gone, as after 30 days. */
  forgetMedia(): void {
    this.media.clear();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand.in");
    response.once("close", () =>
      this.calls.push({ method: request.method ?? "", path: url.pathname, status: response.writableEnded ? response.statusCode : 0 }),
    );
    try {
      if (url.pathname === "/_log") return send(response, [200, this.accepted]);
      const answer = (await this.answer(request, response, url)) ?? null;
      if (answer) send(response, answer);
    } catch {
      response.destroy();
    }
  }

  /** @returns null when the line was cut, or is left without an answer */
  private async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<Answer | null> {
    if (!this.isLetIn(request.headers.authorization)) return refusal(190, "Invalid OAuth access token - Cannot parse access token");
    const { version, phoneNumberId } = this.options;
    const [, first, second, third] = url.pathname.split("/");
    const call = `${request.method} ${third ?? ""}`.trim();
    if (first === "_media" && request.method === "GET") return this.media.download(response, second ?? "");
    if (first !== version) return refusal(100, "Unknown path components", 2500);
    if (second === phoneNumberId && call === "GET")
      return [200, { id: phoneNumberId, status: this.numberStatus, display_phone_number: "+961 1 000 000" }];
    if (second === phoneNumberId && call === "POST messages") return this.takeMessage(request, response);
    if (second === phoneNumberId && call === "POST media") return this.takeMedia(request, response);
    const stored = this.media.stored(second ?? "");
    if (stored && call === "GET") return this.media.describe(this.url, second ?? "", stored, url.searchParams.get("phone_number_id"));
    if (stored && call === "DELETE") return [200, { success: this.media.remove(second ?? "") }];
    return refusal(100, `Unsupported ${request.method} request. Object with ID '${second}' does not exist`, 33);
  }

  private isLetIn(header: string | undefined): boolean {
    const [given, right] = [header ?? "", `Bearer ${this.options.token}`].map((text) => createHash("sha256").update(text).digest());
    return given !== undefined && right !== undefined && timingSafeEqual(given, right);
  }

  private async takeMessage(request: IncomingMessage, response: ServerResponse): Promise<Answer | null> {
    const text = (await bytesOf(request)).toString("utf8");
    const read = messageBody.safeParse(jsonOf(text));
    if (!read.success) return refusal(100, `(#100) Invalid parameter: ${read.error.issues[0]?.path.join(".")} in ${text}`);
    const message = read.data;
    const guest = message.to.replace("+", "");
    this.asked.push(guest);
    const script = this.scripts.for(guest);
    if (typeof script.answer === "number") return refusal(script.answer, `(#${script.answer}) refused: ${text}`, 0, script);
    const fault = await this.faultOf(message, guest);
    if (fault) return fault;
    return this.play(script, message, guest, text, response);
  }

  private async takeMedia(request: IncomingMessage, response: ServerResponse): Promise<Answer | null> {
    const fault = this.uploadFaults.shift();
    if (fault === undefined) return this.media.take(request);
    await bytesOf(request);
    if (fault !== "cut") return fault;
    response.destroy();
    return null;
  }

  private async faultOf(message: MessageBody, guest: string): Promise<Answer | null> {
    const now = this.options.clock();
    if (!this.throughput.take(now)) return refusal(130429, "(#130429) Rate limit hit");
    const pair = this.pairs.get(guest) ?? new Bucket(45, 1 / 6, now);
    this.pairs.set(guest, pair);
    if (!pair.take(now)) return refusal(131056, "(#131056) (Business Account, Consumer Account) pair rate limit hit");
    if (message.type === "template") {
      const code = templateFault(message, this.options.templates);
      if (code) return refusal(code, `(#${code}) Template ${message.template.name}`);
    } else if (!this.options.windowsOpen && (this.windows.get(guest) ?? 0) <= now) return refusal(131047, "Re-engagement message");
    const media = mediaOf(message);
    if (media?.id !== undefined && !this.media.stored(media.id))
      return refusal(100, `(#100) Param ${message.type}['id'] is not a valid whatsapp business account media attachment ID`);
    if (media?.link !== undefined && !(await this.media.fetchLink(media.link))) return refusal(131052, "Media download error");
    return null;
  }

  private play(
    script: Script,
    message: MessageBody,
    guest: string,
    text: string,
    response: ServerResponse,
  ): Promise<Answer | null> | Answer | null {
    switch (script.answer) {
      case "500 before":
        return refusal(131000, "Something went wrong", 0, { httpStatus: 500 });
      case "cut before":
        response.destroy();
        return null;
      case "redirect":
        return [307, { note: "elsewhere" }, { Location: `${this.url}/_log` }];
    }
    const wamid = this.accept(message, guest, text);
    const answer = {
      messaging_product: "whatsapp",
      contacts: [{ input: message.to, wa_id: guest }],
      messages: [
        { id: wamid, ...(message.type === "template" ? { message_status: STATUS_WORDS[script.answer ?? "ok"] ?? "accepted" } : {}) },
      ],
    };
    const told = () => this.tell(script, message, guest, wamid);
    if (script.early) return told().then((): Answer => [200, answer]);
    if (script.answer === "silent") {
      void told();
      return null;
    }
    response.once("close", () => void told());
    switch (script.answer) {
      case "500 after":
        return refusal(2, "Service temporarily unavailable", 0, { httpStatus: 503 });
      case "cut after":
        response.destroy();
        return null;
      case "half": {
        const json = JSON.stringify(answer);
        response.writeHead(200, { "Content-Type": "application/json", "Content-Length": json.length });
        response.write(json.slice(0, 30), () => response.destroy());
        return null;
      }
      case "no json":
        return [200, "<html>proxy</html>"];
      case "no id":
        return [200, { messaging_product: "whatsapp", messages: [] }];
      default:
        return [200, answer];
    }
  }

  private accept(message: MessageBody, guest: string, text: string): string {
    const media = mediaOf(message);
    const stored = media?.id === undefined ? undefined : this.media.stored(media.id);
    const wamid = this.newWamid(guest, text);
    this.accepted.push({
      wamid,
      to: guest,
      type: message.type,
      callback: message.biz_opaque_callback_data ?? null,
      bodyHash: createHash("sha256").update(text).digest("hex"),
      mediaSha256: stored ? createHash("sha256").update(stored.bytes).digest("hex") : null,
      body: message,
      at: this.options.clock(),
    });
    return wamid;
  }

  private async tell({ statuses = [] }: Script, message: MessageBody, guest: string, wamid: string): Promise<void> {
    await Promise.all(
      statuses.map(({ status, code, after, times }) =>
        this.webhooks.send(
          {
            ...this.metadata(),
            statuses: [
              {
                id: wamid,
                status,
                timestamp: this.seconds(),
                recipient_id: guest,
                ...(message.biz_opaque_callback_data ? { biz_opaque_callback_data: message.biz_opaque_callback_data } : {}),
                ...(code ? { errors: [{ code, title: "Failed", message: "Failed", error_data: { details: `about ${guest}` } }] } : {}),
              },
            ],
          },
          { ...(after === undefined ? {} : { after }), ...(times === undefined ? {} : { times }) },
        ),
      ),
    );
  }

  /** The same calls in the same order give the same ids. */
  private newWamid(guest: string, text: string): string {
    const hex = createHash("sha256")
      .update(`${guest} ${text} ${++this.counter}`)
      .digest("hex")
      .slice(0, 18)
      .toUpperCase();
    return `wamid.${Buffer.from(`${guest}${hex}`).toString("base64")}`;
  }

  private metadata() {
    return {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "9611000000", phone_number_id: this.options.phoneNumberId },
    };
  }

  private seconds(): string {
    return String(Math.floor(this.options.clock() / 1_000));
  }
}

/** What a template's answer says of the message. */
const STATUS_WORDS: Record<string, string> = { held: "held_for_quality_assessment", paused: "paused" };

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
