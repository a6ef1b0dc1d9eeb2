import { describe, expect, it } from "vitest";
import { searchContacts } from "@/lib/guest-search/contract";
import { importContacts } from "@/lib/import/contract";
import { call, enterHouse } from "../support/house";
import { ofToday } from "../support/today";
import { GUESTS, questionsOf, SURE, WAYS } from "./questions";

/** The share of the others that may be missed, of the seen and of the unseen each. */
const MAY_MISS = 0.1;

describe("the questions of the corpus", () => {
  it("are each of a guest of the list, once, and every third is unseen", () => {
    const names = new Set(GUESTS.map(({ name }) => name));
    expect(names.size).toBe(GUESTS.length);
    for (const way of WAYS) {
      const questions = questionsOf(way);
      expect(questions.length, way).toBeGreaterThanOrEqual(50);
      expect(new Set(questions.map(({ ask }) => ask)).size, way).toBe(questions.length);
      expect(questions.filter(({ finds }) => !names.has(finds)).map(({ ask }) => `${way}: ${ask}`)).toEqual([]);
      expect(questions.flatMap(({ unseen }, at) => (unseen ? [at] : []))).toEqual([...questions.keys()].filter((at) => at % 3 === 2));
    }
    expect(SURE.filter((way) => !WAYS.includes(way))).toEqual([]);
  });

  it("find whom they mean among the first three: always in the sure ways, and of the others nine in ten", async () => {
    enterHouse();
    const raw = ["name,phones", ...GUESTS.map(({ name, phone }) => `"${name}","${phone}"`)].join("\n");
    const { answer } = await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } });
    expect(answer).toMatchObject({ inserted: GUESTS.length, skipped: 0, errors: [], notes: [] });
    const tooFew: string[] = [];
    for (const way of ofToday(WAYS, 2)) {
      const questions = questionsOf(way);
      for (const unseen of [undefined, true] as const) {
        const asked = questions.filter((one) => one.unseen === unseen);
        const missed: string[] = [];
        for (const { ask, finds } of asked) {
          const { status, answer: found } = await call("staff", searchContacts, { query: { search: ask, limit: 3 } });
          expect(status).toBe(200);
          const names = found.contacts.map(({ name }) => name);
          if (!names.includes(finds)) missed.push(unseen ? "an unseen one" : `${ask}: ${names.join(" | ")} and not ${finds}`);
        }
        if (missed.length > asked.length * (SURE.includes(way) ? 0 : MAY_MISS)) tooFew.push(`${way}: ${missed.join("; ")}`);
      }
    }
    expect(tooFew).toEqual([]);
  });

  it("find a servant of God by his name in two words or three, with the article apart", async () => {
    enterHouse();
    const raw = "name,phones\nAbdelrahman Saade,03 111111\nعبد الكريم مراد,03 222222\nAbdul Aziz Rahme,03 333333\n";
    await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } });
    const find = async (search: string) =>
      (await call("staff", searchContacts, { query: { search, limit: 1 } })).answer.contacts.map(({ name }) => name);
    for (const ask of ["abed el rahman", "abd el rahman saade", "abdel rahman", "عبد الرحمن سعادة"])
      expect([ask, await find(ask)]).toEqual([ask, ["Abdelrahman Saade"]]);
    for (const ask of ["abed el karim", "abd el karim mrad", "abdelkarim"])
      expect([ask, await find(ask)]).toEqual([ask, ["عبد الكريم مراد"]]);
    for (const ask of ["abed el aziz", "abd el aziz rahme"]) expect([ask, await find(ask)]).toEqual([ask, ["Abdul Aziz Rahme"]]);
  });

  it("are not looked for in a text that is no name: of very many words, or of one very long one", async () => {
    enterHouse();
    const raw = "name,phones\nElie Khoury,03 111111\n";
    await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } });
    const find = async (search: string) =>
      (await call("staff", searchContacts, { query: { search } })).answer.contacts.map(({ name }) => name);
    expect(await find("eli khouri")).toEqual(["Elie Khoury"]);
    expect(await find(`eli khouri ${"k ".repeat(90)}`)).toEqual([]);
    expect(await find(`eli ${"khouri".repeat(30)}`)).toEqual([]);
  });
});
