import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEFAULT_RULES } from "../../lib/reservations/rules/default-rules";
import { HOLDING_STATUSES } from "../../lib/reservations/states";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { type Guest, mustBe, newGuest } from "./people";

const BRANCH = "jounieh";
/** `KILLS=200 npx vitest run --config vitest.kill.config.ts tests/kill/reservations.test.ts`: how many at random moments, at least. */
const KILLS = Number(process.env.KILLS ?? 0);
/** Many kills are shared by houses beside each other: a killed one waits most of the time, for a server to start or a book to hear of a guest. */
const HOUSES = KILLS > 20 ? 2 : 1;

/** One party's way: booked for tomorrow, then told late. */
interface Party {
  guest: Guest;
  book: Intent;
  step: Intent | null;
}

interface Row {
  name: string;
  status: string;
  version: number;
  tables: number;
}

/** So long one sign-in is used, in milliseconds: a token is good for a quarter of an hour, and two hundred kills may take longer. */
const SIGN_IN_KEPT = 5 * 60_000;

/** A house that is killed while it takes bookings, and all that ever booked there. */
class BookedHouse {
  readonly tally = new Tally();
  private readonly parties: Party[] = [];
  private signedInAt = performance.now();

  private constructor(readonly house: KillHouse) {}

  static async open(): Promise<BookedHouse> {
    const house = await KillHouse.open("2026-11-20T19:40:00.000Z");
    const table = { area: "", min: 1, max: 4, priority: 1, x: null, y: null };
    const tables = Array.from({ length: 250 }, (_, index) => ({ ...table, number: String(index + 1) }));
    const rules = { ...DEFAULT_RULES, tables };
    const saved = await house.request("PUT", "/reservations/rules", { branch: BRANCH, body: { rules, version: 0 } });
    expect(saved?.status, JSON.stringify(saved)).toBe(200);
    return new BookedHouse(house);
  }

  operation(hosts: number): Operation {
    let mine: Party[] = [];
    return {
      prepare: async () => {
        await this.signInAgain();
        mine = Array.from({ length: hosts }, () => this.newParty());
      },
      run: async () => (await Promise.all(mine.map((party) => this.serve(party)))).every(Boolean),
      check: async (stage) => {
        this.checkBooked(stage);
        if (stage === "settled") await this.checkHeard(mine);
      },
    };
  }

  private async signInAgain(): Promise<void> {
    if (performance.now() - this.signedInAt < SIGN_IN_KEPT) return;
    await this.house.signIn();
    this.signedInAt = performance.now();
  }

  /** The evening after next as often as tables run out: each party has a table of its own evening. */
  private newParty(): Party {
    const guest = newGuest();
    const day = new Date(Date.parse("2026-11-21") + Math.floor(this.parties.length / 200) * 86_400_000).toISOString().slice(0, 10);
    const body = { date: day, time: "20:00", party: 2, name: guest.name, phones: guest.phones, source: "phone" };
    const party: Party = { guest, book: Ledger.intent("/reservations", BRANCH, body), step: null };
    this.parties.push(party);
    return party;
  }

  private async serve(party: Party): Promise<boolean> {
    const booked = await this.house.send(party.book);
    if (!booked || !(await this.heard(party))) return false;
    const { id, version } = booked.body as { id: string; version: number };
    party.step = Ledger.intent(`/reservations/${id}/step`, BRANCH, { version, to: "CANCELLED", reason: "guest", tell: false });
    return Boolean(await this.house.send(party.step));
  }

  /** The book has the booker, and the queue the word to them: what a change leaves to do beside it is part of the run. */
  private async heard(party: Party): Promise<boolean> {
    let stands = await this.standOf(party);
    const isOver = async () => {
      stands = await this.standOf(party);
      return stands !== "waits";
    };
    // Where it is not heard in time, the party goes no further, and its check says what is missing.
    await vi.waitUntil(isOver, { timeout: 10_000, interval: 20 }).catch(() => {});
    return stands === "heard";
  }

  private async standOf({ guest }: Party): Promise<"heard" | "waits" | "down"> {
    if (this.house.pid === 0 || (await this.house.request("GET", "/cancel-status")) === null) return "down";
    return this.inBook(guest) > 0 && this.waiting() === 0 ? "heard" : "waits";
  }

  private count(store: string, sql: string, ...values: unknown[]): number {
    return this.house.rows<{ found: number }>(store, sql, ...values)[0]?.found ?? 0;
  }

