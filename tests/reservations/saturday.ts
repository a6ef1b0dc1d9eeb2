import Database from "better-sqlite3";
import type { Rules } from "@/lib/reservations/rules/contract";
import { DEFAULT_RULES } from "@/lib/reservations/rules/default-rules";
import { HOLDING_STATUSES, type ReservationStatus } from "@/lib/reservations/states";
import type { Dice } from "../sequences/people";

interface Answer {
  status: number;
  answer: { id?: string; version?: number; free?: string[][]; current?: { version: number }; error?: string };
}

/** How a host's tablet reaches the server. */
export interface Tablet {
  book: (branch: string, body: object, key: string) => Promise<Answer>;
  step: (branch: string, id: string, body: object) => Promise<Answer>;
  change: (branch: string, id: string, body: object) => Promise<Answer>;
  save: (branch: string, body: object, key: string) => Promise<Answer>;
}

/** A house that is open around the clock, so that a Saturday may be played at any hour. */
export const OPEN_ALL_DAY: Rules = {
  ...DEFAULT_RULES,
  shifts: DEFAULT_RULES.shifts.slice(0, 1).map((shift) => ({
    ...shift,
    ...{ from: "05:00", until: "04:59", last_booking: "04:45" },
    stays: [{ up_to: 99, minutes: 90 }],
  })),
  tables: Array.from({ length: 24 }, (_, index) => ({
    ...{ number: String(index + 1), area: index < 12 ? "Hall" : "Terrace", priority: 100, x: null, y: null },
    min: index % 3 === 0 ? 2 : 1,
    max: [4, 2, 6][index % 3] as number,
  })),
  combinations: [{ tables: ["1", "4"], min: 5, max: 8, priority: 200 }],
  large_party_from: null,
};

export interface Evening {
  branches: readonly string[];
  /** The business day, and times at which people come, some of which have passed. */
  date: string;
  times: readonly string[];
  bookings: number;
  tablets: readonly Tablet[];
  dice: Dice;
  newKey: () => string;
}

/** What came of it. */
export interface Played {
  /** Bookings that were accepted, by their branch. */
  accepted: { branch: string; id: string }[];
  conflicts: number;
  /** Milliseconds of each accepted booking, and of each save of a table in between. */
  bookTimes: number[];
  saveTimes: number[];
  ends: Partial<Record<ReservationStatus, number>>;
}

/**
 * A Saturday: all hosts at once book, some of them the very tables that everybody wants, move, seat, finish, mark no-shows, and let
 * walk-ins in; after every third booking a table is saved.
 */
export async function playSaturday(evening: Evening): Promise<Played> {
  const played: Played = { accepted: [], conflicts: 0, bookTimes: [], saveTimes: [], ends: {} };
  let next = 0;
  const host = async (tablet: Tablet) => {
    while (next < evening.bookings) {
      const number = next++;
      const branch = evening.branches[number % evening.branches.length] as string;
      await serve(tablet, branch, number, evening, played);
      if (number % 3 === 0) await saveOne(tablet, branch, number, evening, played);
    }
  };
  await Promise.all(evening.tablets.map(host));
  return played;
}

async function timed(times: number[], work: () => Promise<Answer>, counts: (answer: Answer) => boolean): Promise<Answer> {
  const begun = performance.now();
  const answer = await work();
  if (counts(answer)) times.push(performance.now() - begun);
  return answer;
}

