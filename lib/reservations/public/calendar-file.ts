import { branchName } from "../../known-branches";
import type { ReservationRow } from "../rows";
import { guestState, type Language } from "./page-words";
import { WORDS } from "./translations";

/** Octets of a line (RFC 5545, 3.1), without its end. */
const LINE = 75;

/** Text as a property has it (RFC 5545, 3.3.11). */
const textOf = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|[\r\n]/g, "\\n");

/** An instant as `20261120T183000Z`. */
const stampOf = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** A line in pieces of at most 75 octets, each after the first behind a space; no character is cut in two. */
export function folded(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  let octets = 0;
  for (const sign of line) {
    const more = Buffer.byteLength(sign);
    const most = pieces.length === 0 ? LINE : LINE - 1;
    if (octets + more > most) {
      pieces.push(piece);
      [piece, octets] = ["", 0];
    }
    piece += sign;
    octets += more;
  }
  return [...pieces, piece].join("\r\n ");
}

const STATUS = {
  asked: "TENTATIVE",
  booked: "CONFIRMED",
  here: "CONFIRMED",
  over: "CONFIRMED",
  waiting: "TENTATIVE",
  called: "CONFIRMED",
  left: "CANCELLED",
  cancelled: "CANCELLED",
  declined: "CANCELLED",
};

/**
 * A reservation for a guest's calendar (RFC 5545): the same event each time, whose newer form replaces the older one. Nobody's name stands
 * in it, and no link: calendars are shared.
 */
export function calendarFile(branch: string, house: string, row: ReservationRow, language: Language): string {
  const words = WORDS[language];
  const at = `${house}, ${branchName(branch)}`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Daftar//Reservations//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${row.id}@reservations.daftar`,
    `SEQUENCE:${row.version - 1}`,
    `DTSTAMP:${stampOf(row.updated_at)}`,
    `LAST-MODIFIED:${stampOf(row.updated_at)}`,
    `DTSTART:${stampOf(row.starts_at)}`,
    `DTEND:${stampOf(row.ends_at)}`,
    `SUMMARY:${textOf(words.event(at))}`,
    `DESCRIPTION:${textOf(words.eventHint(row.code, row.party))}`,
    `LOCATION:${textOf(at)}`,
    `STATUS:${STATUS[guestState(row.status)]}`,
    "TRANSP:OPAQUE",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}
