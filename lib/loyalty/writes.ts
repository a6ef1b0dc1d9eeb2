import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { businessDayOf, eveningHours } from "../business-day";
import { now, timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/stores";
import { env } from "../env";
import { AppError } from "../errors";
import { readPhones, samePhone } from "../phones";
import { failpoint } from "../test-hooks";
import type { awardVisit as awardContract, createCustomer as createContract } from "./contract";
import { customerOf } from "./reads";

const NOBODYS_PHONE = "This is no phone number that anybody can have. No customer was made. Correct the number and try again.";

/** @throws AppError `conflict` with the `customer` when the phone is known, `invalid_request` for a phone that nobody can have */
export async function createCustomer(input: BodyOf<typeof createContract>, by: WriteBy): Promise<AnswerOf<typeof createContract>> {
  const numbers = readPhones(input.phone, env().DEFAULT_COUNTRY_CODE);
  const number = numbers.find((one) => one.key !== ""); // points of a placeholder would be everybody's
  if (!number) {
    const message = numbers.length > 0 ? NOBODYS_PHONE : "This phone has no digits.";
    throw new AppError("invalid_request", message, { issues: [{ path: "phone", message }] });
  }
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const sameKey = await tx.loyaltyCustomer.findMany({ where: { key: number.key } });
    const known = sameKey.find((row) => samePhone(row, number));
    if (known)
      throw new AppError("conflict", "This phone belongs to a loyalty customer already.", { fields: { customer: customerOf(known) } });
    const { digits, key, calling_code } = number;
    const row = await tx.loyaltyCustomer.create({
      data: { id: uuid(), name: input.name, phone: input.phone, digits, key, calling_code, created_at: timestamp() },
    });
    const { name, phone } = row;
    return {
      answer: { customer: customerOf(row) },
      happened: [{ kind: "customer.created", subjects: [row.id], payload: { name, phone } }],
    };
  });
}

/**
 * Awards one visit. The award is one per guest and saved table: a repetition finds it there and changes nothing. A
 * client that names no table is taken to mean the table number of this business day.
 * @throws AppError `not_found` for an unknown customer
 */
export async function awardVisit(
  branch: Branch,
  input: BodyOf<typeof awardContract>,
  by: WriteBy,
): Promise<AnswerOf<typeof awardContract>> {
  const table_key = input.table_name || `${businessDayOf(now(), eveningHours(env()))} number ${input.table_number}`;
  const hub = await hubStore();
  const awarded = await hub.write(by, async (tx) => {
    const customer = await tx.loyaltyCustomer.findUnique({ where: { id: input.customer_id } });
    if (!customer) throw new AppError("not_found", "There is no such loyalty customer.");
    const award = { branch: branch.key, table_key, customer_id: customer.id };
    const before = await tx.loyaltyVisit.findUnique({ where: { branch_table_key_customer_id: award } });
    if (before) return { answer: { visit: before, points_total: customer.points, already_awarded: true }, happened: [] };
    const visit = await tx.loyaltyVisit.create({
      data: { id: uuid(), ...award, table_number: input.table_number, points: input.points, created_at: timestamp() },
    });
    failpoint("loyalty:visit");
    const { points } = await tx.loyaltyCustomer.update({ where: { id: customer.id }, data: { points: { increment: input.points } } });
    const payload = { ...award, visit_id: visit.id, points: input.points, points_total: points };
    return {
      answer: { visit, points_total: points, already_awarded: false },
      happened: [{ kind: "points.awarded", subjects: [customer.id, visit.id], payload }],
    };
  });
  failpoint("loyalty:committed");
  return awarded;
}
