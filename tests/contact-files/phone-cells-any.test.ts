import { expect, it } from "vitest";
import { separatePhones } from "@/lib/contact-files/phone-cells";
import { isLebanese, readPhones } from "@/lib/phones";
import { seeded } from "./nasty-guests";

const random = seeded(20_261_130);
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/** A number of here, in one of the ways in which people write it. */
function typed(): string {
  const prefix = pick(["3", "70", "71", "76", "78", "79", "81", "1", "4", "5", "6", "7", "8", "9"]);
  const rest = String(Math.floor(random() * 1e6)).padStart(6, "0");
  if (!isLebanese(`961${prefix}${rest}`)) return typed();
  const code = pick(["+961 ", "00961 ", "961 ", "", ""]);
  const before = code || prefix.length === 2 ? `${code}${prefix}` : `0${prefix}`;
  const cut = (...at: number[]) => [0, ...at].map((start, index) => rest.slice(start, at[index])).join(pick([" ", "-"]));
  const sign = pick([" ", "-", "/", ".", "", ") "]);
  return `${sign === ") " ? "(" : ""}${before}${sign}${pick([rest, cut(3), cut(2, 4)])}`;
}

const digits = (phones: string) => readPhones(phones).map((number) => number.digits);

it("leaves one number as it is, however it is written", () => {
  for (let count = 0; count < 2_000; count += 1) {
    const one = typed();
    expect(separatePhones(one, "961")).toBe(one);
  }
});

it("parts two numbers where they part, or asks, which is rare", () => {
  let asked = 0;
  for (let count = 0; count < 2_000; count += 1) {
    const [one, other] = [typed(), typed()];
    const cell = one + pick([" ", "/", " / ", "-", " - ", "+", " + "]) + other;
    const separated = separatePhones(cell, "961");
    if (separated === null) asked += 1;
    else expect([cell, digits(separated)]).toEqual([cell, digits(`${one}, ${other}`)]);
  }
  expect(asked).toBeLessThan(40);
});
