import { beforeEach, describe, expect, it } from "vitest";
import { businessDayOf, eveningHours } from "@/lib/business-day";
import { storeFile } from "@/lib/db/files";
import { env } from "@/lib/env";
import {
  ASKED_FIELDS,
  eachField,
  FIELD_NAMES,
  GUEST_FIELDS,
  type GuestField,
  type GuestValues,
  JOINED_FIELDS,
  keyOfField,
  NOTHING_SAID,
  pickFields,
  SAID_FIELDS,
  SAID_TEXTS,
  type SaidField,
} from "@/lib/guest-fields";
import { contactVcf, exportCsv, exportVcf, updateContact } from "@/lib/guests/contract";
import { FORMATS } from "@/lib/guests/export-step";
import { importContacts, undoImport } from "@/lib/import/contract";
import type { Person } from "@/lib/person";
import { saveTable } from "@/lib/tables/contract";
import { people } from "../contact-files/reading";
import { erase } from "../personal-data/hala";
import { clockAt } from "../support/clocks";
import { EXAMPLES } from "../support/guest-fields";
import { call, enterHouse } from "../support/house";
import { allData, rows } from "../support/stores";
import { EVENING, METADATA, open, seat } from "../support/tables";
import { endDay, eventsOf, find, mergeAll, mergeDate, ofDate } from "./guests";

/*
 * The table of a guest's fields, walked over: each field is taken through import, merge, export, undo and erasure, and must come
 * out of each as its line says. A new field is under these tests by its line.
 */

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

/** Everything that can be said of one guest, and something else in each gap. */
const FULL = pickFields(EXAMPLES[0], SAID_FIELDS);
const { name, phones } = FULL;
const OTHER = { ...pickFields(EXAMPLES[1], SAID_FIELDS), name, phones };
const BARE = { ...pickFields(NOTHING_SAID, SAID_FIELDS), name, phones };

/** What a file may say: whoever has it need not have the key of a field. */
const inFile = (said: typeof FULL): typeof FULL => ({ ...said, ...eachField(SAID_TEXTS.filter(keyOfField), () => "") });

const saidOf = (row: object | undefined) => row && pickFields(row as Record<SaidField, unknown>, SAID_FIELDS);
const inBook = async (branch?: string) => saidOf((await find(phones, branch))[0]);

const TYPES = { csv: "text/csv", vcf: "text/vcard" } as const;
type Format = keyof typeof TYPES;

function fileOf(format: Format, said: typeof FULL): string {
  const { header, write } = FORMATS[format];
  return header + write({ ...said, also: "", added_at: "2026-11-20T19:30:00.000Z" } satisfies Person);
}

async function bring(format: Format, said: typeof FULL): Promise<string> {
  const { status, answer } = await call("admin", importContacts, { raw: fileOf(format, said), headers: { "content-type": TYPES[format] } });
  expect(status, JSON.stringify(answer)).toBe(200);
  expect([answer.errors, answer.notes, answer.left_out]).toEqual([[], [], []]);
  return answer.import_id ?? "";
}

const undo = async (import_id: string) => expect((await call("admin", undoImport, { body: { import_id } })).status).toBe(200);

/** What a later word leaves of an earlier one: gaps are filled, what is there stays, and several values stand beside each other. */
function merged(was: GuestValues | typeof FULL, newer: typeof FULL): typeof FULL {
  const isGap = (field: SaidField) => GUEST_FIELDS[field].merge === "gap" && !was[field];
  const both = JOINED_FIELDS.filter((field) => was[field] && was[field] !== newer[field]);
  return {
    ...pickFields(was, SAID_FIELDS),
    ...pickFields(newer, SAID_FIELDS.filter(isGap)),
    ...Object.fromEntries(both.map((field) => [field, `${was[field]}, ${newer[field]}`])),
  };
}

describe.each(["csv", "vcf"] as const)("every field of a %s file", (format) => {
  it("comes in, fills a gap alone, and goes again with the undo of its import", async () => {
    await bring(format, BARE);
    expect(await inBook()).toEqual(BARE);
    const first = await bring(format, FULL);
    expect(await inBook()).toEqual(merged(BARE, inFile(FULL)));
    expect(await inBook()).toEqual(inFile(FULL));
    const second = await bring(format, OTHER);
    expect(await inBook()).toEqual(merged(inFile(FULL), inFile(OTHER)));
    await undo(second);
    await undo(first);
    expect(await inBook()).toEqual(BARE);
  });

  it("goes out as it came in, and is read back", async () => {
    await bring(format, FULL);
    const [guest] = await find(phones);
    const date = businessDayOf(new Date(guest?.added_at ?? ""), eveningHours(env())); // a card does not say it: then the day of the import
    const { answer } = await call("staff", { csv: exportCsv, vcf: exportVcf }[format], { query: { date } });
    expect((await people(String(answer))).map(saidOf)).toEqual([inFile(FULL)]);
    const card = await call("staff", contactVcf, { params: { id: guest?.id ?? "" } });
    expect((await people(String(card.answer))).map(saidOf)).toEqual([inFile(FULL)]);
  });
});

