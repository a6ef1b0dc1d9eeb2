import { byPlace } from "@/lib/book/apply-decisions";
import { fold } from "@/lib/book/fold";
import type { About, BookGuest, Decision, Place, SourceRecord } from "@/lib/book/record-shapes";
import { alsoNames } from "@/lib/names";
import { type PhoneNumber, readPhones } from "@/lib/phones";
import { rng } from "../../scripts/guests.mjs";

const NAMES = [
  "Rita",
  "Rita Haddad",
  "haddad rita",
  "Rita Khoury",
  "Tony",
  "Tony Khoury",
  "Maya",
  "Maya Rose Daher",
  "Jad",
  "Nour",
  "نور",
  "",
];
/** Several of one person's, a fax, a placeholder, and one key in two countries. */
const NUMBERS = [
  "03 111111",
  "03 222222",
  "03 333333",
  "70 444444",
  "+961 70 444444",
  "71 555555",
  "71 123456",
  "+33 6 71 12 34 56",
  "fax: 01 999999",
  "12",
];
const MORE = Array.from({ length: 24 }, (_, index) => `76 1000${String(index).padStart(2, "0")}`);
const EVENINGS = ["2026-11-20", "2026-11-21", "2026-11-22"];
const BRANCHES = ["jounieh", "batroun", "central"] as const;

/** What was said and decided in one made-up life of a book. */
export interface Life {
  records: SourceRecord[];
  decisions: Decision[];
}

/** The same for the same seed. */
export function lifeOf(seed: number, size = 24): Life {
  const random = rng(seed);
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const isNow = (share: number) => random() < share;
  const life: Life = { records: [], decisions: [] };
  const numbers = [...NUMBERS, ...MORE.slice(0, (seed % 4) * 8)]; // from everybody together to nearly everybody apart
  const place = (id: string): Place => {
    const minute = String(Math.floor(random() * 60)).padStart(2, "0");
    return { said_at: `${one(EVENINGS)}T19:${minute}:00.000Z`, batch: `b${Math.floor(random() * 3)}`, line: Math.floor(random() * 3), id };
  };
  for (let index = 0; index < size; index++) {
    if (life.records.length > 3 && isNow(0.25)) life.decisions.push(decisionOf(life, place(`d${index}`), one, isNow));
    else if (life.records.length > 0 && isNow(0.2)) life.records.push(said(one(life.records), place(`r${index}`)));
    else life.records.push(recordOf(place(`r${index}`), numbers, one, isNow));
  }
  return life;
}

/** The same words on another visit. */
const said = ({ person, numbers, branch }: SourceRecord, place: Place): SourceRecord => {
  return { ...place, evening: place.said_at.slice(0, 10), branch, person: { ...person, added_at: place.said_at }, numbers };
};

type One = <T>(all: readonly T[]) => T;
type IsNow = (share: number) => boolean;

function recordOf(place: Place, all: readonly string[], one: One, isNow: IsNow): SourceRecord {
  const phones = isNow(0.15) ? "" : [one(all), ...(isNow(0.3) ? [one(all)] : [])].join(", ");
  const birthday = isNow(0.3) ? one(["--01-02", "--05-14"]) : "";
  const person = {
    name: one(NAMES),
    phones,
    email: isNow(0.2) ? `${place.id}@x.lb` : "",
    company: isNow(0.3) ? one(["MEA", "Murex", "Touch"]) : "",
    title: "",
    birthday,
    birth_year: birthday && isNow(0.5) ? one([1985, 1990]) : null,
    address: "",
    language: "",
    likes: isNow(0.3) ? one(["Window", "red wine, window", "Oud"]) : "",
    allergies: isNow(0.2) ? one(["Peanuts", "peanuts, sesame", "جوز"]) : "",
    tags: isNow(0.1) ? one(["VIP", "vip، Press"]) : "",
    also: isNow(0.1) ? one(["Rita", "Maya Daher", "Tony\nJad"]) : "",
    added_at: place.said_at,
  };
  return { ...place, evening: place.said_at.slice(0, 10), branch: one(BRANCHES), person, numbers: readPhones(phones) };
}

function decisionOf({ records, decisions }: Life, place: Place, one: One, isNow: IsNow): Decision {
  const isBefore = (other: Place) => byPlace(other, place) < 0;
  const known = isNow(0.9) ? records.filter(isBefore) : records;
  const { guests } = fold(known, decisions.filter(isBefore));
  const about = () => (guests.length > 0 ? aboutOf(one(guests), records, isNow) : aboutNobody(one));
  switch (one(["fields", "fields", "fields", "not-their-number", "left-out", "one", "not-one"] as const)) {
    case "fields": {
      const name = isNow(0.5) ? one(NAMES) : undefined;
      const phones = isNow(0.4) ? one(["", ...NUMBERS]) : undefined;
      const values = {
        ...(name !== undefined && { name }),
        ...(phones !== undefined && { phones, numbers: readPhones(phones) }),
        ...(isNow(0.3) && { company: one(["", "Byblos Bank"]) }),
        ...(isNow(0.2) && { birthday: "--12-31", birth_year: null }),
        ...(isNow(0.1) && { also: one(["", "Nour"]) }),
      };
      const meant = about();
      return { ...place, kind: "fields", about: { ...meant, names: name ? [...meant.names, name] : meant.names }, values };
    }
    case "not-their-number": {
      const meant = about();
      return { ...place, kind: "not-their-number", about: meant, digits: meant.numbers.slice(0, 1).map(({ digits }) => digits) };
    }
    case "left-out":
      return { ...place, kind: "left-out", about: about() };
    case "one":
      return { ...place, kind: "one", about: about(), other: about() };
    case "not-one": {
      // Two who are one guest by now, as often as not.
      const guest = guests.find((each) => each.records.length > 1);
      if (!guest || isNow(0.3)) return { ...place, kind: "not-one", about: about(), other: about() };
      const middle = Math.ceil(guest.records.length / 2);
      const half = (ids: string[]) => aboutOf({ ...guest, own: ids, numbers: [] }, records, isNow);
      return { ...place, kind: "not-one", about: half(guest.records.slice(0, middle)), other: half(guest.records.slice(middle)) };
    }
  }
}

function aboutOf(guest: BookGuest, records: readonly SourceRecord[], isNow: IsNow): About {
  const own = records.filter(({ id }) => guest.own.includes(id));
  const numbers = [...guest.numbers, ...own.flatMap((record) => record.numbers)];
  const each = new Map<string, PhoneNumber>(numbers.map((number) => [number.digits, number]));
  const names = [...new Set([guest.name, ...own.map(({ person }) => person.name)])];
  // Records that went since, as an undone import's, are known by number and name alone.
  return { records: isNow(0.8) ? [...guest.own] : [], numbers: [...each.values()], names, evening: guest.evening };
}

const aboutNobody = (one: One): About => ({ records: [], numbers: readPhones(one(NUMBERS)), names: [one(NAMES)], evening: one(EVENINGS) });

/** A guest as books are compared: ids, places and versions may differ. */
export function comparable({ records, own, numbers, also, ...guest }: BookGuest) {
  const digits = numbers.map((number) => number.digits);
  return { ...guest, also: alsoNames(also), digits, records: records.toSorted(), own: own.toSorted() };
}
