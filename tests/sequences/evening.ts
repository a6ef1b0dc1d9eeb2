import { expect } from "vitest";
import { storeFile } from "@/lib/db/files";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { importContacts } from "@/lib/import/contract";
import type { BranchKey } from "@/lib/known-branches";
import type { MergeNotes } from "@/lib/merge-report";
import { type MergeByDateAnswer, runMergeByDate } from "@/lib/merging/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { RESTAURANTS } from "../support/restaurants";
import { alter } from "../support/stores";
import { METADATA } from "../support/tables";
import { ask } from "./ask";
import { awardAtTable } from "./awards";
import { type Dice, peopleOf, type Someone, typedAs } from "./people";
import { type Sighting, STOPS, type Table, told, typed } from "./tables";
import { WhoIsWho } from "./who-is-who";

/** What every merge's answer tells of those who have no row of their own. */
type Told = MergeNotes & { also: number; may_be_same: number };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * A few evenings of the five branches, in random order and with everything that goes wrong in real ones. What it writes
 * goes through the calls; what must come of it, it remembers by itself.
 */
export class Evenings {
  readonly people: Someone[];
  readonly log: string[] = [];
  /** Everybody who came into central by an import, or was booked as they were then: they stay there. */
  readonly staying = new Set<Sighting>();
  /** The other names that some answer has told. */
  readonly told = new Set<string>();
  /** The pairs of different names that some answer has told. */
  readonly pairs: { name: string; other: string }[] = [];
  /** Of whom an End of Day has told that was then stopped: nobody heard its answer. */
  readonly unheard = new Set<Sighting>();
  readonly tables: Table[] = [];
  private readonly branches: readonly string[];
  readonly whoIsWho: WhoIsWho;
  private day = 0;
  private hour = 20;
  private number = 0;
  /** Branches whose End of Day has run on a day. */
  private readonly ended = new Set<string>();
  /** Branches whose last End of Day stopped on its way. */
  private readonly stopped = new Set<string>();

  constructor(
    private readonly random: Dice,
    id: number,
    /** Local midnight of the first day in Beirut, as UTC milliseconds. */
    private readonly firstDay: number,
  ) {
    this.people = peopleOf(id, random);
    // Few at a time, so that what happens in one of them meets what happened there before.
    const first = random.below(RESTAURANTS.length);
    this.branches = [...RESTAURANTS, ...RESTAURANTS].slice(first, first + random.pick([1, 1, 2, 2, 3, 5]));
    this.whoIsWho = new WhoIsWho(random, new Date(firstDay).toISOString(), this.log);
    this.setClock();
  }

  /** Everybody who is at a table in the end: they must be in central. */
  wanted(): Sighting[] {
    return this.tables.flatMap((table) => table.guests);
  }

