import { createHmac } from "node:crypto";
import { now } from "../clock";
import { env } from "../env";
import type { AssistRole } from "./contract";
import type { IceServer } from "./signals";

/**
 * The STUN and TURN servers of the settings, for one side of one session. A relay's name and password are good for a while
 * only and say whose they are (coturn's `use-auth-secret`): nothing that a browser learns opens the relay tomorrow.
 */
export function iceServers(session: string, role: AssistRole): IceServer[] {
  const { STUN_URLS, TURN_URLS, TURN_SECRET, TURN_CREDENTIALS_LAST } = env();
  const servers: IceServer[] = STUN_URLS.length > 0 ? [{ urls: STUN_URLS }] : [];
  if (TURN_URLS.length === 0 || !TURN_SECRET) return servers;
  const username = `${Math.floor(now().getTime() / 1000) + TURN_CREDENTIALS_LAST}:${session}:${role}`;
  const credential = createHmac("sha1", TURN_SECRET).update(username).digest("base64");
  return [...servers, { urls: TURN_URLS, username, credential }];
}
