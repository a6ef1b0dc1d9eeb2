import path from "node:path";
import type Database from "better-sqlite3";
import { everybodyOfDate } from "../birthday-search/reads";
import { type BranchKey, isRestaurant } from "../branches";
import { businessDayOf, eveningHours } from "../business-day";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import { hubStore } from "../db/stores";
import { env } from "../env";
import { type PhoneMatch, type PhoneNumber, readPhones, samePhone } from "../phones";
import { type VoucherKeys, voucherKeys } from "./codes/reads";
import type { VoucherFile } from "./contract";
import { isDrawn } from "./files/reads";
import { expiryFrom, signedAddress } from "./files/rules";
import { stateOf } from "./rules";

/** A voucher as the hub keeps it, with the name of whoever took it. */
export interface VoucherRow {
  id: string;
  serial: string;
  date: string;
  branch: string;
  guest_id: string;
  name: string;
  /** Every number by which the guest is known. */
  numbers: (PhoneMatch & { digits: string })[];
  percent: number;
  valid_until: string;
  file: string;
  used_at: string | null;
  used_in: string | null;
  used_by_name: string | null;
}

const VOUCHERS = `SELECT v.id, v.serial, v.date, v.branch, v.guest_id, v.name, v.percent, v.valid_until, v.file, v.used_at, v.used_in,
  u.name AS used_by_name, (SELECT json_group_array(json_object('digits', n.digits, 'key', n.key, 'calling_code', n.calling_code))
    FROM voucher_number n WHERE n.voucher_id = v.id) AS numbers
  FROM voucher v LEFT JOIN user u ON u.id = v.used_by`;

/** As SQLite gives it: the numbers are JSON. */
type Raw = Omit<VoucherRow, "numbers"> & { numbers: string };

const rowOf = ({ numbers, ...row }: Raw): VoucherRow => ({ ...row, numbers: JSON.parse(numbers) });

/** Every voucher for birthdays on a date, of all branches: a guest has one, wherever the guest is known. */
export function vouchersOfDate(sql: Database.Database, date: string): VoucherRow[] {
  return statement<[string], Raw>(sql, `${VOUCHERS} WHERE v.date = ? ORDER BY v.issued_at, v.id`).all(date).map(rowOf);
}

export function voucherWithSerial(sql: Database.Database, serial: string): VoucherRow | undefined {
  const raw = statement<[string], Raw>(sql, `${VOUCHERS} WHERE v.serial = ?`).get(serial);
  return raw && rowOf(raw);
}

/** Somebody who celebrates, with the numbers that tell whether a voucher is theirs. */
export interface Celebrating {
  id: string;
  name: string;
  branch: BranchKey;
  numbers: PhoneNumber[];
  /** The one that a message goes to. */
  number: PhoneNumber;
}

/** Who of a branch's book can have a voucher for a date, and how many cannot: without a name, or a number that reaches them. */
export async function celebratingOn(branch: Branch, date: string): Promise<{ guests: Celebrating[]; leftOut: number }> {
  const everybody = await everybodyOfDate(branch, date);
  const guests: Celebrating[] = [];
  for (const { id, name, phones, branch: own } of everybody) {
    const numbers = readPhones(phones, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
    const [number] = numbers;
    if (name && number) guests.push({ id, name, branch: isRestaurant(own) ? own : branch.key, numbers, number });
  }
  return { guests, leftOut: everybody.length - guests.length };
}

/** Finds the voucher of a guest among some: by each phone, and that of a guest whose phone was corrected since, by the guest. */
export function voucherFinder<Row extends { guest_id: string; numbers: readonly PhoneMatch[] }>(
  rows: readonly Row[],
): (guest: Pick<Celebrating, "id" | "numbers">) => Row | undefined {
  const byKey = new Map<string, Row[]>();
  for (const row of rows) for (const { key } of row.numbers) byKey.set(key, [...(byKey.get(key) ?? []), row]);
  const byGuest = new Map(rows.map((row) => [row.guest_id, row]));
  return ({ id, numbers }) => {
    for (const number of numbers) {
      const theirs = byKey.get(number.key)?.find((row) => row.numbers.some((one) => samePhone(one, number)));
      if (theirs) return theirs;
    }
    return byGuest.get(id);
  };
}

/** The vouchers of those who celebrate in a branch's book, whichever branch has made them. */
export async function madeVouchers(branch: Branch, date: string): Promise<VoucherFile[]> {
  const { sql } = await hubStore();
  const { guests } = await celebratingOn(branch, date);
  const find = voucherFinder(vouchersOfDate(sql, date));
  return filesOf(guests.flatMap((guest) => find(guest) ?? []));
}

/** A guest's vouchers, the newest first. The phone says who somebody is: a name may have been corrected since. */
export async function vouchersOf({ phone }: { phone: string }): Promise<VoucherFile[]> {
  const { sql } = await hubStore();
  const numbers = readPhones(phone, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
  const byKey = statement<[string], Raw>(
    sql,
    `${VOUCHERS} WHERE v.id IN (SELECT voucher_id FROM voucher_number WHERE key IN (SELECT value FROM json_each(?)))
     ORDER BY v.date DESC, v.issued_at DESC, v.id DESC`,
  );
  const found = byKey.all(JSON.stringify(numbers.map(({ key }) => key))).map(rowOf);
  return filesOf(found.filter((row) => row.numbers.some((one) => numbers.some((number) => samePhone(one, number)))));
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
    valid_until: row.valid_until,
    state: stateOf(row, today()),
    used: redemptionOf(row),
  };
}
