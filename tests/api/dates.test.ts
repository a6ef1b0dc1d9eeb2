import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { listAudit } from "@/lib/audit/contract";
import { call, enterHouse } from "../support/house";
import { CONTRACTS } from "../support/routes";

/** A date or an instant that a call takes: where it stands, and the schema that reads it. */
interface Dated {
  at: string;
  schema: z.ZodType;
  isDay: boolean;
}

/** Every schema below one, with the way to it. */
function* schemasIn(schema: z.core.$ZodType, at: string): Generator<{ at: string; schema: z.core.$ZodType }> {
  yield { at, schema };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object") for (const [name, inner] of Object.entries(def.shape)) yield* schemasIn(inner, `${at}.${name}`);
  if (def.type === "array") yield* schemasIn(def.element, `${at}[]`);
  if (def.type === "record") yield* schemasIn(def.valueType, `${at}{}`);
  if (def.type === "union") for (const inner of def.options) yield* schemasIn(inner, at);
  if (def.type === "tuple") for (const inner of def.items) yield* schemasIn(inner, `${at}[]`);
  if (def.type === "intersection") for (const inner of [def.left, def.right]) yield* schemasIn(inner, at);
  if (def.type === "pipe") for (const inner of [def.in, def.out]) yield* schemasIn(inner, at);
  if ("innerType" in def) yield* schemasIn(def.innerType as z.core.$ZodType, at);
}

const FORMATS = ["date", "datetime", "time"];
const formatOf = (schema: z.core.$ZodType) => (schema as { format?: string | null }).format ?? "";

const taken = CONTRACTS.flatMap(({ contract }) => {
  const parts = { params: contract.params, query: contract.query, body: contract.body };
  return Object.entries(parts).flatMap(([part, schema]) =>
    schema ? [...schemasIn(schema, `${contract.method} ${contract.path} ${part}`)] : [],
  );
});

const DATED: Dated[] = taken
  .filter(({ schema }) => FORMATS.includes(formatOf(schema)))
  .map(({ at, schema }) => ({ at, schema: schema as z.ZodType, isDay: formatOf(schema) === "date" }));

/** What is named like a date, and reads a text of another kind. */
const NAMED_SO = [
  // A birthday has a rule of its own: `--05-14`, and no year that lies ahead.
  "PATCH /contacts body.birthday",
  "POST /save-table body.contacts[].birthday",
  "POST /update-contact body.birthday",
  "POST /contacts/one-person body.values.birthday",
  // Hours of a day: `19:30`.
  "PUT /reservations/rules body.rules.shifts[].from",
  "PUT /reservations/rules body.rules.shifts[].until",
  "PUT /reservations/days body.day.hours.from",
  "PUT /reservations/days body.day.hours.until",
  "PUT /reservations/days body.day.blocked[].from",
  "PUT /reservations/days body.day.blocked[].until",
  // The id of a task, from which on a list goes on.
  "GET /queue/campaigns query.before",
  "GET /audit query.before",
  // Whether there is one, or a day from today on: what is kept is asked for as it is by GET /all-data, which reads it.
  "PUT /all-data/choices body.filters.birthday",
  "PUT /all-data/choices body.filters.not_seen_since",
  "PUT /all-data/choices body.views[].filters.birthday",
  "PUT /all-data/choices body.views[].filters.not_seen_since",
  // A guest's number.
  "POST /worker/inbound body.messages[].from",
  "POST /worker/heartbeat body.transport.quota.until",
  // Hours of the day.
  "PUT /queue/limits body.quiet.from",
  "PUT /queue/limits body.quiet.to",
  // Only refuses an empty one in its own words; the date's own schema reads what it lets by.
  "POST /update-company-by-date body.date",
];

describe("every date that a call takes", () => {
  it("is looked at: there are dates in the address and in the body, of days and of instants", () => {
    const places = DATED.map(({ at }) => at);
    expect(places).toEqual(
      expect.arrayContaining([
        "GET /audit query.to",
        "GET /search-by-date query.date",
        "POST /update-company-by-date body.date",
        "POST /queue/enqueue body.date",
        "POST /worker/ack body.results[].at",
      ]),
    );
  });

  it.each(DATED.map((dated) => [dated.at, dated] as const))(
    "%s lies in the years 1900 to 2199, or is refused with a sentence",
    (_, one) => {
      const written = (day: string) => (one.isDay ? day : `${day}T12:00:00Z`);
      for (const day of ["1900-01-01", "2026-11-20", "2199-12-31"]) expect(one.schema.safeParse(written(day)).success, day).toBe(true);
      for (const day of ["0000-01-01", "0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31"]) {
        const said = one.schema.safeParse(written(day)).error?.issues.map(({ message }) => message);
        expect({ day, said }).toEqual({ day, said: [expect.stringMatching(/in the years 1900 to 2199\. Write it/)] });
      }
    },
  );

  it("reads dates by those schemas alone: no text that is named like one goes past them", () => {
    const loose = taken
      .filter(
        ({ at, schema }) => /(\bdates?|_date|birthday|\bday|\bat|_at|since|until|before|after|\bfrom|\bto)$/.test(at) && isText(schema),
      )
      .map(({ at }) => at);
    expect([...new Set(loose)].filter((at) => !NAMED_SO.includes(at))).toEqual([]);
  });
});

const isText = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def.type === "string" && !FORMATS.includes(formatOf(schema));

describe("the audit trail up to a day that no clock shows", () => {
  it("says that no such day can be asked for, and up to the last one shows what happened", async () => {
    enterHouse();
    const upTo = (to: string) => call("admin", listAudit, { query: { to } });
    const { status, answer } = await upTo("9999-12-31");
    expect({ status, issues: answer.issues }).toEqual({
      status: 400,
      issues: [{ path: "to", message: expect.stringMatching(/the years 1900 to 2199/) }],
    });
    expect((await upTo("2199-12-31")).answer.entries.length).toBeGreaterThan(0);
  });
});