async function serve(tablet: Tablet, branch: string, number: number, evening: Evening, played: Played): Promise<void> {
  const { dice, date, times, newKey } = evening;
  const isWalkIn = dice.chance(0.15);
  const body = {
    ...{ date, time: dice.pick(times), party: 1 + dice.below(6), name: `Guest ${number}`, phones: `+1 212 3${String(100_000 + number)}` },
    source: isWalkIn ? "walk_in" : dice.pick(["phone", "whatsapp", "web"]),
    // Everybody wants the same few tables.
    tables: dice.chance(0.4) ? [dice.pick(["1", "3", "6"])] : null,
    override_reason: "Saturday",
  };
  const isBooked = ({ status }: Answer) => status === 201;
  let booked = await timed(played.bookTimes, () => tablet.book(branch, body, newKey()), isBooked);
  if (booked.status === 409) {
    played.conflicts++;
    const tables = booked.answer.free?.[0] ?? [];
    booked = await timed(played.bookTimes, () => tablet.book(branch, { ...body, tables }, newKey()), isBooked);
    // Somebody was quicker again: this one is seated wherever there is room, or at no table yet.
    if (booked.status === 409)
      booked = await timed(played.bookTimes, () => tablet.book(branch, { ...body, tables: [] }, newKey()), isBooked);
  }
  const { id, version } = booked.answer;
  if (booked.status !== 201 || !id || !version) throw new Error(`A booking answered ${booked.status}: ${booked.answer.error}`);
  played.accepted.push({ branch, id });
  await live(tablet, branch, { id, version }, isWalkIn, evening, played);
}

/** What becomes of a party; a refusal (its table is taken by now) leaves it where it is. */
async function live(
  tablet: Tablet,
  branch: string,
  { id, version }: { id: string; version: number },
  isWalkIn: boolean,
  { dice }: Evening,
  played: Played,
): Promise<void> {
  const ways: ReservationStatus[][] = isWalkIn
    ? [["SEATED"], ["SEATED", "FINISHED"]]
    : [
        ["ARRIVED", "SEATED", "MAIN", "BILL", "FINISHED"],
        ["LATE", "ARRIVED", "SEATED"],
        ["NO_SHOW"],
        ["CANCELLED"],
        [],
        ["SEATED", "FINISHED"],
      ];
  let now = version;
  let at: ReservationStatus = "CONFIRMED";
  if (dice.chance(0.2)) {
    const moved = await tablet.change(branch, id, {
      version: now,
      tables: [dice.pick(["1", "2", "3", "5", "6"])],
      override_reason: "Saturday",
    });
    if (moved.status === 409) played.conflicts++;
    else now = moved.answer.version ?? now;
  }
  for (const to of dice.pick(ways)) {
    const stepped = await tablet.step(branch, id, { version: now, to, reason: "guest", override_reason: "Saturday" });
    if (stepped.status !== 200) {
      if (stepped.status !== 409) throw new Error(`A step answered ${stepped.status}: ${stepped.answer.error}`);
      played.conflicts++;
      break;
    }
    now = stepped.answer.version ?? now;
    at = to;
  }
  played.ends[at] = (played.ends[at] ?? 0) + 1;
}

async function saveOne(tablet: Tablet, branch: string, number: number, { newKey }: Evening, { saveTimes }: Played): Promise<void> {
  const contacts = [0, 1, 2, 3].map((seat) => ({
    name: `Seated ${number} ${seat}`,
    phones: `+1 212 4${String(100_000 + number * 4 + seat)}`,
  }));
  const metadata = { hostess: "Rita", waiter: "Elie", table_number: String(number) };
  const saved = await timed(
    saveTimes,
    () => tablet.save(branch, { metadata, contacts }, newKey()),
    ({ status }) => status === 200,
  );
  if (saved.status !== 200) throw new Error(`A save answered ${saved.status}: ${saved.answer.error}`);
}

/** What a branch's store holds in the end. */
export function whatStands(file: string): { ids: string[]; twice: unknown[] } {
  const database = new Database(file, { readonly: true });
  try {
    const statuses = [...HOLDING_STATUSES, "FINISHED"].map((status) => `'${status}'`).join(", ");
    const held = `SELECT r.id, t.table_number, r.held_from, r.held_until FROM reservation r
      JOIN reservation_table t ON t.reservation_id = r.id WHERE r.status IN (${statuses})`;
    const twice = database
      .prepare(
        `WITH held AS (${held}) SELECT a.table_number, a.id AS one, b.id AS other FROM held a JOIN held b
         ON a.table_number = b.table_number AND a.id < b.id AND a.held_from < b.held_until AND b.held_from < a.held_until`,
      )
      .all();
    const ids = database.prepare<[], string>("SELECT id FROM reservation WHERE status <> 'DELETED' ORDER BY id").pluck().all();
    return { ids, twice };
  } finally {
    database.close();
  }
}
