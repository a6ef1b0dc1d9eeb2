import type { Tx } from "../../db/clients";
import { erasedHash, readErasedIfWhole } from "../../personal-data/erased-list";
import { hubJournalKey } from "./journal";

/**
 * A number is known again whose guest was erased. Had that guest said no to messages, it holds on: whoever asks for their data
 * to go has not asked for messages.
 */
export async function recallNo(tx: Tx<"hub">, digits: readonly string[]): Promise<void> {
  if (!(await tx.forgottenNo.findFirst({ select: { hash: true } }))) return;
  // By the key of whoever was erased, and by that of who said no to a hub that was lost.
  const keys = [readErasedIfWhole()?.key, hubJournalKey()].filter((key) => typeof key === "string");
  const byHash = new Map(keys.flatMap((key) => digits.map((one) => [erasedHash(one, key), one] as const)));
  if (byHash.size === 0) return;
  for (const { hash, at, by } of await tx.forgottenNo.findMany({ where: { hash: { in: [...byHash.keys()] } } })) {
    const no = { opted_out_at: at, opted_out_by: by };
    const one = byHash.get(hash) as string; // asked for by it
    await tx.recipient.upsert({ where: { digits: one }, create: { digits: one, ...no }, update: no });
    await tx.forgottenNo.delete({ where: { hash } });
  }
}
