import fc from "fast-check";
import ICAL from "ical.js";
import { expect, it } from "vitest";
import { cleanText } from "@/lib/clean-text";
import { calendarFile } from "@/lib/reservations/public/calendar-file";
import type { ReservationRow } from "@/lib/reservations/rows";

const ROW = {
  id: "0190c0de-0000-7000-8000-000000000001",
  code: "K7M2QX",
  version: 3,
  status: "CONFIRMED",
  updated_at: "2026-11-20T19:40:00.000Z",
  starts_at: "2026-11-21T18:00:00.000Z",
  ends_at: "2026-11-21T19:30:00.000Z",
  party: 4,
} as ReservationRow; // what the file is made of

/** RFC 5545 read by hand: lines end in CRLF, 75 octets at most, a line that begins with a blank goes on; `\n` `\,` `\;` `\\` are texts'. */
function readByHand(file: string): Map<string, string> {
  expect(file.endsWith("\r\n")).toBe(true);
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of file.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(Buffer.from(line).toString("utf8")).toBe(line); // no character is cut
  }
  const lines = file.replaceAll("\r\n ", "").split("\r\n").slice(0, -1);
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR"]);
  const unescaped = (text: string) => text.replace(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), unescaped(line.slice(line.indexOf(":") + 1))]));
}

it("a calendar file of any house says the same to two readers, however long, foreign or full of signs its name is", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 200 }).map(cleanText);
  const signs = fc.string({ unit: fc.constantFrom("\\", ";", ",", ":", '"', "n", "é", "ح", "👩‍👩‍👧", " "), maxLength: 120 }).map(cleanText);
  fc.assert(
    fc.property(fc.oneof(name, signs), fc.constantFrom("ar" as const, "fr" as const, "en" as const), (house, language) => {
      const file = calendarFile("jounieh", house, ROW, language);
      const byHand = readByHand(file);
      const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent") ?? undefined);
      expect(byHand.get("LOCATION")).toBe(`${house}, Jounieh`);
      expect([event.location, event.summary, event.description, event.uid, event.sequence]).toEqual([
        byHand.get("LOCATION"),
        byHand.get("SUMMARY"),
        byHand.get("DESCRIPTION"),
        byHand.get("UID"),
        2,
      ]);
      expect([event.startDate.toJSDate().toISOString(), byHand.get("DTSTART")]).toEqual([ROW.starts_at, "20261121T180000Z"]);
    }),
  );
});
