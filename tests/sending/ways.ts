import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { now } from "@/lib/clock";
import { SandboxTransport } from "@/workers/transports/sandbox";
import type { OutgoingMessage, Transport } from "@/workers/transports/transport";
import type { MessageBody, Template } from "../support/cloud-api-checks";
import type { WhatsAppWeb } from "../support/whatsapp-web";
import { emptyFolder } from "../workers/folder";
import { connected, linkedPhone, mediaOf, whatsAppWeb } from "../workers/linked-phone";
import { cloudApi, transportFor } from "../workers/outgoing";

/** A message as a guest's phone has it. */
export interface Received {
  to: string;
  /** Free words, or none where a template came. */
  words: string | null;
  /** The template's name, and what its `{{1}}`, `{{2}}` were filled with. */
  template: { name: string; filled: string[] } | null;
  /** SHA-256 of the picture or PDF; null without one. */
  file: string | null;
}

/** A way to WhatsApp with the real sending code, and what stands at its other end. */
export interface Way {
  transport: Transport;
  /** In the order in which it came. */
  received(): Received[];
  /** WhatsApp does not know this number. */
  unknown(digits: string): void;
  /** A guest wrote to the number at an instant, in milliseconds; the server is told by the test. */
  wrote(digits: string, at: number): void;
}

export type WayName = "sandbox" | "cloud" | "baileys";

/** @param templates as Meta knows them */
export function wayOf(name: WayName, templates: Template[]): Promise<Way> {
  if (name === "sandbox") return sandbox();
  return name === "cloud" ? officialNumber(templates) : phoneOfTheHouse();
}

async function sandbox(): Promise<Way> {
  const folder = emptyFolder();
  const transport = new SandboxTransport(folder, { onState: () => {} });
  await transport.start();
  const sent = path.join(folder, "sent");
  const said = (): OutgoingMessage[] => readdirSync(sent).map((name) => JSON.parse(readFileSync(path.join(sent, name), "utf8")));
  return {
    transport,
    received: () => said().map(({ phone, text, media }) => ({ to: phone, words: text, template: null, file: media?.sha256 ?? null })),
    unknown: () => {}, // it writes to everybody
    wrote: () => {},
  };
}

async function officialNumber(templates: Template[]): Promise<Way> {
  let writing: number | null = null;
  const last = new Map<string, number>();
  const api = await cloudApi({ windowsOpen: false, templates, clock: () => writing ?? now().getTime() });
  const { transport } = transportFor(api);
  await transport.start();
  return {
    transport,
    received: () => api.accepted.map(({ to, body, mediaSha256 }) => ({ to, ...wordsIn(body), file: mediaSha256 })),
    unknown: (digits) => api.script(digits, { answer: 131026 }),
    wrote: (digits, at) => {
      if ((last.get(digits) ?? 0) >= at) return;
      last.set(digits, at);
      writing = at;
      api.guestWrites(digits, "Hello", { announce: false });
      writing = null;
    },
  };
}

function wordsIn(body: MessageBody): Pick<Received, "words" | "template"> {
  if (body.type === "text") return { words: body.text.body, template: null };
  if (body.type !== "template") return { words: (body.type === "image" ? body.image : body.document).caption ?? "", template: null };
  const { name, components } = body.template;
  const filled = components.flatMap((part) => (part.type === "body" ? part.parameters.map(({ text }) => text) : []));
  return { words: null, template: { name, filled } };
}

async function phoneOfTheHouse(): Promise<Way> {
  const web = await whatsAppWeb();
  await mediaOf(web);
  const linked = await linkedPhone(web);
  await connected(linked);
  return {
    transport: linked.transport,
    received: () => web.accepted.map(readOnPhone),
    unknown: (digits) => void web.notOnWhatsApp.add(digits),
    wrote: () => {},
  };
}

function readOnPhone({ to, message }: WhatsAppWeb["accepted"][number]): Received {
  const file = message?.imageMessage ?? message?.documentMessage ?? message?.documentWithCaptionMessage?.message?.documentMessage;
  const words = file ? (file.caption ?? "") : (message?.extendedTextMessage?.text ?? message?.conversation ?? "");
  return { to, words, template: null, file: file?.fileSha256 ? Buffer.from(file.fileSha256).toString("hex") : null };
}
