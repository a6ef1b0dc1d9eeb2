import { checkInvariants } from "../kill/invariants";
import { Tally } from "../kill/kills";
import type { Intent } from "../kill/ledger";
import { countByName, type Guest, judgeGuests, mustBe } from "../kill/people";
import type { Crowd, Party } from "./crowd";
import type { PowerHouse } from "./house";

type Stage = "cut" | "settled";

/** Node 20 has no Map.groupBy. */
function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Compares what the stores hold with what the ledger says was acknowledged. */
export class Judge {
  readonly tally = new Tally();
  /** What is wrong otherwise: a damaged store, a second answer that is not the first, an event too many. */
  readonly faults: string[] = [];

  constructor(
    private readonly house: PowerHouse,
    private readonly crowd: Crowd,
  ) {}

  /** Everything that anybody ever meant to do. After a cut the unanswered may be missing; when settled nothing may. */
  judge(stage: Stage): void {
    this.tallyTables(stage);
    this.tallySteps(stage);
    this.tallyRewards(stage);
    this.checkEvents();
    try {
      checkInvariants(this.house);
    } catch (error) {
      this.faults.push(`a store is damaged: ${String(error)}`);
    }
  }

  /** Sends a round's calls once more with their keys: what was done is answered as the first time, and the rest is done now. */
  async resend(intents: Intent[]): Promise<void> {
    const { house } = this;
    for (const intent of intents) {
      const first = house.answers.get(intent.key);
      const again = first ? await house.answerTo(intent) : await house.send(intent);
      if (!again) this.faults.push(`${intent.path} was not answered although nothing was cut: ${house.said()}`);
      else if (first && JSON.stringify(again) !== JSON.stringify(first)) {
        this.faults.push(`${intent.path} answered ${JSON.stringify(first)}, and to the same key ${JSON.stringify(again)}`);
      }
    }
  }

  private must(intent: Intent, stage: Stage): "be" | "may be" {
    return stage === "settled" ? "be" : mustBe(this.house.ledger, intent);
  }

  private tallyTables(stage: Stage): void {
    for (const branch of new Set(this.crowd.parties.map((party) => party.branch))) {
      const parties = this.crowd.parties.filter((party) => party.branch === branch);
      const tables = this.house.rows<{ table_number: string; version: number; guests: string }>(
        `${branch}/table.db`,
        `SELECT table_number, version, (SELECT json_group_array(json_object('name', name, 'phones', phones)) FROM
           (SELECT name, phones FROM table_guest WHERE table_id = t.id ORDER BY position)) AS guests FROM saved_table t`,
      );
      const byNumber = groupBy(tables, (table) => table.table_number);
      for (const party of parties) {
        const mine = byNumber.get(party.number) ?? [];
        this.tally.judge(mine.length, 1, this.must(party.create, stage));
        for (const { version, guests } of mine) this.tallyContent(party, version, JSON.parse(guests) as Guest[], stage);
      }
      const known = new Set(parties.map(({ number }) => number));
      const strange = tables.filter((table) => !known.has(table.table_number));
      if (strange.length > 0) this.faults.push(`${branch} has tables that nobody saved: ${JSON.stringify(strange)}`);
    }
  }

  /** Version 1 holds the first guests and nobody else, version 2 the second; a third would be a change done twice. */
  private tallyContent({ first, second, update }: Party, version: number, guests: Guest[], stage: Stage): void {
    if (version > 2) this.tally.duplicated++;
    if (update && version === 1 && this.must(update, stage) === "be") this.tally.lost++;
    if (JSON.stringify(guests) !== JSON.stringify(version === 1 ? first : second)) this.tally.partial++;
  }

  private tallySteps(stage: Stage): void {
    const namesOf = (store: string, table: string) => this.house.rows<{ name: string }>(store, `SELECT name FROM ${table}`);
    const imported = namesOf("zgharta/contacts.db", "contact");
    for (const { guests, intent } of this.crowd.imports) judgeGuests(this.tally, guests, imported, this.must(intent, stage));
    const merged = namesOf("batroun/table.db", "guest_row");
    // Of an unanswered merge nothing is known: the next one takes the same tables, and others.
    const done = this.crowd.merges.filter(({ intent }) => this.must(intent, stage) === "be");
    const last = done.at(-1);
    if (last && last.guests.length > 0) judgeGuests(this.tally, last.guests, merged, "be");
    this.tally.duplicated += [...countByName(merged).values()].filter((count) => count > 1).length;
    this.tallyEvenings(stage);
  }

  /** The book has an evening's guests exactly when it has the day's entry. */
  private tallyEvenings(stage: Stage): void {
    for (const branch of new Set(this.crowd.evenings.map((evening) => evening.branch))) {
      const book = this.house.rows<{ name: string }>(`${branch}/contacts.db`, "SELECT name FROM contact");
      const days = new Set(
        this.house
          .rows<{ business_day: string }>(`${branch}/contacts.db`, "SELECT business_day FROM end_of_day_entry")
          .map((entry) => entry.business_day),
      );
      for (const { day, guests, intent } of this.crowd.evenings) {
        if (!days.has(day) && this.must(intent, stage) === "be") this.tally.lost++;
        judgeGuests(this.tally, guests, book, days.has(day) ? "be" : "may be");
        if (!days.has(day) && book.some(({ name }) => name === guests[0]?.name)) this.tally.partial++;
      }
    }
  }

  private tallyRewards(stage: Stage): void {
    const rows = this.house.rows<{ name: string; points: number; visits: number }>(
      "hub.db",
      "SELECT c.name, c.points, (SELECT count(*) FROM loyalty_visit v WHERE v.customer_id = c.id) AS visits FROM loyalty_customer c",
    );
    const byName = groupBy(rows, (row) => row.name);
    for (const { guest, customer, visit } of this.crowd.rewards) {
      const mine = byName.get(guest.name) ?? [];
      this.tally.judge(mine.length, 1, this.must(customer, stage));
      for (const { points, visits } of mine) {
        if (points !== 5 * visits) this.tally.partial++;
        if (visit) this.tally.judge(visits, 1, this.must(visit, stage));
      }
    }
  }

  /** Where a store keeps events: each save that it holds has one, and no other has. A version is a save. */
  private checkEvents(): void {
    for (const branch of new Set(this.crowd.parties.map((party) => party.branch))) {
      const store = `${branch}/table.db`;
      if (this.house.rows(store, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'event'").length === 0) continue;
      const [row] = this.house.rows<{ saves: number; events: number }>(
        store,
        "SELECT (SELECT coalesce(sum(version), 0) FROM saved_table) AS saves, (SELECT count(*) FROM event WHERE kind = 'table.saved') AS events",
      );
      if (row?.saves !== row?.events) this.faults.push(`${branch} holds ${row?.saves} saves and ${row?.events} events of them`);
    }
  }
}
