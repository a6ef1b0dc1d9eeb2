import path from "node:path";
import type Database from "better-sqlite3";
import { isLargeBirthday } from "../birthdays/search-step";
import { businessDayOf, eveningHours } from "../business-day";
import { type Caller, mayWorkIn } from "../caller";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { type PhoneMatch, type PhoneNumber, readPhones, sharesPhone } from "../phones";
import { guestsOfTonight, seatOf } from "../tables/tonight";
import type { VoucherFile } from "./contract";
import { type VoucherKeys, voucherKeys } from "./keys";
import { isDrawn } from "./png-and-pdf";
import { expiryFrom, signedAddress } from "./signed-address";
import { stateOf } from "./voucher";
import {
  type CelebratingOn,
  type CelebratingOnInput,
  celebratingIn,
  type MadeVouchersInput,
  madeIn,
  type Raw,
  rowOf,
  VOUCHERS,
  type VoucherRow,
  vouchersWith,
} from "./vouchers-step";

export function voucherWithSerial(sql: Database.Database, serial: string): VoucherRow | undefined {
  const raw = statement<[string], Raw>(sql, `${VOUCHERS} WHERE v.serial = ?`).get(serial);
  return raw && rowOf(raw);
}

/** Who of a branch's book can have a voucher for a date; very many are looked for beside the event loop. */
export async function celebratingOn(branch: Branch, date: string): Promise<CelebratingOn> {
  const { sql, file } = await branch.contacts();
  if (!isLargeBirthday(sql, date)) return celebratingIn(sql, branch.key, date);
  const input: CelebratingOnInput = { book: file, branch: branch.key, date };
  return runBulk<CelebratingOn>("celebrating-on", input);
}

/** The vouchers of those who celebrate in a branch's book, whichever branch has made them. */
export async function madeVouchers(branch: Branch, date: string): Promise<VoucherFile[]> {
  const hub = await hubStore();
  const book = await branch.contacts();
  if (!isLargeBirthday(book.sql, date)) return filesOf(madeIn({ hub: hub.sql, book: book.sql }, branch.key, date));
  const input: MadeVouchersInput = { hub: hub.file, book: book.file, branch: branch.key, date };
  return filesOf(await runBulk<VoucherRow[]>("made-vouchers", input));
}

/**
 * A guest's vouchers, the newest first. The phone says who somebody is: a name may have been corrected since. Another branch's is shown to
 * whoever is limited to some where theirs know the guest: a number alone tells no name.
 */
export async function vouchersOf(
  { phone }: { phone: string },
  { branches, allBranches }: { branches: Caller["branches"]; allBranches: () => readonly Branch[] },
): Promise<VoucherFile[]> {
  const numbers = readPhones(phone, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
  const theirs = vouchersWith((await hubStore()).sql, numbers);
  const isAnothers = ({ branch }: VoucherRow) => !mayWorkIn(branches, branch);
  if (!theirs.some(isAnothers) || (await isKnownIn(allBranches(), numbers))) return filesOf(theirs);
  return filesOf(theirs.filter((row) => !isAnothers(row)));
}

const IN_BOOK = "SELECT key, calling_code FROM contact_phone WHERE key IN (SELECT value FROM json_each(?))";

/** Whether one of some branches has one of the numbers in its guest book, or at a table of tonight; one that cannot be read knows nobody. */
async function isKnownIn(branches: readonly Branch[], numbers: readonly PhoneNumber[]): Promise<boolean> {
  for (const branch of branches) {
    const book = await branch.contacts().catch(() => null);
    const inBook = book && statement<[string], PhoneMatch>(book.sql, IN_BOOK).all(JSON.stringify(numbers.map(({ key }) => key)));
    if (inBook && sharesPhone(inBook, numbers)) return true;
    const tonight = branch.key === "central" ? null : await guestsOfTonight(branch).catch(() => null);
    if (tonight && numbers.some((number) => seatOf(tonight, number))) return true;
  }
  return false;
}

/** Those whose picture is there, with addresses for it. */
export async function filesOf(rows: readonly VoucherRow[]): Promise<VoucherFile[]> {
  const keys = await voucherKeys();
  return keys ? rows.filter(isDrawn).map((row) => fileOf(row, keys)) : [];
}

export function today(): string {
  return businessDayOf(now(), eveningHours(env()));
}

export function redemptionOf({ used_at, used_in, used_by_name }: VoucherRow): VoucherFile["used"] {
  return used_at === null ? null : { at: used_at, branch: used_in ?? "", by: used_by_name ?? "" };
}

function fileOf(row: VoucherRow, { addresses }: VoucherKeys): VoucherFile {
  const expires = expiryFrom(now());
  const view_url = signedAddress(row.id, "image", expires, addresses);
  return {
    id: row.id,
    name: path.posix.basename(row.file),
    view_url,
    download_url: `${view_url}&download=1`,
    pdf_url: signedAddress(row.id, "pdf", expires, addresses),
    thumbnail_url: signedAddress(row.id, "thumbnail", expires, addresses),
    path: row.file,
    guest: row.name,
    date: row.date,
    branch: row.branch,
    serial: row.serial,
    percent: row.percent,
    prize: row.prize,
    valid_until: row.valid_until,
    state: stateOf(row, today()),
    used: redemptionOf(row),
  };
}
