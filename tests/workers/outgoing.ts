import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { TransportState } from "@/lib/queue/workers/contract";
import { type CloudOptions, CloudTransport, cloudSettings } from "@/workers/transports/cloud/transport";
import type { OutgoingMessage } from "@/workers/transports/transport";
import { CloudApi, type CloudApiOptions } from "../support/cloud-api";

/** A folder that is gone after the test. */
export function someFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function cloudApi(options: CloudApiOptions = {}): Promise<CloudApi> {
  const api = await CloudApi.start({ windowsOpen: true, ...options });
  onTestFinished(() => api.stop());
  return api;
}

export interface Connected {
  transport: CloudTransport;
  states: TransportState[];
  folder: string;
}

/** The real transport, set up for a stand-in. */
export function transportFor(
  api: Pick<CloudApi, "url" | "options">,
  { token, ...options }: Partial<CloudOptions> & { token?: string } = {},
): Connected {
  const states: TransportState[] = [];
  const folder = options.folder ?? someFolder();
  const { phoneNumberId, version } = api.options;
  const settings = cloudSettings.parse({ base: api.url, version, phone_number_id: phoneNumberId, token: token ?? api.options.token });
  const transport = new CloudTransport(settings, { limit: 2_000, ...options, folder, events: { onState: (state) => states.push(state) } });
  onTestFinished(() => transport.stop());
  return { transport, states, folder };
}

let guests = 0;

/** A message to a guest of its own, unless the number is given. */
export function outgoing(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  guests += 1;
  return {
    id: randomUUID(),
    token: 1,
    message_id: `3EB0${randomBytes(9).toString("hex").toUpperCase()}`,
    generation: 1,
    phone: `96170${String(guests).padStart(4, "0")}77`, // no script of the stand-in ends so
    kind: "text",
    text: "Tonight's menu is the secret lamb.",
    media: null,
    template: null,
    ...changes,
  };
}

const PDF = Buffer.from("%PDF-1.7\nthe menu of tonight\n%%EOF");
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from("a voucher")]);

/** A file of this PC as a message's media. */
export function mediaFile(bytes: Buffer, mime: string, filename: string): NonNullable<OutgoingMessage["media"]> {
  const file = path.join(someFolder(), filename);
  writeFileSync(file, bytes);
  return { file, sha256: createHash("sha256").update(bytes).digest("hex"), mime, filename, size: bytes.length };
}

export const somePdf = () => mediaFile(PDF, "application/pdf", "menu.pdf");
export const somePicture = () => mediaFile(PNG, "image/png", "voucher.png");
