import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { AnyMessageContent } from "baileys";
import type { OutgoingMessage } from "../transport";

/** The picture or PDF that goes along is not what the server announced. */
export class FileDamaged extends Error {
  override readonly name = "FileDamaged";
}

/**
 * A message as Baileys takes it. A preview and measures are given, because it would look for libraries that make them.
 * @throws FileDamaged
 */
export async function contentOf({ kind, text, media }: OutgoingMessage): Promise<AnyMessageContent> {
  if (kind === "text" || !media) return { text, linkPreview: null };
  const bytes = await readFile(media.file).catch(() => null);
  if (!bytes || createHash("sha256").update(bytes).digest("hex") !== media.sha256) throw new FileDamaged("The file is missing or damaged.");
  const caption = text || undefined;
  if (kind === "document") return { document: bytes, mimetype: media.mime, fileName: media.filename, caption };
  return { image: bytes, mimetype: media.mime, caption, jpegThumbnail: "", ...measuresOf(bytes) };
}

/** Width and height of a PNG or JPEG in pixels; nothing for what is neither. */
export function measuresOf(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length >= 24 && bytes.toString("latin1", 1, 4) === "PNG")
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (bytes[at] !== 0xff) return null;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return null;
}
