import type { Tx } from "../../db/clients";
import type { SeatedGuest } from "../award-matching";
import type { SeatedTable } from "../customers";
import type { Programme } from "./contract";

/** What a guest of a table gets. */
export interface Earned {
  /** By the usual rules, and beside them. */
  points: number;
  promotion: number;
}

const NOTHING: Earned = { points: 0, promotion: 0 };

/** Who is born on 29 February celebrates on the day before in other years (docs/design/domain.md, Birthdays). */
function isBirthday(birthday: string, day: string): boolean {
  if (birthday === "") return false;
  const [year = "", month = "", date = ""] = day.split("-");
  const isLeapYear = new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() === 1;
  return `--${month}-${date}` === (birthday === "--02-29" && !isLeapYear ? "--02-28" : birthday);
}

/** Whether points are given for tables of a restaurant on a business day. */
export function isGiving({ is_on, branches_off, from, until }: Programme, { branch, business_day }: SeatedTable): boolean {
  return is_on && !branches_off.includes(branch) && (from === null || from <= business_day) && (until === null || business_day <= until);
}

/** What the rules give a guest of a table, before what the day has left. */
export function earnedBy(rules: Programme, table: SeatedTable, guest: SeatedGuest): Earned {
  if (!isGiving(rules, table)) return NOTHING;
  const isFirst = table.guests[0]?.id === guest.id;
  const ofTable = isFirst ? rules.per_cover * table.covers + (table.is_reserved ? rules.per_reservation : 0) : 0;
  const points = rules.per_visit + ofTable;
  return { points, promotion: rules.birthday_double && isBirthday(guest.birthday ?? "", table.business_day) ? points : 0 };
}

/** The same within what the guest may still get on that business day, whatever restaurants they were in. */
export async function earnedWithin(
  tx: Tx<"hub">,
  rules: Programme,
  { table, guest, customer_id }: { table: SeatedTable; guest: SeatedGuest; customer_id: string },
): Promise<Earned> {
  const { points, promotion } = earnedBy(rules, table, guest);
  if (rules.most_per_day === null || points + promotion === 0) return { points, promotion };
  const day = { gte: `${table.business_day} `, lt: `${table.business_day}!` }; // a table's name begins with its day
  const { _sum } = await tx.loyaltyVisit.aggregate({ _sum: { points: true }, where: { customer_id, counted_in: null, table_key: day } });
  const left = Math.max(0, rules.most_per_day - (_sum.points ?? 0));
  const usual = Math.min(points, left);
  return { points: usual, promotion: Math.min(promotion, left - usual) };
}
