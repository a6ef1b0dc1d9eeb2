import { setTimeout as pause } from "node:timers/promises";
import { type Intent, Ledger } from "../kill/ledger";
import { type Guest, namelessGuest, newGuest, tableOf } from "../kill/people";
import type { PowerHouse } from "./house";

/** One table: saved, and where `update` stands, changed once. */
export interface Party {
  branch: string;
  number: string;
  first: Guest[];
  second: Guest[];
  create: Intent;
  update: Intent | null;
}

/** A step that brings in all of its guests or nobody. */
export interface Step {
  branch: string;
  guests: Guest[];
  intent: Intent;
}

export interface Evening extends Step {
  day: string;
}

export interface Reward {
  guest: Guest;
  customer: Intent;
  visit: Intent | null;
}

const GUESTS_OF_IMPORT = 40;
const TABLES_OF_EVENING = 3;

/** Several people at work at once, each with one kind of call, until the power goes. It remembers all that they meant to do. */
export class Crowd {
  readonly parties: Party[] = [];
  readonly imports: Step[] = [];
  readonly merges: Step[] = [];
  readonly evenings: Evening[] = [];
  readonly rewards: Reward[] = [];
  private isOver = false;

  constructor(private readonly house: PowerHouse) {}

  /** Works until `stop`, or until nobody answers any more. */
  async work(day: string): Promise<void> {
    this.isOver = false;
    const { house } = this;
    await Promise.all([
      this.again(() => this.saveAndChange("jounieh")),
      this.again(() => this.saveAndChange("jounieh")),
      this.again(async () => (await this.save("batroun")) !== null),
      this.again(() => this.mergeAll("batroun")),
      this.again(() => this.importGuests("zgharta")),
      this.again(() => this.reward()),
      this.endDay("tripoli", day),
    ]).catch((error: unknown) => {
      throw new Error(`Somebody could not go on:\n${house.said()}`, { cause: error });
    });
  }

  stop(): void {
    this.isOver = true;
  }

  private async again(act: () => Promise<boolean>): Promise<void> {
    while (!this.isOver && (await act()));
  }

  /** @returns null when it was not answered */
  private async save(branch: string): Promise<{ party: Party; tableName: string } | null> {
    const number = `P${this.parties.length + 1}`;
    const first = [newGuest(), newGuest(), namelessGuest()];
    const second = [...first.slice(1), newGuest(), newGuest()];
    const create = Ledger.intent("/save-table", branch, tableOf(number, first));
    const party: Party = { branch, number, first, second, create, update: null };
    this.parties.push(party);
    const saved = await this.house.send(create);
    return saved && { party, tableName: (saved.body as { table_name: string }).table_name };
  }

  private async saveAndChange(branch: string): Promise<boolean> {
    const saved = await this.save(branch);
    if (!saved) return false;
    const { party, tableName } = saved;
    party.update = Ledger.intent("/save-table", branch, tableOf(party.number, party.second, { table_name: tableName }));
    return (await this.house.send(party.update)) !== null;
  }

  /** The guests of every table that was acknowledged before a merge was sent must be in it. */
  private guestsSaved(branch: string): Guest[] {
    return this.parties
      .filter((party) => party.branch === branch && this.house.ledger.isAnswered(party.create))
      .flatMap(({ first }) => first);
  }

  private async mergeAll(branch: string): Promise<boolean> {
    await pause(150);
    const step: Step = { branch, guests: this.guestsSaved(branch), intent: Ledger.intent("/merge-tables", branch, undefined) };
    this.merges.push(step);
    return (await this.house.send(step.intent)) !== null;
  }

  private async importGuests(branch: string): Promise<boolean> {
    await pause(200); // at most 30 imports a minute are taken from one user
    const guests = Array.from({ length: GUESTS_OF_IMPORT }, newGuest);
    const csv = ["name,phones", ...guests.map(({ name, phones }) => `${name},${phones}`)].join("\n");
    const step: Step = { branch, guests, intent: Ledger.intent("/contacts/import", branch, csv) };
    this.imports.push(step);
    return (await this.house.send(step.intent)) !== null;
  }

  private async reward(): Promise<boolean> {
    const saved = await this.save("jounieh"); // points are only for a saved table that holds the guest
    if (!saved) return false;
    const { party, tableName: table_name } = saved;
    const [guest = newGuest()] = party.first;
    const customer = Ledger.intent("/loyalty/customers", "jounieh", { name: guest.name, phone: guest.phones });
    const reward: Reward = { guest, customer, visit: null };
    this.rewards.push(reward);
    const made = await this.house.send(customer);
    if (!made) return false;
    const { id } = (made.body as { customer: { id: string } }).customer;
    const visit = { customer_id: id, table_number: party.number, points: 5, table_name };
    reward.visit = Ledger.intent("/loyalty/visit", "jounieh", visit);
    return (await this.house.send(reward.visit)) !== null;
  }

  private async endDay(branch: string, day: string): Promise<void> {
    for (let count = 0; count < TABLES_OF_EVENING; count++) if (this.isOver || !(await this.save(branch))) return;
    const before = new Set(this.evenings.flatMap(({ guests }) => guests));
    const guests = this.guestsSaved(branch).filter((guest) => !before.has(guest));
    const evening: Evening = { branch, day, guests, intent: Ledger.intent("/end-of-day", branch, undefined) };
    this.evenings.push(evening);
    await this.house.send(evening.intent);
  }
}