  async step(): Promise<void> {
    const steps: [number, () => Promise<unknown>][] = [
      [8, () => this.save()],
      [4, () => this.saveAgain()],
      [1, () => this.move()],
      [3, () => this.award()],
      [3, () => this.mergeAll(this.branch())],
      [2, () => this.endOfDay(this.branch())],
      [1, () => this.stopEndOfDay()],
      [1, () => this.mergeByDate(this.random.below(this.day + 1), this.random.chance(0.7))],
      [2, () => this.correctAfterCentral()],
      [1, () => this.importIntoCentral()],
      [4, () => this.whoIsWho.step(this.random.pick([...this.branches, "central"]) as BranchKey)],
      [1, () => this.nextDay()],
      [1, () => this.forgotten()],
    ];
    let at = this.random.below(steps.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, step] of steps) {
      if (at < weight) {
        await step();
        return;
      }
      at -= weight;
    }
  }

  /** The last night: every branch that has something open ends its day, and central takes what it lacks; then nothing waits. */
  async end(): Promise<void> {
    for (const branch of RESTAURANTS)
      if (this.stopped.has(branch) || this.tables.some((table) => table.branch === branch && !table.closed)) await this.endOfDay(branch);
    await this.whoIsWho.endAll("central");
    await this.mergeByDate(this.day, true);
    const again = await this.mergeByDate(this.day, true);
    expect(again, "the same merge again").toMatchObject({ inserted: 0, united: 0, removed: 0, earlier_dates: [] });
  }

  /** Somebody without a number sits in two branches of one evening, in one at a table that is completed only the next day. */
  private async forgotten(): Promise<void> {
    const who = this.people.find(({ numbers }) => numbers.length === 0);
    const table = this.openTable();
    // Five days for each sequence.
    if (!who || !table || table.day !== this.day || this.day > 2) return;
    await this.save(this.random.pick(RESTAURANTS.filter((branch) => branch !== table.branch)), [this.sighting(who)]);
    await this.nextDay();
    await this.write(table, [...table.guests.filter((guest) => guest.who !== who), this.sighting(who)]);
  }

  private async save(branch: string = this.random.pick(this.branches), guests = this.party()): Promise<void> {
    const number = String(++this.number);
    const body = { metadata: { ...METADATA, table_number: number }, contacts: guests.map(typed) };
    const { status, answer } = await ask("staff", saveTable, { branch, body });
    this.say(`save ${answer.table_name} in ${branch}: ${guests.map(told).join("; ")}`);
    expect(status).toBe(200);
    this.pairs.push(...(answer.pairs ?? []));
    const seen = new Set(guests);
    this.tables.push({ branch, day: this.day, name: answer.table_name, number, guests, seen, closed: false, booked: false });
  }

  private async saveAgain(table = this.openTable()): Promise<void> {
    if (!table) return;
    const guests = table.guests.map((guest) => (this.random.chance(0.4) ? this.sighting(guest.who) : guest));
    if (this.random.chance(0.4)) guests.push(...this.party().slice(0, 1));
    if (this.random.chance(0.3) && guests.length > 1) guests.splice(this.random.below(guests.length), 1);
    await this.write(table, guests);
  }

  private async move(): Promise<void> {
    const from = this.openTable();
    const to = this.tables.find((table) => !table.closed && table.branch === from?.branch && table !== from);
    if (!from || !to || from.guests.length < 2) return;
    const guest = from.guests.at(-1) as Sighting;
    await this.write(to, [...to.guests, guest]);
    await this.write(from, from.guests.slice(0, -1));
  }

  private async write(table: Table, guests: Sighting[]): Promise<void> {
    const body = { metadata: { ...METADATA, table_number: table.number }, contacts: guests.map(typed), table_name: table.name };
    const { status, answer } = await ask("staff", saveTable, { branch: table.branch, body });
    this.say(`again ${table.name} in ${table.branch}: ${guests.map(told).join("; ")}`);
    expect(status).toBe(200);
    // Of two whose numbers stand in a third row of one table only its save tells: no merge sees that row.
    this.pairs.push(...(answer.pairs ?? []));
    table.guests = guests;
    table.booked = false;
    for (const guest of guests) table.seen.add(guest);
  }

  /** Closed tables too: a tablet that was away awards late. */
  private async award(): Promise<void> {
    if (this.tables.length === 0) return;
    const table = this.random.pick(this.tables);
    this.say(`award at ${table.name} in ${table.branch}: ${await awardAtTable(table, this.random)}`);
  }

  private async mergeAll(branch: string): Promise<void> {
    this.say(`Merge All in ${branch}`);
    const { status, answer } = await ask("admin", mergeTables, { branch });
    expect(status).toBe(200);
    this.hear(answer);
    this.closeBooked(branch);
  }

  /** In time, or after midnight; the business day is the same. */
  private async endOfDay(branch: string): Promise<void> {
    this.tillEndOfDay();
    const { status, answer } = await ask("admin", endOfDay, { branch });
    this.say(`End of Day in ${branch}: ${answer.detail}`);
    expect(status).toBe(200);
    this.hear(answer);
    const changed = this.whoIsWho.undos.companySet.has(branch)
      ? this.tables.filter((one) => one.branch === branch && !one.closed && one.booked).length
      : 0;
    this.closeBooked(branch);
    this.stopped.delete(branch);
    const open = this.tables.filter((table) => table.branch === branch && !table.closed);
    const today = `${branch} ${this.day}`;
    expect(answer.already_done, "done already, when it ran and nothing waits").toBe(open.length === 0 && this.ended.has(today));
    this.ended.add(today);
    for (const table of open) table.closed = true;
    if (answer.already_done) return;
    // A Set Company changes tables that a stopped run has booked: they are taken once more.
    expect(answer.tables - open.length, "every open table is taken").toBeGreaterThanOrEqual(0);
    expect(answer.tables - open.length, "and none that was booked and not changed").toBeLessThanOrEqual(changed);
    expect(answer.inserted + answer.skipped, "everybody at the tables is counted").toBe(answer.guests);
  }

  /** What is saved meanwhile waits for the next one, and what was booked stays. */
  private async stopEndOfDay(): Promise<void> {
    const branch = this.openTable()?.branch as BranchKey | undefined;
    if (!branch) return;
    if (this.stopped.has(branch)) await this.endOfDay(branch);
    if (!this.tables.some((table) => table.branch === branch && !table.closed)) return;
    this.tillEndOfDay();
    const stop = this.random.pick(["booking", "closing"] as const);
    const file = storeFile(branch, STOPS[stop].kind);
    alter(file, `CREATE TRIGGER stop ${STOPS[stop].when} BEGIN SELECT RAISE(ABORT, 'stopped here'); END`);
    const { status } = await ask("admin", endOfDay, { branch });
    alter(file, "DROP TRIGGER stop");
    this.say(`End of Day in ${branch} stopped before its ${stop}`);
    for (const table of this.tables.filter((one) => one.branch === branch && !one.closed))
      for (const guest of table.seen) this.unheard.add(guest);
    expect(status).not.toBe(200);
    this.stopped.add(branch);
    if (stop === "booking") return;
    this.ended.add(`${branch} ${this.day}`);
    for (const table of this.tables.filter((one) => one.branch === branch && !one.closed)) {
      table.booked = true;
      for (const guest of table.guests) this.staying.add(guest);
    }
  }

  /** The next merge of a branch closes first what a stopped End of Day has booked. */
  private closeBooked(branch: string): void {
    for (const table of this.tables) table.closed ||= table.branch === branch && table.booked;
  }

  private async mergeByDate(day: number, earlier: boolean): Promise<MergeByDateAnswer> {
    const date = new Date(this.firstDay + day * DAY + 12 * HOUR).toISOString().slice(0, 10);
    const query = { action: "merge_by_date_all_branches" as const, date, force: "true", backup: "false", include_earlier: String(earlier) };
    const { status, answer } = await ask("admin", runMergeByDate, { query: query as never });
    this.say(`Merge by Date ${date}${earlier ? " with earlier days" : ""}: inserted ${answer.inserted}, also ${answer.also}`);
    expect(status).toBe(200);
    this.hear(answer);
    return answer;
  }

  /** Central takes a table before its End of Day, and the table is saved again: corrected, with somebody more, or less. */
  private async correctAfterCentral(): Promise<void> {
    const table = this.openTable();
    if (!table) return;
    await this.mergeAll(table.branch);
    await this.mergeByDate(table.day, this.random.chance(0.5));
    if (table.closed) return; // Merge All has finished an End of Day that had stopped
    await this.random.pick([() => this.saveAgain(table), () => this.saveAgain(table), () => this.move()])();
  }

  private async importIntoCentral(): Promise<void> {
    const guest = this.sighting(this.random.pick(this.people));
    if (guest.numbers.length === 0) return; // who has none is another person on another day
    const raw = `name,phones,birthday\n"${guest.name}","${guest.phones}","${guest.birthday}"\n`;
    const { status, answer } = await ask("admin", importContacts, { branch: "central", raw, headers: { "content-type": "text/csv" } });
    this.say(`import ${told(guest)}`);
    expect([status, answer.errors]).toEqual([200, []]);
    this.hear(answer);
    this.staying.add(guest);
  }

  private async nextDay(): Promise<void> {
    this.day++;
    this.hour = 20;
    this.setClock();
    this.say("the next day");
  }

  /** Mostly one where something is open. */
  branch(): string {
    const open = this.tables.filter((table) => !table.closed);
    return open.length > 0 && this.random.chance(0.8) ? this.random.pick(open).branch : this.random.pick(RESTAURANTS);
  }

  private openTable(): Table | undefined {
    const open = this.tables.filter((table) => !table.closed);
    return open.length > 0 ? this.random.pick(open) : undefined;
  }

  private party(): Sighting[] {
    const people = this.people.filter(() => this.random.chance(0.4));
    return (people.length > 0 ? people : [this.random.pick(this.people)]).map((who) => this.sighting(who));
  }

  /** Somebody as they are typed this time: by one number or several, by the whole name or a part of it. */
  private sighting(who: Someone): Sighting {
    const some = who.numbers.filter(() => this.random.chance(who.shares ? 0.8 : 0.6));
    const numbers = some.length > 0 || who.numbers.length === 0 ? some : [this.random.pick(who.numbers)];
    const names = [who.name, who.name, who.name.split(" ")[0] ?? ""];
    const name =
      numbers.length > 0 && !who.shares ? this.random.pick([...names, ""]) : numbers.length > 0 ? this.random.pick(names) : who.name;
    const phones = numbers.map((number) => typedAs(number, this.random)).join(this.random.pick([", ", " / ", ";"]));
    return { who, name, numbers, phones, birthday: this.random.chance(0.4) ? who.birthday : "" };
  }

  private hear({ also, also_known_as, may_be_same, pairs }: Told): void {
    for (const one of also_known_as) this.told.add(one.also);
    this.pairs.push(...pairs);
    expect([also, may_be_same], "as many as are listed").toEqual([also_known_as.length, pairs.length]);
  }

  private tillEndOfDay(): void {
    this.hour = Math.max(this.hour, this.random.pick([23.5, 25.5, 27]));
    this.setClock();
  }

  private setClock(): void {
    clockAt(new Date(this.firstDay + this.day * DAY + this.hour * HOUR).toISOString());
  }

  private say(sentence: string): void {
    this.log.push(`day ${this.day}, ${this.hour}:00: ${sentence}`);
  }
}
