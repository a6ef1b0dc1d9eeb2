import type { Tx } from "../../../db/clients";

/** A guest wrote what sounds like a no; the same words told again, or late, after somebody has decided, change nothing. @param said ISO 8601 */
export async function noteUnsure(tx: Tx<"hub">, digits: string, said: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sounds_like_no (digits, said_at) VALUES (${digits}, ${said})
    ON CONFLICT (digits) DO UPDATE SET said_at = max(said_at, excluded.said_at)`;
}

/** What a guest meant is known for whatever they wrote until then. @param at ISO 8601 */
export async function noteDecided(tx: Tx<"hub">, digits: readonly string[], at: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE sounds_like_no SET decided_at = max(coalesce(decided_at, ''), ${at}) WHERE digits IN (SELECT value FROM json_each(${JSON.stringify(digits)}))`;
}