  private inBook({ name }: Guest): number {
    return this.count(`${BRANCH}/contacts.db`, "SELECT count(*) AS found FROM contact WHERE name = ?", name);
  }

  private readonly waiting = () =>
    this.count(
      `${BRANCH}/table.db`,
      `SELECT (SELECT count(*) FROM reservation WHERE booker_taken < booker_version) +
         (SELECT count(*) FROM reservation_message WHERE state = 'due') AS found`,
    );

  private checkBooked(stage: "killed" | "settled"): void {
    const rows = this.house.rows<Row>(
      `${BRANCH}/table.db`,
      `SELECT name, status, version, (SELECT count(*) FROM reservation_table t WHERE t.reservation_id = r.id) AS tables FROM reservation r`,
    );
    const byName = new Map<string, Row[]>();
    for (const row of rows) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
    const { tally } = this;
    for (const party of this.parties.filter(({ book }) => this.house.ledger.wasSent(book))) {
      const mine = byName.get(party.guest.name) ?? [];
      tally.judge(mine.length, 1, stage === "settled" ? "be" : mustBe(this.house.ledger, party.book));
      for (const { status, version, tables } of mine) {
        if (tables !== 1) tally.partial++;
        const stepped = party.step !== null && this.house.ledger.isAnswered(party.step);
        if (stepped && status !== "CANCELLED") tally.lost++;
        if ((status === "CANCELLED") !== version > 1) tally.partial++;
        if (version > 2) tally.duplicated++;
      }
    }
    const holding = HOLDING_STATUSES.map((status) => `'${status}'`).join(", ");
    const twice = this.house.rows(
      `${BRANCH}/table.db`,
      `SELECT t.table_number, r.business_day FROM reservation r JOIN reservation_table t ON t.reservation_id = r.id
       WHERE r.status IN (${holding}) GROUP BY t.table_number, r.business_day HAVING count(*) > 1`,
    );
    expect(twice).toEqual([]);
  }

  /** Each booker is one guest of the book, and nothing that was to be told is told twice. */
  private async checkHeard(mine: readonly Party[]): Promise<void> {
    // Several houses on a busy machine are slow; what is stuck stays so, and is named.
    await vi
      .waitUntil(() => this.waiting() === 0, { timeout: 60_000, interval: 50 })
      .catch(() => {
        const due = this.house.rows(
          `${BRANCH}/table.db`,
          "SELECT id, reservation_id, kind, state, due_at FROM reservation_message WHERE state = 'due'",
        );
        const bookers = this.house.rows(
          `${BRANCH}/table.db`,
          "SELECT id, status, booker_version, booker_taken FROM reservation WHERE booker_taken < booker_version",
        );
        throw new Error(`After a minute there wait ${JSON.stringify({ due, bookers })}\n${this.house.said.slice(-4_000)}`);
      });
    for (const { guest } of mine) {
      this.tally.judge(this.inBook(guest), 1, "be");
      const told = this.count("hub.db", "SELECT count(*) AS found FROM queue_item WHERE name = ?", guest.name);
      this.tally.judge(told, 1, "be");
    }
  }
}

let houses: BookedHouse[] = [];
beforeAll(async () => {
  houses = await Promise.all(Array.from({ length: HOUSES }, () => BookedHouse.open()));
});
afterAll(async () => void (await Promise.all(houses.map(({ house }) => house.close()))));

const POINTS = [
  "book:begin",
  "book:row",
  "book:committed",
  "step-reservation:row",
  "step-reservation:committed",
  "take-bookers:written",
  "take-bookers:committed",
  "enqueue:committed",
  "reservation-message:queued",
  "write:events",
  "write:receipt",
];

test("a killed booking is there whole or not at all, its guest is in the book once, and is told once", { timeout: 3_000_000 }, async () => {
  const [first] = houses;
  if (!first) throw new Error("There is no house.");
  await killAtPoints(first.house, first.operation(1), POINTS);
  const each = Math.ceil((KILLS - first.house.kills) / houses.length);
  const begun = performance.now();
  await Promise.all(houses.map((one) => killAtRandom(one.house, one.operation(3), each > 0 ? each : undefined)));
  const kills = houses.reduce((sum, { house }) => sum + house.kills, 0);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  for (const { tally } of houses) console.log(`reservations: ${tally.line()}`);
  console.log(`reservations: ${kills} kills in ${houses.length} houses, those at random in ${minutes} minutes (seed ${SEED})`);
  expect(kills).toBeGreaterThanOrEqual(Math.max(KILLS, LEAST_KILLS));
  for (const { tally } of houses) expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
