import { beforeEach, expect, onTestFinished, vi } from "vitest";
import type { TransportState } from "@/lib/queue/workers/contract";
import type { Receipt } from "@/workers/journal-lines";
import { type BaileysSettings, baileysSettings } from "@/workers/transports/baileys/settings";
import { type BaileysOptions, BaileysTransport } from "@/workers/transports/baileys/transport";
import type { InboundMessage } from "@/workers/transports/transport";
import { WhatsAppWeb } from "../support/whatsapp-web";
import { WhatsAppMedia } from "../support/whatsapp-web-media";
import { someFolder } from "./outgoing";

/** The number of the phone that is linked. */
export const HOUSE = "96131000000";

beforeEach(() => {
  // libsignal prints whole sessions with their keys, as the worker's own start keeps it from doing.
  for (const way of ["log", "info", "warn", "error"] as const) vi.spyOn(console, way).mockImplementation(() => {});
});

export async function whatsAppWeb(): Promise<WhatsAppWeb> {
  const web = await WhatsAppWeb.start();
  onTestFinished(() => web.stop());
  return web;
}

/** Takes pictures and PDFs for a stand-in; its certificate is trusted for as long as the test runs. */
export async function mediaOf(web: WhatsAppWeb): Promise<WhatsAppMedia> {
  const media = await WhatsAppMedia.start();
  onTestFinished(() => media.stop());
  web.mediaHost = media.host;
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  onTestFinished(() => void vi.unstubAllEnvs());
  return media;
}

export interface Linked {
  transport: BaileysTransport;
  folder: string;
  states: TransportState[];
  receipts: Receipt[];
  inbound: InboundMessage[];
  /** Why the disk did not take its keys. */
  diskFailures: unknown[];
}

/** The real transport, set up for a stand-in; not started. */
export function phoneFor(
  web: WhatsAppWeb,
  { folder = someFolder(), number = "", resend_same_id = true, ...options }: Partial<BaileysOptions & BaileysSettings> = {},
): Linked {
  const states: TransportState[] = [];
  const receipts: Receipt[] = [];
  const inbound: InboundMessage[] = [];
  const diskFailures: unknown[] = [];
  const settings = baileysSettings.parse({ accepted: "ACCEPT", url: web.url, number, resend_same_id });
  const transport = new BaileysTransport(settings, {
    limit: 2_000,
    pause: () => 100,
    ...options,
    folder,
    events: {
      onState: (state) => states.push(state),
      onReceipt: (receipt) => receipts.push(receipt),
      onInbound: (message) => inbound.push(message),
      onDiskFailed: (error) => diskFailures.push(error),
    },
  });
  onTestFinished(() => transport.stop());
  return { transport, folder, states, receipts, inbound, diskFailures };
}

/** The same with a phone that has been linked by its QR code. */
export async function linkedPhone(web: WhatsAppWeb, options: Parameters<typeof phoneFor>[1] = {}): Promise<Linked> {
  const phone = phoneFor(web, options);
  await phone.transport.start();
  web.scan(phone.transport.state().pairing?.qr ?? "", HOUSE);
  await connected(phone);
  return phone;
}

export async function connected({ transport }: Pick<Linked, "transport">): Promise<void> {
  await expect.poll(() => transport.state().connected).toBe(true);
}
