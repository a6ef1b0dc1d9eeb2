import type Database from "better-sqlite3";
import { everybodyOfDate } from "../birthdays/search-step";
import { bulkRead } from "../db/bulk-read";
import { statement } from "../db/statements";
import { env } from "../env";
import { type BranchKey, isRestaurant } from "../known-branches";
import { type PhoneMatch, type PhoneNumber, readPhones, samePhone, sharesPhone } from "../phones";

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
  /** What it gives where it gives no percents: the prize of a competition. Empty for a birthday's. */
  prize: string;
  valid_until: string;
  file: string;
  used_at: string | null;
  used_in: string | null;
  /** The user's id. */
  used_by: string | null;
  used_by_name: string | null;
}

export const VOUCHERS = `SELECT v.id, v.serial, v.date, v.branch, v.guest_id, v.name, v.percent, v.prize, v.valid_until, v.file, v.used_at, v.used_in, v.used_by,
  u.name AS used_by_name, (SELECT json_group_array(json_object('digits', n.digits, 'key', n.key, 'calling_code', n.calling_code))
    FROM voucher_number n WHERE n.voucher_id = v.id) AS numbers
  FROM voucher v LEFT JOIN user u ON u.id = v.used_by`;

/** As SQLite gives it: the numbers are JSON. */
export type Raw = Omit<VoucherRow, "numbers"> & { numbers: string };

export const rowOf = ({ numbers, ...row }: Raw): VoucherRow => ({ ...row, numbers: JSON.parse(numbers) });

/** Every voucher for birthdays on a date, of all branches: a guest has one, wherever the guest is known. */
export function vouchersOfDate(sql: Database.Database, date: string): VoucherRow[] {
  return statement<[string], Raw>(sql, `${VOUCHERS} WHERE v.date = ? AND v.prize_of = '' ORDER BY v.issued_at, v.id`).all(date).map(rowOf);
}

const WITH_KEY = `${VOUCHERS} WHERE v.id IN (SELECT voucher_id FROM voucher_number WHERE key IN (SELECT value FROM json_each(?)))
  ORDER BY v.date DESC, v.issued_at DESC, v.id DESC`;

/** Every voucher of whoever has one of the numbers, the newest first, whichever branch has made it. */
export function vouchersWith(sql: Database.Database, numbers: readonly PhoneMatch[]): VoucherRow[] {
  const keys = JSON.stringify(numbers.map(({ key }) => key).filter(Boolean));
  const found = statement<[string], Raw>(sql, WITH_KEY).all(keys).map(rowOf);
  return found.filter((row) => row.numbers.some((one) => numbers.some((number) => samePhone(one, number))));
}

/** Those of a guest of a book; of a number that an older namesake has too, they are that one's. */
export function vouchersOfGuest(
  sql: Database.Database,
  { numbers, elders }: { numbers: readonly PhoneMatch[]; elders: readonly { numbers: readonly PhoneMatch[] }[] },
): VoucherRow[] {
  return vouchersWith(sql, numbers).filter((row) => !elders.some((elder) => sharesPhone(elder.numbers, row.numbers)));
}

/** Somebody who celebrates, with the numbers that tell whether a voucher is theirs. */
export interface Celebrating {
  id: string;
  name: string;
  branch: BranchKey;
  numbers: PhoneNumber[];
  /** The number that the message is sent to. */
  number: PhoneNumber;
}

/** Those of a book who can have a voucher for a date, and how many cannot: without a name, or a number that reaches them. */
export interface CelebratingOn {
  guests: Celebrating[];
  leftOut: number;
}

export interface CelebratingOnInput {
  book: string;
  branch: BranchKey;
  date: string;
}

/** The step of a date on which very many celebrate. */
export function celebratingOn({ book, branch, date }: CelebratingOnInput): CelebratingOn {
  return bulkRead({ book }, (sql) => celebratingIn(sql.book, branch, date));
}

/** Who of a branch's book can have a voucher for a date. */
export function celebratingIn(book: Database.Database, branch: BranchKey, date: string): CelebratingOn {
  const everybody = everybodyOfDate(book, date);
  const guests: Celebrating[] = [];
  for (const { id, name, phones, branch: own } of everybody) {
    const numbers = readPhones(phones, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
    const [number] = numbers;
    if (name && number) guests.push({ id, name, branch: isRestaurant(own) ? own : branch, numbers, number });
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

export interface MadeVouchersInput extends CelebratingOnInput {
  hub: string;
}

/** The step of a date on which very many celebrate. */
export function madeVouchers({ hub, book, branch, date }: MadeVouchersInput): VoucherRow[] {
  return bulkRead({ hub, book }, (sql) => madeIn(sql, branch, date));
}

/** The vouchers of those who celebrate in a branch's book, whichever branch has made them. */
export function madeIn({ hub, book }: { hub: Database.Database; book: Database.Database }, branch: BranchKey, date: string): VoucherRow[] {
  const find = voucherFinder(vouchersOfDate(hub, date));
  return celebratingIn(book, branch, date).guests.flatMap((guest) => find(guest) ?? []);
}
