import * as z from "zod";

/** What the stand-in of the Cloud API takes, written from Meta's own description and not from our code. */

const textParameter = z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(1_024) });
const media = { id: z.string().optional(), link: z.url().optional() };
const oneOf = <Shape extends { id?: string | undefined; link?: string | undefined }>({ id, link }: Shape) =>
  (id === undefined) !== (link === undefined);
const image = z.strictObject({ ...media, caption: z.string().max(1_024).optional() }).refine(oneOf);
const document = z
  .strictObject({ ...media, caption: z.string().max(1_024).optional(), filename: z.string().max(240).optional() })
  .refine(oneOf);

const header = z.strictObject({
  type: z.literal("header"),
  parameters: z
    .array(
      z.discriminatedUnion("type", [
        textParameter,
        z.strictObject({ type: z.literal("image"), image: z.strictObject(media).refine(oneOf) }),
        z.strictObject({
          type: z.literal("document"),
          document: z.strictObject({ ...media, filename: z.string().max(240).optional() }).refine(oneOf),
        }),
      ]),
    )
    .length(1),
});
const body = z.strictObject({ type: z.literal("body"), parameters: z.array(textParameter) });
const button = z.strictObject({
  type: z.literal("button"),
  sub_type: z.literal("quick_reply"),
  index: z.string().regex(/^\d$/),
  parameters: z.array(z.strictObject({ type: z.literal("payload"), payload: z.string().max(128) })).length(1),
});
const template = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.strictObject({ code: z.string() }),
  components: z.array(z.discriminatedUnion("type", [header, body, button])).default([]),
});

const common = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").default("individual"),
  to: z.string().regex(/^\+?\d{7,15}$/),
  context: z.strictObject({ message_id: z.string() }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};

export const messageBody = z.discriminatedUnion("type", [
  z.strictObject({
    ...common,
    type: z.literal("text"),
    text: z.strictObject({ preview_url: z.boolean().optional(), body: z.string().min(1).max(4_096) }),
  }),
  z.strictObject({ ...common, type: z.literal("image"), image }),
  z.strictObject({ ...common, type: z.literal("document"), document }),
  z.strictObject({ ...common, type: z.literal("template"), template }),
]);
export type MessageBody = z.output<typeof messageBody>;

/** An approved template, as Meta keeps it. */
export interface Template {
  name: string;
  language: string;
  header?: "image" | "document";
  /** How many words its body is filled with. */
  parameters: number;
  /** How many quick-reply buttons stand under it. */
  buttons?: number;
  paused?: boolean;
}

/** The picture or PDF that a message names. */
export function mediaOf(message: MessageBody): { id?: string | undefined; link?: string | undefined } | null {
  if (message.type === "image") return message.image;
  if (message.type === "document") return message.document;
  if (message.type === "text") return null;
  const [first] = message.template.components.find((part) => part.type === "header")?.parameters ?? [];
  if (first?.type === "image") return first.image;
  return first?.type === "document" ? first.document : null;
}

/** The code that a template message is refused with; null when it fits. */
export function templateFault(message: Extract<MessageBody, { type: "template" }>, templates: Template[]): number | null {
  const { name, language, components } = message.template;
  const known = templates.find((one) => one.name === name && one.language === language.code);
  if (!known) return 132001;
  if (known.paused) return 132015;
  const words = components.find((part) => part.type === "body")?.parameters ?? [];
  if (words.length !== known.parameters) return 132000;
  if (words.some(({ text }) => /[\n\t]| {5}/.test(text))) return 132012;
  const places = components.flatMap((part) => (part.type === "button" ? Number(part.index) : []));
  if (places.some((place) => place >= (known.buttons ?? 0)) || new Set(places).size < places.length) return 132012;
  const [first] = components.find((part) => part.type === "header")?.parameters ?? [];
  return (first?.type ?? undefined) === known.header ? null : 132012;
}

const MB = 1024 * 1024;
const MEDIA: Record<string, { most: number; begins: Buffer }> = {
  "image/jpeg": { most: 5 * MB, begins: Buffer.from([0xff, 0xd8, 0xff]) },
  "image/png": { most: 5 * MB, begins: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  "application/pdf": { most: 100 * MB, begins: Buffer.from("%PDF-") },
};

/** The code that a file is refused with; null when it is taken. */
export function mediaFault(mime: string, bytes: Buffer): number | null {
  const rule = MEDIA[mime];
  if (!rule) return 100;
  return bytes.length > rule.most || !bytes.subarray(0, rule.begins.length).equals(rule.begins) ? 131053 : null;
}

/** Lets through what a bucket holds, and fills it with time. */
export class Bucket {
  private left: number;
  private at: number;

  constructor(
    private readonly most: number,
    private readonly perSecond: number,
    now: number,
  ) {
    this.left = most;
    this.at = now;
  }

  take(now: number): boolean {
    this.left = Math.min(this.most, this.left + ((now - this.at) / 1_000) * this.perSecond);
    this.at = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}

/** HTTP statuses of Meta's older table, by code; 400 for the others. */
const HTTP_STATUS: Record<number, number> = {
  0: 401,
  190: 401,
  3: 500,
  10: 403,
  200: 403,
  131005: 403,
  368: 403,
  131031: 403,
  130497: 403,
  131045: 500,
  132001: 404,
  2: 503,
  131000: 500,
  131016: 500,
  131057: 500,
  133004: 503,
};

export const httpStatusOf = (code: number) => HTTP_STATUS[code] ?? 400;
