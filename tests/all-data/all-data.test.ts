import { beforeEach, describe, expect, it } from "vitest";
import { countAllData, listAllData } from "@/lib/all-data/contract";
import { SORTS, type Sort } from "@/lib/all-data/orders";
import type { QueryInputOf } from "@/lib/api/endpoint";
import { storeFile } from "@/lib/db/files";
import { deleteContact, updateContact } from "@/lib/guests/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { changeUser } from "@/lib/users/contract";
import { bring, endDay } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson } from "../support/people";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

type Asked = Partial<QueryInputOf<typeof listAllData>>;

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

const HEADER = "name,phones,email,company,birthday,language,added_at";

/** One page, as the admin. */
async function page(query: Asked = {}, branch?: string) {
  const { status, answer } = await call("admin", listAllData, { query: query as never, branch });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

/** Every page of an order. @param between is done after each page */
async function everyPage(query: Asked, between: (at: number) => Promise<void> = async () => {}) {
  const found: string[] = [];
  let cursor: string | undefined;
  for (let at = 0; ; at++) {
    const { guests, next } = await page({ ...query, ...(cursor !== undefined && { cursor }) });
    found.push(...guests.map(({ name }) => name));
    if (next === null) return found;
    cursor = next;
    await between(at);
  }
}

async function count(query: Asked = {}): Promise<number> {
  let sum = 0;
  for (let cursor: string | undefined; ; ) {
    const { status, answer } = await call("admin", countAllData, { query: { ...query, ...(cursor !== undefined && { cursor }) } as never });
    expect(status, JSON.stringify(answer)).toBe(200);
    sum += answer.count;
    if (answer.next === null) return sum;
    cursor = answer.next;
  }
}

const namesBy = async (query: Asked) => (await page(query)).guests.map(({ name }) => name);

describe("the orders", () => {
  it("are by name in any script, by when added, by the birthday's day and by the last change; who lacks the value comes last", async () => {
    await bring(
      [
        "Élodie,03 100001,,,--11-24,,2026-01-03T10:00:00Z",
        "maya,03 100002,,,--02-01,,2026-01-02T10:00:00Z",
        ",03 100003,,,,,2026-01-01T10:00:00Z",
        "Charbel,03 100004,,,--02-01,,2026-01-05T10:00:00Z",
        "زينة,03 100005,,,,,2026-01-04T10:00:00Z",
      ],
      { header: HEADER },
    );
    const changed = await call("admin", updateContact, { body: { identifier: { name: "maya", phones: "03 100002" }, company: "MEA" } });
    expect(changed.status).toBe(200);
    expect(await namesBy({ sort: "name" })).toEqual(["Charbel", "Élodie", "maya", "زينة", ""]);
    expect(await namesBy({ sort: "added" })).toEqual(["Charbel", "زينة", "Élodie", "maya", ""]);
    expect(await namesBy({ sort: "birthday" })).toEqual(["maya", "Charbel", "Élodie", "", "زينة"]);
    const [first, ...rest] = (await page({ sort: "changed" })).guests;
    const [changedAt] = rows<{ at: string }>(storeFile("jounieh", "contacts"), "SELECT at FROM event WHERE kind = 'contact.changed'");
    expect([first?.name, first?.changed_at]).toEqual(["maya", changedAt?.at]);
    expect(rest.map(({ changed_at }) => changed_at)).toEqual([null, null, null, null]);
  });

  it.each(SORTS)("by %s gives everybody who stays once, while others come and go between the pages", async (sort: Sort) => {
    const lines = Array.from({ length: 160 }, (_, at) => {
      const name = at % 9 === 0 ? "Guest" : at % 20 === 1 ? "" : `Guest ${String.fromCharCode(97 + ((at * 7) % 26))} ${at}`;
      const birthday = at % 3 === 0 ? "" : `--0${1 + (at % 4)}-11`;
      return `${name},70 ${100_000 + at},,,${birthday},,2026-0${1 + (at % 3)}-01T10:00:00Z`;
    });
    await bring(lines, { header: HEADER });
    const before = rows<{ id: string; phones: string }>(storeFile("jounieh", "contacts"), "SELECT id, phones FROM contact ORDER BY id");
    const gone = new Set<string>();
    const found: string[] = [];
    let cursor: string | undefined;
    for (let at = 0; ; at++) {
      const { guests, next } = await page({ sort, ...(cursor !== undefined && { cursor }) });
      found.push(...guests.map(({ phones }) => phones));
      if (next === null) break;
      cursor = next;
      // Of those shown the last one too, at whose place the next page begins; and of those to come.
      for (const phones of [guests.at(-1)?.phones, before[at]?.phones]) {
        const id = before.find((one) => one.phones === phones)?.id;
        if (id === undefined || gone.has(phones ?? "")) continue;
        gone.add(phones ?? "");
        expect((await call("admin", deleteContact, { query: { id, store: "contacts" } })).status).toBe(200);
      }
      await bring([`Aa ${at},71 ${200_000 + at},,,--01-01,,2026-02-01T10:00:00Z`, `Zz ${at},71 ${300_000 + at},,,--12-31,,`], {
        header: HEADER,
      });
    }
    expect(new Set(found).size).toBe(found.length);
    const stayed = before.map(({ phones }) => phones).filter((phones) => !gone.has(phones));
    expect(stayed.filter((phones) => !found.includes(phones))).toEqual([]);
  });

  it("refuse a place of another order, and what is no place", async () => {
    await bring(Array.from({ length: 60 }, (_, at) => `Guest ${at},70 ${100_000 + at},`));
    const { next } = await page({ sort: "name" });
    expect(next).not.toBeNull();
    for (const cursor of [next ?? "", "x", "WyJhZGRlZCIsMF0"]) {
      const { status, answer } = await call("admin", listAllData, { query: { sort: "added", cursor } });
      expect([status, answer.issues?.[0]?.path]).toEqual([400, "cursor"]);
    }
  });
});

describe("who may see what", () => {
  it("phones are masked in the answer, and not found, for who lacks the key", async () => {
    await bring(["Maya Khoury,03 123456,,,,,", "Tia 71,70 654321,,,,,"], { header: HEADER });
    const staff = (query: Asked = {}) => call("staff", listAllData, { query: query as never });
    const { answer } = await staff({ sort: "name" });
    expect(answer.sees_phones).toBe(false);
    expect(answer.guests.map(({ phones, numbers }) => [phones, numbers])).toEqual([
      ["+9613 ••• •56", [{ shown: "+9613 ••• •56", digits: "" }]],
      ["+96170 ••• •21", [{ shown: "+96170 ••• •21", digits: "" }]],
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/123456|654321/);
    for (const text of ["123456", "03 123456", "9613", "Maya 1", "654321", "khoury 961"]) {
      expect({ text, found: (await staff({ text })).answer.guests.length }).toEqual({ text, found: 0 });
      expect({ text, count: (await call("staff", countAllData, { query: { text } as never })).answer.count }).toEqual({ text, count: 0 });
    }
    expect((await staff({ text: "khou" })).answer.guests.map(({ name }) => name)).toEqual(["Maya Khoury"]);
    expect(await namesBy({ text: "123456" })).toEqual(["Maya Khoury"]);
    // No place of an order says a number either.
    const cursors = await Promise.all(SORTS.map(async (sort) => (await staff({ sort })).answer.next ?? ""));
    expect(cursors.map((cursor) => Buffer.from(cursor, "base64url").toString()).join()).not.toMatch(/123456|654321/);
    const seen = await makePerson("nour");
    await call("admin", changeUser, { params: { id: seen.id }, body: { own_keys: ["see_all_phones"] } });
    const whole = await call("nobody", listAllData, { query: { text: "123456" } as never, headers: seen.headers });
    expect(whole.answer.guests[0]?.phones).toBe("03 123456");
  });

  it("staff of one branch see no guest of another, of central neither, and no evening of another branch", async () => {
    await seat([{ name: "Maya", phones: "03 123456" }], { branch: "jounieh" });
    await seat([{ name: "Maya", phones: "03 123456" }], { branch: "batroun", number: "2" });
    await endDay("jounieh");
    await endDay("batroun");
    const { headers } = await makePerson("batrouni", { branches: ["batroun"] });
    for (const branch of ["jounieh", "central"]) {
      for (const contract of [listAllData, countAllData] as const) {
        const { status, answer } = await call("nobody", contract, { query: {} as never, branch, headers });
        expect([branch, status, answer.code]).toEqual([branch, 403, "branch_forbidden"]);
      }
    }
    const mine = await call("nobody", listAllData, { query: {} as never, branch: "batroun", headers });
    expect(mine.answer.guests.map(({ name, visits, last_visit }) => [name, visits, last_visit])).toEqual([["Maya", 1, "2026-11-20"]]);
    expect((await page({}, "batroun")).guests.map(({ visits }) => visits)).toEqual([2]);
  });

  it("nobody without the page's key", async () => {
    for (const contract of [listAllData, countAllData] as const)
      expect((await call("keyless", contract, { query: {} as never })).status).toBe(403);
  });
});

describe("a guest's columns", () => {
  it("say visits, points, when they were last here, and that they said no", async () => {
    await seat([{ name: "Maya", phones: "03 123456" }]);
    await endDay();
    await bring(["Tia,70 654321,"]);
    expect((await call("admin", setOptOut, { body: { phones: "70 654321", opted_out: true } })).status).toBe(200);
    const { guests, unavailable } = await page({ sort: "name" });
    expect(unavailable).toEqual([]);
    expect(guests.map(({ name, visits, last_visit, opted_out }) => [name, visits, last_visit, opted_out])).toEqual([
      ["Maya", 1, "2026-11-20", false],
      ["Tia", 0, null, true],
    ]);
    expect(await namesBy({ opted_out: "yes" })).toEqual(["Tia"]);
    expect(await count({ opted_out: "yes" })).toBe(1);
  });

  it("not seen since, and last seen between, go by the tables", async () => {
    clockAt("2026-06-01T19:00:00Z");
    await seat([{ name: "Maya", phones: "03 123456" }]);
    clockAt(EVENING);
    await seat([{ name: "Tia", phones: "70 654321" }], { number: "2" });
    await endDay();
    await bring(["Rami,70 111222,2026-01-01T10:00:00Z", "Mia,70 111333,2026-11-19T10:00:00Z"]);
    await bring(["Maya,03 123456,2026-06-01T19:00:00Z"]);
    const inBook = await namesBy({ sort: "name" });
    expect(inBook).toEqual(["Maya", "Mia", "Rami", "Tia"]);
    expect(await namesBy({ sort: "name", not_seen_since: "2026-08-22" })).toEqual(["Maya", "Rami"]);
    expect(await namesBy({ sort: "name", visited_from: "2026-06-01", visited_to: "2026-06-01" })).toEqual(["Maya"]);
    expect(await namesBy({ sort: "name", visited_from: "2026-06-02" })).toEqual(["Tia"]);
  });
});

describe("random filters", () => {
  /** A small generator of its own, so that a failure comes again. */
  function dice(seed: number) {
    let state = seed;
    return (sides: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
  }

  it("find whom another reading of the rows finds, in each order, and count them", async () => {
    const roll = dice(20_261_129);
    const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
    const lines = Array.from({ length: 400 }, (_, at) => {
      const name = pick(["Maya Khoury", "Élie Haddad", "مايا خوري", "Tia", "", "Georges el Khoury", "Ziad B12"]);
      const phones = pick([`03 ${100_000 + at}`, `+33 6 71 00 ${1_000 + at}`, "", "12", `70 ${500_000 + at}, 76 ${500_000 + at}`]);
      const unique = name === "" && phones === "" ? `Nobody ${at}` : name;
      const email = pick(["", "", `g${at}@example.com`]);
      return [unique, phones && `"${phones}"`, email, pick(["", "MEA", "Société Générale"]), pick(["", "--05-14", "--02-29"]), pick(["", "ar", "fr"]), `2026-0${1 + roll(9)}-1${roll(10)}T10:00:00Z`].join(); // biome-ignore format: one line
    });
    await bring(lines, { header: HEADER });
    type Row = Record<"id" | "name" | "phones" | "email" | "company" | "birthday" | "language" | "added_at" | "search_text", string> & {
      numbers: number;
    };
    const book = rows<Row>(
      storeFile("jounieh", "contacts"),
      "SELECT c.*, (SELECT count(*) FROM contact_phone p WHERE p.contact_seq = c.seq) AS numbers FROM contact c",
    );
    expect(book.length).toBeGreaterThan(300);
    const RULES: { [Name in string]: { values: readonly string[]; holds: (row: Row, value: string) => boolean } } = {
      text: {
        values: ["khoury", "ELI", "خوري", "671", "b12", "khoury maya", "zz"],
        holds: (row, value) => ({ khoury: ["khoury"], ELI: ["eli"], خوري: ["خوري"], "671": ["671"], b12: ["b12"], "khoury maya": ["khoury", "maya"], zz: ["zz"] })[value]?.every((word) => row.search_text.includes(word)) ?? false, // biome-ignore format: one line
      },
      company: { values: ["mea", "generale", "x"], holds: (row, value) => ({ MEA: "mea", "Société Générale": "societe generale" })[row.company]?.includes(value) ?? false }, // biome-ignore format: one line
      birthday: { values: ["with", "without"], holds: (row, value) => (row.birthday !== "") === (value === "with") },
      email: { values: ["with", "without"], holds: (row, value) => (row.email !== "") === (value === "with") },
      language: { values: ["ar", "none"], holds: (row, value) => row.language === (value === "none" ? "" : value) },
      phone: {
        values: ["with", "without", "invalid"],
        holds: (row, value) => (value === "invalid" ? row.phones === "12" || row.phones.startsWith("+33 6 71 00 ") === false && row.phones === "12" : (row.numbers > 0) === (value === "with")), // biome-ignore format: one line
      },
      added_from: { values: ["2026-03-12", "2026-09-01"], holds: (row, value) => row.added_at >= `${value}T03:00` },
      added_to: { values: ["2026-05-14", "2026-08-01"], holds: (row, value) => row.added_at.slice(0, 10) <= value },
    };
    for (let round = 0; round < 60; round++) {
      const names = Object.keys(RULES).filter(() => roll(3) === 0);
      const query = Object.fromEntries(names.map((name) => [name, pick(RULES[name]?.values ?? [])]));
      const wanted = book.filter((row) => names.every((name) => RULES[name]?.holds(row, query[name] ?? "")));
      const sort = pick(SORTS);
      const found = await everyPage({ ...query, sort } as Asked);
      expect({ query, sort, found: found.toSorted() }).toEqual({ query, sort, found: wanted.map(({ name }) => name).toSorted() });
      expect({ query, count: await count(query as Asked) }).toEqual({ query, count: wanted.length });
    }
  });
});
