import type Database from "better-sqlite3";
import { bulkRead } from "../../db/bulk-read";
import { digitsOf } from "../../digits";
import { foldText } from "../../fold-text";
import { readPhones } from "../../phones";

export interface SearchReservationsInput {
  /** The branch's table store. */
  tables: string;
  search: string;
  /** This business day. */
  today: string;
  /** Whether the caller may find by numbers. */
  seesPhones: boolean;
  countryCode: string;
  /** How many of one number are asked for at most. */
  most: number;
}

/** Of what is to come, and of what is over, so many are looked through by name. */
const LOOKED_THROUGH = 5_000;

const BY_CODE = "SELECT id FROM reservation WHERE code = ? AND status <> 'DELETED'";
const TO_COME = "SELECT id, name, phones FROM reservation WHERE business_day >= ? AND status <> 'DELETED' ORDER BY starts_at LIMIT ?";
const OVER =
  "SELECT id, name, phones FROM reservation WHERE business_day < ? AND status <> 'DELETED' ORDER BY business_day DESC, starts_at DESC LIMIT ?";
const BY_NUMBER = `SELECT p.reservation_id AS id FROM reservation_phone p JOIN reservation r ON r.id = p.reservation_id
  WHERE p.key = ? AND r.status <> 'DELETED' ORDER BY r.starts_at DESC LIMIT ?`;

interface Named {
  id: string;
  name: string;
  phones: string;
}

/** Ids of the reservations that are searched for, in the order in which they are shown. */
export function foundReservations({ tables, ...asked }: SearchReservationsInput): string[] {
  return bulkRead({ tables }, (sql) => foundIn(sql.tables, asked));
}

function foundIn(
  sql: Database.Database,
  { search, today, seesPhones, countryCode, most }: Omit<SearchReservationsInput, "tables">,
): string[] {
  const code = sql.prepare<[string], { id: string }>(BY_CODE).get(search.trim().toUpperCase());
  if (code) return [code.id];
  const words = foldText(search);
  const digits = digitsOf(search).replace(/^0+/, "");
  const isIt = ({ name, phones }: Named) =>
    (words !== "" && foldText(name).includes(words)) || (seesPhones && digits.length >= 3 && digitsOf(phones).includes(digits));
  const read = (text: string) => sql.prepare<[string, number], Named>(text).all(today, LOOKED_THROUGH).filter(isIt);
  const whole = seesPhones ? readPhones(search, countryCode).filter(({ key }) => key !== "") : [];
  const called = whole.flatMap(({ key }) => sql.prepare<[string, number], { id: string }>(BY_NUMBER).all(key, most));
  return [...new Set([...read(TO_COME), ...called, ...read(OVER)].map(({ id }) => id))];
}
