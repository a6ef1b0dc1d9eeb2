import { createHash, randomBytes } from "node:crypto";
import type Database from "better-sqlite3";
import type { Tx } from "../db/clients";
import { statement } from "../db/statements";
import { reserveAddress } from "../public-page";
import type { Moment } from "./booking";
import { type ReservationRow, rowById } from "./rows";

/** Bytes of a token: nobody finds one by trying. */
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
/** So long after its end a link still shows its reservation, in milliseconds; then it is as one that never was. */
const SHOWN_AFTER = 48 * 3_600_000;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Gives a way to a reservation, beside those given before: of the token nothing is kept but its hash. @returns the token */
export async function giveLink(tx: Tx<"table">, reservation_id: string, { iso }: Pick<Moment, "iso">): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await tx.reservationLink.create({ data: { hash: hashOf(token), reservation_id, made_at: iso } });
  return token;
}

const FIND = "SELECT reservation_id FROM reservation_link WHERE hash = ?";

/** The reservation that a token leads to; undefined for an unknown one, one that is over, and one that was deleted, all alike. */
export function rowOfToken(sql: Database.Database, token: string, { at }: Pick<Moment, "at">): ReservationRow | undefined {
  // Looked for whatever it looks like: a wrong one takes as long as a right one.
  const id = statement<[string], string>(sql, FIND).pluck().get(hashOf(token));
  if (!TOKEN.test(token) || id === undefined) return undefined;
  const row = rowById(sql, id);
  return row && Date.parse(row.ends_at) + SHOWN_AFTER > at.getTime() ? row : undefined;
}

/** Where a guest opens their reservation; empty where the house has no address for guests. */
export function linkOf(branch: string, token: string): string {
  const page = reserveAddress(branch);
  return page === null ? "" : `${page}/${token}`;
}
