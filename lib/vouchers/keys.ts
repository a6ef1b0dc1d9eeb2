import { hkdfSync, type KeyObject } from "node:crypto";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { signingKey } from "./codes";

/** The name under which the hub keeps what vouchers and their addresses are signed with. */
export const SECRET = "vouchers";

/** What is signed with. */
export interface VoucherKeys {
  /** Of QR codes. */
  codes: KeyObject;
  /** Of the addresses of pictures. */
  addresses: Buffer;
}

const made = new Map<string, VoucherKeys>();

/** Null until the first voucher is made: nothing has been signed then. */
export async function voucherKeys(): Promise<VoucherKeys | null> {
  const { sql } = await hubStore();
  const secret = statement<[string], { value: string }>(sql, "SELECT value FROM secret WHERE name = ?").get(SECRET)?.value;
  if (!secret) return null;
  const known = made.get(secret);
  if (known) return known;
  const derived = (use: string) => Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", use, 32));
  const keys = { codes: signingKey(derived("codes")), addresses: derived("addresses") };
  made.clear();
  made.set(secret, keys);
  return keys;
}
