import type { ReservationEvents, ReservationInEvent } from "../reservation-events";
import { longDate } from "../shown-dates";
import { tableInWords } from "../tables/saved-table-name";

const plainName = (name: string) => name.toLowerCase().replaceAll("_", " ");
const bookedInWords = ({ date, time, party }: ReservationInEvent) => `${party} people on ${longDate(date)} at ${time}`;
const overrideInWords = (reason: string) => (reason === "" ? "" : `, over a limit of the house: ${reason}`);

/** What happened to reservations, in words: of names, numbers and notes nothing (lib/reservation-events.ts). */
export const RESERVATION_KINDS: {
  [Kind in keyof ReservationEvents]: { group: "reservations"; what: (payload: ReservationEvents[Kind]) => string; isStep?: () => boolean };
} = {
  "reservation.made": {
    group: "reservations",
    what: (p) => `${p.by_guest ? "A guest booked" : "Booked"} ${p.code}: ${bookedInWords(p)}${overrideInWords(p.override)}`,
  },
  "reservation.changed": {
    group: "reservations",
    what: (p) =>
      `Changed reservation ${p.code}: ${[...Object.keys(p.new), ...p.also].map(plainName).join(", ")}${overrideInWords(p.override)}`,
  },
  "reservation.stepped": {
    group: "reservations",
    what: (p) =>
      `Reservation ${p.code}: ${p.undone ? "back to " : ""}${plainName(p.to)}${p.reason ? ` (${p.reason})` : ""}${p.by_guest ? ", by the guest" : ""}${overrideInWords(p.override)}`,
  },
  "reservation.table_opened": { group: "reservations", what: (p) => `Opened ${tableInWords(p.table_name)} for reservation ${p.code}` },
  "reservation.deleted": { group: "reservations", what: (p) => `Deleted reservation ${p.code}: ${bookedInWords(p)}` },
  "reservation.told_again": {
    group: "reservations",
    what: (p) => `Told the guest of reservation ${p.code} again (${plainName(p.message)})`,
  },
  "reservation.told": {
    group: "reservations",
    what: (p) => {
      if (p.state === "queued") return `Queued a message of reservation ${p.code} (${plainName(p.message)})`;
      if (p.state === "taken_back") return `Took a message of reservation ${p.code} back before it went out (${plainName(p.message)})`;
      return `Reservation ${p.code}: the guest is to be called (${plainName(p.message)})`;
    },
  },
  "reservation.answered": { group: "reservations", what: (p) => `The guest of reservation ${p.code} answered: ${plainName(p.answer)}` },
  "reservation_rules.changed": {
    group: "reservations",
    what: (p) => `Changed the rules of reservations: ${p.changed.map(plainName).join(", ")}`,
  },
  "reservation_day.changed": {
    group: "reservations",
    what: (p) =>
      `${p.closed ? "Closed" : "Gave other hours to"} ${longDate(p.date)}${p.until === p.date ? "" : ` until ${longDate(p.until)}`}${p.name ? ` (${p.name})` : ""}`,
  },
  "reservation_day.cleared": { group: "reservations", what: (p) => `${longDate(p.date)} is as the rules of reservations say` },
  "bookers.taken": { group: "reservations", what: (p) => `The guest book heard of bookings: ${p.bookings}`, isStep: () => true },
};
