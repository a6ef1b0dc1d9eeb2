import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { writeWholeFile } from "../../whole-file";

/** What must be typed before a phone may be linked. */
const RISK_WORD = "ACCEPT";

const RISK = `Sending by a linked phone is not a way that WhatsApp offers.
WhatsApp may restrict or ban the number, also for good, and has done so after as few as 20 messages to people who had not
written first. Use a number that the house can lose, never the one that guests call. Daftar sends slowly and only to guests,
which makes a ban less likely and not unlikely. The official way is --transport cloud.`;

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

const number = z
  .string()
  .transform((text) => text.replace(/[\s()+.-]/g, "").replace(/^00/, ""))
  .pipe(z.string().regex(/^[1-9]\d{6,14}$/, "The number with its country code, for example +961 70 123 456."));

export const baileysSettings = z.strictObject({
  accepted: z.literal(RISK_WORD),
  /** Of the phone that shall be linked, for pairing by eight letters; empty for pairing by QR code. */
  number: z.union([z.literal(""), number]).default(""),
  /** A message whose end is not known goes out once more with the same id, which phones show once. Off, it waits for a receipt. */
  resend_same_id: z.boolean().default(true),
  /** Only this PC itself may be spoken to without TLS. */
  url: z
    .url({ protocol: /^wss?$/ })
    .refine((text) => text.startsWith("wss:") || LOOPBACK.includes(new URL(text).hostname), "The address must begin with wss://.")
    .default("wss://web.whatsapp.com/ws/chat"),
});
export type BaileysSettings = z.output<typeof baileysSettings>;

const fileIn = (folder: string) => path.join(folder, "baileys.json");

/** The contents of `baileys.json`; null if there is none. @throws Error with a sentence if they are invalid */
export function keptBaileysSettings(folder: string): BaileysSettings | null {
  let text: string;
  try {
    text = readFileSync(fileIn(folder), "utf8");
  } catch {
    return null;
  }
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    throw new Error(`${fileIn(folder)} is no JSON. Delete it, and start the worker again at a terminal: it asks anew.`);
  }
  const parsed = baileysSettings.safeParse(fields);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path: [field], message }) => `${String(field ?? "")}: ${message}`);
  throw new Error(`${fileIn(folder)} is not right. ${wrong.join(" ")}\n${RISK}\n${howToAccept(folder)}`);
}

/** @throws Error with the risk, and how to accept it, where nobody has */
export function acceptedBaileysSettings(folder: string): BaileysSettings {
  const kept = keptBaileysSettings(folder);
  if (kept) return kept;
  throw new Error(`${RISK}\n${howToAccept(folder)}`);
}

function howToAccept(folder: string): string {
  return `Whoever accepts that starts the worker at a terminal and types the word it asks for, or writes {"accepted": "${RISK_WORD}"} into ${fileIn(folder)}, with "number": "+961..." to pair by letters instead of a QR code.`;
}

/** Asks the person at the terminal, once. @throws Error when they do not accept the risk */
export async function askToLink(folder: string, ask: (words: string) => Promise<string>): Promise<void> {
  if (keptBaileysSettings(folder)) return;
  const word = await ask(`\n${RISK}\n\nType ${RISK_WORD} to send by a linked phone all the same`);
  if (word.trim() !== RISK_WORD) throw new Error("No phone was linked, and nothing was changed.");
  for (;;) {
    const text = await ask("Pair by QR code: press Enter. Pair by eight letters: the phone's number with its country code");
    const parsed = baileysSettings.safeParse({ accepted: RISK_WORD, number: text.trim() });
    if (parsed.success) {
      const { accepted, number: digits, resend_same_id } = parsed.data;
      return writeWholeFile(fileIn(folder), JSON.stringify({ accepted, number: digits, resend_same_id }, null, 2));
    }
    await ask(`${parsed.error.issues.map(({ message }) => message).join(" ")} Press Enter`);
  }
}
