import { expect, test } from "vitest";
import { fold } from "@/lib/book/fold";
import { type Saying, trace } from "@/lib/book/where-from";
import { alsoNames } from "@/lib/names";
import { lifeOf } from "./lives";
import { LIVES, SEED } from "./seeds";

/** Whether something that was said says a value itself. */
function says(saying: Saying, value: string): boolean {
  const [kind = "", ...words] = value.split(" ");
  const said = words.join(" ");
  if (!("person" in saying) && saying.kind !== "fields") return false;
  const values = "person" in saying ? { ...saying.person, numbers: saying.numbers } : saying.values;
  if (kind === "number") return values.numbers?.some(({ digits }) => digits === said) ?? false;
  if (kind === "name") return [values.name, ...alsoNames(values.also ?? "")].includes(said);
  const held = String(values[kind as "company"] ?? "");
  return ["likes", "tags", "allergies"].includes(kind) ? held.split(/[,،]/).some((one) => one.trim() === said) : held === said;
}

test(`each value of the guests of ${LIVES} books comes from something that says it`, () => {
  for (let seed = SEED; seed < SEED + LIVES; seed++) {
    const { records, decisions } = lifeOf(seed);
    const traced = trace(records, decisions);
    expect(traced.map(({ guest }) => guest)).toMatchObject(fold(records, decisions).guests);
    for (const { guest, origins } of traced) {
      const wrong = [...origins].filter(([value, saying]) => !says(saying, value)).map(([value, { id }]) => `${value}: ${id}`);
      expect(wrong, `SEED=${seed / 1_000}, ${guest.name}`).toEqual([]);
      const numbers = guest.numbers.filter(({ digits }) => !origins.has(`number ${digits}`));
      expect(numbers, `SEED=${seed / 1_000}, ${guest.name}`).toEqual([]);
    }
  }
});