describe("every field of a guest at a table", () => {
  it("is opened, found by date and in the search, merged into the book and into central, and follows its table there", async () => {
    const { table_name } = (await seat([FULL])).answer;
    expect((await open(table_name)).answer.contacts.map(saidOf)).toEqual([FULL]);
    expect(await inBook()).toEqual(FULL); // by tonight's table alone
    expect((await ofDate()).map(saidOf)).toEqual([FULL]);
    await mergeAll();
    expect((await ofDate()).map(saidOf)).toEqual([FULL]);
    await mergeDate();
    expect(await inBook("central")).toEqual(FULL);
    for (const now of [OTHER, BARE, FULL]) {
      expect((await call("staff", saveTable, { body: { metadata: METADATA, contacts: [now], table_name } })).status).toBe(200);
      await mergeAll();
      await mergeDate();
      expect(await inBook("central")).toEqual(now);
    }
    await endDay();
    expect(await inBook()).toEqual(FULL);
  });

  it("is a change of the table like any other, and the trail says what stood there before", async () => {
    const { table_name } = (await seat([BARE])).answer;
    const [{ id = "" } = {}] = (await open(table_name)).answer.contacts;
    await call("staff", saveTable, { body: { metadata: METADATA, contacts: [{ ...FULL, id }], table_name } });
    const changed = SAID_FIELDS.filter((field) => FULL[field] !== BARE[field]);
    expect(eventsOf("table").at(-1)?.payload).toHaveProperty("corrected", [
      { id, old: pickFields(BARE, changed), new: pickFields(FULL, changed) },
    ]);
  });
});

describe("every field by itself", () => {
  it.each(ASKED_FIELDS)("%s is corrected by hand, taken away again, and the trail has both", async (field) => {
    await bring("vcf", BARE);
    const [{ id = "" } = {}] = await find(phones);
    const to = async (said: unknown) => {
      const { status, answer } = await call("staff", updateContact, { body: { identifier: { id }, [field]: said } as never });
      expect(status, JSON.stringify(answer)).toBe(200);
      return answer.contact[field];
    };
    expect(await to(EXAMPLES[1][field])).toBe(EXAMPLES[1][field]);
    expect(eventsOf("contacts").at(-1)?.payload).toMatchObject({ old: { [field]: BARE[field] }, new: { [field]: EXAMPLES[1][field] } });
    expect(await to(BARE[field])).toBe(BARE[field]);
  });

  const TEXTS = FIELD_NAMES.filter((field): field is Exclude<GuestField, "birth_year"> => GUEST_FIELDS[field].type === "text");
  it.each(TEXTS)("%s finds its guest, where its line says so", async (field) => {
    await seat([FULL, { name: String(EXAMPLES[0].also), phones }, { name: "Somebody else", phones: "03 222 222" }]);
    await endDay();
    const found = await find(EXAMPLES[0][field]);
    expect(found.map((guest) => guest.name)).toEqual(GUEST_FIELDS[field].searched ? [name] : []);
  });
});

it("nothing of a field is left anywhere once its guest is erased", async () => {
  await bring("csv", BARE);
  await bring("vcf", FULL);
  await seat([FULL, { name: String(EXAMPLES[0].also), phones }]);
  await mergeAll();
  await mergeDate();
  await endDay();
  const [{ id = "" } = {}] = await find(phones);
  await call("staff", updateContact, { body: { identifier: { id }, ...pickFields(OTHER, ASKED_FIELDS) } as never });
  const kept = (field: GuestField) => saying(field, [EXAMPLES[0][field], EXAMPLES[1][field]]);
  for (const field of FIELD_NAMES) expect([field, kept(field).length > 0]).toEqual([field, true]);
  expect((await erase({ phones })).answer).toMatchObject({ ok: true });
  for (const field of FIELD_NAMES) expect([field, kept(field).length > 0]).toEqual([field, !GUEST_FIELDS[field].erased]);
});

/** The tables in which a field of this name says one of these, in a column or anywhere in a kept JSON text: events too. */
function saying(field: GuestField, values: readonly unknown[]): string[] {
  const holds = (value: unknown): boolean => {
    if (typeof value === "string" && /^[[{]/.test(value)) return holds(JSON.parse(value));
    if (typeof value !== "object" || value === null) return false;
    return Object.entries(value).some(([key, held]) => (key === field && values.includes(held)) || holds(held));
  };
  const events = (["contacts", "table"] as const).map((kind) => [
    `event ${kind}`,
    rows(storeFile("jounieh", kind), "SELECT payload FROM event"),
  ]);
  const central = ["event central", rows(storeFile("central", "contacts"), "SELECT payload FROM event")];
  const all = [...Object.entries(allData(data)), ...events, central] as [string, unknown[]][];
  return all.filter(([, held]) => held.some(holds)).map(([where]) => where);
}
