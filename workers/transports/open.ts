import { readFileSync } from "node:fs";
import path from "node:path";
import type { TransportName } from "../../lib/queue/workers/contract";
import { acceptedBaileysSettings } from "./baileys/settings";
import { BaileysTransport } from "./baileys/transport";
import { type CloudSettings, CloudTransport, cloudSettings } from "./cloud/transport";
import { SandboxTransport } from "./sandbox";
import type { Transport, TransportEvents } from "./transport";

/** What a transport may need of the worker that uses it. */
export interface TransportPlace {
  /** The worker's folder; a transport keeps what it must in one of its own in there. */
  folder: string;
  events: TransportEvents;
}

/**
 * The transport of a name.
 * @throws Error in a sentence when this worker does not know what that one needs, or nobody has accepted its risk
 */
export function openTransport(name: TransportName, { folder, events }: TransportPlace): Transport {
  if (name === "sandbox") return new SandboxTransport(folder, events);
  if (name === "cloud") {
    const readSettings = () => readCloudSettings(path.join(folder, "cloud.json")).data ?? null;
    return new CloudTransport(cloudSettingsIn(folder), { folder: path.join(folder, "cloud"), events, readSettings });
  }
  return new BaileysTransport(acceptedBaileysSettings(folder), { folder: path.join(folder, "baileys"), events });
}

/** What Meta's settings say of the number, in a file that only this PC's own user reads. */
function cloudSettingsIn(folder: string): CloudSettings {
  const file = path.join(folder, "cloud.json");
  const shown = `Write {"phone_number_id": "...", "token": "..."} into it, as Meta's settings show them, and start the worker again.`;
  const { data, wrong } = readCloudSettings(file);
  if (data) return data;
  throw new Error(`${file} ${wrong} ${shown}`);
}

function readCloudSettings(file: string): { data: CloudSettings; wrong?: undefined } | { data?: undefined; wrong: string } {
  let fields: unknown;
  try {
    fields = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { wrong: "is not there, or is no JSON." };
  }
  const { data, error } = cloudSettings.safeParse(fields);
  if (data) return { data };
  const issues = error.issues.map(({ path: [field], message }) => `${String(field ?? "")}: ${message}`);
  return { wrong: `is not right. ${issues.join(" ")}` };
}
