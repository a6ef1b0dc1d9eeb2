import { oneLine } from "../templates/template-text";
import type { WorkItem } from "../workers/contract";
import { type CloudOutcome, callbackOf, notSent } from "./answers";

/** What of a work item goes into a message. */
export interface CloudMessage extends Pick<WorkItem, "id" | "token" | "generation" | "phone" | "kind" | "text" | "template"> {
  media: { mime: string; filename: string; size: number } | null;
}

const LONGEST_TEXT = 4_096;
const LONGEST_CAPTION = 1_024;
const LONGEST_FILENAME = 240;
const MB = 1024 * 1024;

/** What WhatsApp takes, and how many bytes of it. */
const MEDIA_LIMITS: Record<"image" | "document", Record<string, number>> = {
  image: { "image/jpeg": 5 * MB, "image/png": 5 * MB },
  document: { "application/pdf": 100 * MB },
};

/** Why WhatsApp would refuse a message, before anything of it is uploaded or sent; null when nothing is known against it. */
export function refusalOf(message: CloudMessage): CloudOutcome | null {
  if (!/^\d{7,15}$/.test(message.phone)) return notSent("recipient", "phone", "The number is not a whole one with its country code.");
  return refusalOfMedia(message) ?? refusalOfText(message);
}

function refusalOfMedia({ kind, media }: CloudMessage): CloudOutcome | null {
  if (kind === "text") return null;
  if (!media) return notSent("content", "media_missing", "The picture or the PDF of this message is missing.");
  const most = MEDIA_LIMITS[kind][media.mime];
  if (most === undefined) return notSent("content", "media_type", "WhatsApp takes pictures as JPEG or PNG, and documents as PDF.");
  if (media.size === 0) return notSent("content", "media_size", "The picture or the PDF of this message is empty.");
  if (media.size > most) return notSent("content", "media_size", `WhatsApp takes no ${kind} of more than ${most / MB} MB.`);
  return null;
}

function refusalOfText({ kind, text, template }: CloudMessage): CloudOutcome | null {
  if (template) return null;
  if (kind === "text" && text.trim() === "") return notSent("content", "text_missing", "The message has no words.");
  const most = kind === "text" ? LONGEST_TEXT : LONGEST_CAPTION;
  if (text.length > most)
    return notSent("content", "text_length", `WhatsApp takes no more than ${most.toLocaleString("en-GB")} characters here.`);
  return null;
}

/**
 * The JSON of one message for `/messages`.
 * @param mediaId WhatsApp's id of the uploaded picture or PDF; null for a message without
 */
export function bodyOf(message: CloudMessage, mediaId: string | null): Record<string, unknown> {
  const { id, generation, token, phone } = message;
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: phone,
    ...(message.template ? templateOf(message, message.template, mediaId) : contentOf(message, mediaId)),
    biz_opaque_callback_data: callbackOf({ item: id, generation, token }),
  };
}

function contentOf(message: CloudMessage, mediaId: string | null): Record<string, unknown> {
  const { kind, text } = message;
  if (kind === "text" || mediaId === null) return { type: "text", text: { preview_url: false, body: text } };
  return { type: kind, [kind]: { ...mediaOf(message, mediaId), ...(text ? { caption: text } : {}) } };
}

function templateOf(message: CloudMessage, template: NonNullable<CloudMessage["template"]>, mediaId: string | null) {
  const { kind } = message;
  const header = kind !== "text" && mediaId !== null && { type: "header", parameters: [{ type: kind, [kind]: mediaOf(message, mediaId) }] };
  const body = template.body.length > 0 && {
    type: "body",
    parameters: template.body.map((words) => ({ type: "text", text: oneLine(words) })),
  };
  // An answer is judged by what its button stands for: words of a button are read by nobody.
  const buttons = (template.buttons ?? []).map((payload, index) => ({
    type: "button",
    sub_type: "quick_reply",
    index: String(index),
    parameters: [{ type: "payload", payload }],
  }));
  return {
    type: "template",
    template: {
      name: template.name,
      language: { code: template.language },
      components: [header, body, ...buttons].filter((part) => part !== false),
    },
  };
}

function mediaOf({ kind, media }: CloudMessage, id: string): { id: string; filename?: string } {
  return kind === "document" && media ? { id, filename: shortName(media.filename) } : { id };
}

/** Without folders, and short enough with its ending kept: guests' phones go by the ending. */
function shortName(filename: string): string {
  const name = filename.replace(/^.*[\\/]/, "") || "menu.pdf";
  if (name.length <= LONGEST_FILENAME) return name;
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? "";
  return name.slice(0, LONGEST_FILENAME - ending.length) + ending;
}
