import { randomBytes } from "node:crypto";
import { timestamp } from "../clock";
import { stepOf, type WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { SECRET, type VoucherKeys, voucherKeys } from "./keys";

/** The hub's keys; its secret is made when it is first needed, once. */
export async function ensureVoucherKeys(by: WriteBy): Promise<VoucherKeys> {
  const known = await voucherKeys();
  if (known) return known;
  const hub = await hubStore();
  await hub.write(stepOf(by), async (tx) => {
    if (await tx.secret.findUnique({ where: { name: SECRET } })) return { answer: undefined, happened: [] };
    await tx.secret.create({ data: { name: SECRET, value: randomBytes(32).toString("base64url"), created_at: timestamp() } });
    return { answer: undefined, happened: [{ kind: "secret.made", subjects: [], payload: { name: SECRET } }] };
  });
  return (await voucherKeys()) as VoucherKeys; // it stands there now
}
