import { v7 as uuid } from "uuid";
import { searchWords } from "../../lib/search-text";
import { rng } from "../../scripts/guests.mjs";
import { RESTAURANTS } from "../support/restaurants";
import { bareSearch } from "./beside";
import { BUSY_DATE, busyRange, tonight } from "./group";
import { type Call, clientOf } from "./http";
import type { Planned } from "./paced";
import { type Known, nameSearches, phoneSearches } from "./queries";
import { type Bench, signIn } from "./server";
import { people } from "./stores";

/** How often somebody makes each call in a minute: the feed each 5 s, health each 15 s, and a search at each key typed. */
const A_MINUTE = { feed: 12, health: 4, me: 1, tables: 8, date: 1, save: 0.5, phone: 22.5, name: 50 };
type Kind = keyof typeof A_MINUTE;
/** Two minutes of one person; to pick from it is to keep those shares. */
const EACH_TWICE = (Object.entries(A_MINUTE) as [Kind, number][]).flatMap(([kind, times]) => Array.from({ length: times * 2 }, () => kind));

/** Somebody with a device and a sign-in of their own. */
export interface Person {
  branch: string;
  call: Call;
  close: () => void;
  etag: string | undefined;
  /** The table that they saved last; every second save is a change of it. */
  table: { name: string; version: number } | null;
}

/** Makes so many staff, spread over the branches, and signs each of them in. */
export async function signInStaff(bench: Bench, count: number): Promise<Person[]> {
  const staff: Person[] = [];
  for (let number = 0; number < count; number++) {
    const username = `staff-${uuid()}`;
    const made = await bench.call("POST", "/api/auth/new-user", { username, password: "bench-password", roles: ["staff"] });
    if (made.status !== 201) throw new Error(`Making a user answered ${made.status}: ${made.text}`);
    const branch = RESTAURANTS[number % RESTAURANTS.length] ?? "jounieh";
    let authorization = "";
    // As many connections as a browser opens to one server.
    const { call, close } = clientOf(bench.server.url, () => ({ authorization, "x-branch": branch }), 6);
    authorization = await signIn(call, username);
    staff.push({ branch, call, close, etag: undefined, table: null });
  }
  return staff;
}

/** Makes up what the staff call next, always the same for one seed. Searches are those of the book of the million. */
export class Habits {
  private readonly random: () => number;
  private readonly guests = people(1_000_000, 12);
  private readonly texts: Record<"name" | "phone", string[]>;

  constructor(sample: readonly Known[], seed: number) {
    this.random = rng(seed);
    this.texts = { name: nameSearches(sample, 600), phone: phoneSearches(sample, 600).map(({ typed }) => typed) };
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T; // no list here is empty
  }

  /** What somebody does next. */
  next(person: Person): Planned {
    const what = this.kind();
    return { what, send: () => this.send(what, person) };
  }

  /** The address at the bare server that is nearest to what somebody does next; it saves nothing. */
  nextBare(): string {
    const what = this.kind();
    if (what === "name" || what === "phone") {
      const words = searchWords(this.pick(this.texts[what])).filter((word) => [...word].length >= 3);
      return words.length > 0 ? bareSearch(words) : "/row";
    }
    if (what === "date") return `/date?${new URLSearchParams({ day: BUSY_DATE, ...busyRange() })}`;
    return what === "feed" ? `/feed?day=${tonight()}` : "/row";
  }

  private kind(): Kind {
    return this.pick(EACH_TWICE);
  }

  private async send(what: Kind, person: Person) {
    const { call } = person;
    switch (what) {
      case "feed": {
        const answer = await call("GET", "/api/table-log", undefined, person.etag ? { "if-none-match": person.etag } : {});
        person.etag = answer.etag ?? person.etag;
        return answer;
      }
      case "health":
        return call("GET", "/api/health");
      case "me":
        return call("GET", "/api/auth/me");
      case "tables":
        return call("GET", "/api/saved-tables");
      case "date":
        return call("GET", `/api/search-by-date?date=${BUSY_DATE}`, undefined, { "x-branch": "jounieh" });
      case "save":
        return this.save(person);
      default:
        return call("GET", `/api/contacts?limit=50&search=${encodeURIComponent(this.pick(this.texts[what]))}`, undefined, {
          "x-branch": "jounieh",
        });
    }
  }

  private async save(person: Person) {
    const contacts = Array.from({ length: 4 }, () => {
      const { added_at: _, birth_year: __, ...guest } = this.guests.next().value ?? {};
      return guest;
    });
    const { table } = person;
    const metadata = { hostess: "Rita", waiter: "Elie", table_number: String(Math.floor(this.random() * 60)) };
    const body = { metadata, contacts, ...(table ? { table_name: table.name, version: table.version } : {}) };
    const answer = await person.call("POST", "/api/save-table", body, { "idempotency-key": uuid() });
    const saved = answer.status === 200 ? (JSON.parse(answer.text) as { table_name: string; version: number }) : null;
    person.table = saved && !table ? { name: saved.table_name, version: saved.version } : null;
    return answer;
  }
}
