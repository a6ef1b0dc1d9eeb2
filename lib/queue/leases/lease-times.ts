/** How long a lease lasts without a heartbeat, in milliseconds. */
export const LEASE = 60_000;

/** How long a doubt is waited out, in milliseconds, by what the account is; WhatsApp tells late. */
const DOUBT = { baileys: 15 * 60_000, cloud: 30 * 60_000 };

/** How long a doubt about a message of this account is waited out, in milliseconds. @param account `way:number`; null where none is known */
export function doubtOf(account: string | null): number {
  return account?.startsWith("cloud") ? DOUBT.cloud : DOUBT.baileys;
}
