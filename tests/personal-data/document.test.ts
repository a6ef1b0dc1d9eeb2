import { beforeEach, expect, it } from "vitest";
import { exportPersonalData } from "@/lib/personal-data/contract";
import { drawDocument } from "@/lib/personal-data/document/draw";
import { dayIn, languageOf, sectionsOf } from "@/lib/personal-data/document/sections";
import { DOCUMENT_LANGUAGES, DOCUMENT_WORDS } from "@/lib/personal-data/document/words";
import { personOf } from "@/lib/personal-data/find";
import { endDay, mergeAll } from "../guests/guests";
import { book, haveRules } from "../reservations/support";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { EVENING, seat } from "../support/tables";

const MAYA = { name: "مايا خوري", phones: "03 123456", email: "maya@example.com", birthday: "1985-05-14", language: "ar" };

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await seat([MAYA as never, { name: "Rami Saad", phones: "03 654321" }]);
  await endDay();
});

it("says all that is kept in the words of each language, and nothing of anybody else", async () => {
  const person = await personOf({ id: "", phones: MAYA.phones });
  expect(languageOf(person)).toBe("ar");
  for (const language of DOCUMENT_LANGUAGES) {
    const all = sectionsOf(person, language).flatMap(({ heading, lines }) => [heading, ...lines]);
    for (const said of [MAYA.name, "+961 3 123 456", MAYA.email, dayIn(language, "1985-05-14"), dayIn(language, "2026-11-20")])
      expect({ language, said, is: all.some((line) => line.includes(said)) }).toEqual({ language, said, is: true });
    expect(all.join("\n")).not.toMatch(/Rami|654321|undefined|null|NaN|\[object/);
  }
  const headings = sectionsOf(person, "ar").map(({ heading }) => heading);
  expect(headings).toEqual(["من أنت عندنا", "في دفتر ضيوف جونية", "زياراتك", "النقاط", "رغباتك"]);
});

it("has reservations, and tables that no End of Day has taken yet", async () => {
  await haveRules();
  const made = await book({
    date: "2026-11-22",
    name: MAYA.name,
    phones: MAYA.phones,
    guest_note: "By the window",
    staff_note: "Friend of the chef",
    dietary_note: "No sesame",
    deposit: "50 USD",
  });
  expect(made.status, made.answer.error).toBe(201);
  clockAt("2026-11-21T18:00:00Z");
  await seat([{ ...MAYA, allergies: "nuts" } as never, { name: "Rami Saad", phones: "03 654321" }], { number: "7" });
  await mergeAll();
  const person = await personOf({ id: "", phones: MAYA.phones });
  for (const language of DOCUMENT_LANGUAGES) {
    const words = DOCUMENT_WORDS[language];
    const lines = (heading: string) => sectionsOf(person, language).find((section) => section.heading === heading)?.lines ?? [];
    const [booked = "", ...others] = lines(words.reservations);
    expect(others).toEqual([]);
    for (const said of [dayIn(language, "2026-11-22"), "20:00", "By the window", "Friend of the chef", "No sesame", "50 USD"])
      expect(booked).toContain(said);
    const visits = lines(words.visits);
    expect(visits).toHaveLength(2);
    for (const said of [dayIn(language, "2026-11-21"), words.table("7"), "nuts"]) expect(visits[0]).toContain(said);
    expect(visits[1]).toContain(words.table("12"));
    const all = sectionsOf(person, language).flatMap((section) => section.lines).join("\n"); // biome-ignore format: one line
    expect(all).not.toMatch(/Rami|654321|undefined|null|NaN|\[object/);
  }
});

it("is a PDF in the guest's own language, or the one that is asked for, for whoever may take it out", async () => {
  const take = (body: object, who: "admin" | "staff" = "admin") =>
    call(who, exportPersonalData, { body: { phones: MAYA.phones, ...body } as never });
  const { status, bytes, headers } = await take({ as: "pdf" });
  expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(headers.get("content-disposition")).toMatch(/personal-data-.*\.pdf/);
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  expect((await PDFDocument.load(bytes)).getTitle()).toBe("ما نحفظه عنك");
  expect((await PDFDocument.load((await take({ as: "pdf", language: "fr" })).bytes)).getTitle()).toBe("Ce que nous gardons de vous");
  expect(JSON.parse((await take({})).bytes.toString()).names).toEqual([MAYA.name]);
  expect((await take({ as: "pdf" }, "staff")).status).toBe(403);
  expect((await take({ as: "pdf", phones: "70 999999" })).status).toBe(404);
});

it("goes on over as many pages as the texts need", async () => {
  const lines = Array.from({ length: 70 }, (_, at) =>
    `${at + 1} · ${at % 2 ? "كانت الطاولة قرب النافذة" : "A table by the window"}`.repeat(2),
  );
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  const bytes = await drawDocument([{ heading: "Visits", lines }], "ar", "2026-11-20");
  expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(1);
});
