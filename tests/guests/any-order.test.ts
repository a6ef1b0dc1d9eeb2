import { expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { openReading } from "@/lib/db/pragmas";
import { endOfDay } from "@/lib/evening/contract";
import { dedupeTable, deleteContact, undoCompany, undoDedupe, updateCompanyByDate, updateContact } from "@/lib/guests/contract";
import { saveTable } from "@/lib/tables/contract";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { type Person as Caller, call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { METADATA, open, openTables } from "../support/tables";
import { DATE, find, mergeAll, mergeDate, ofDate } from "./guests";

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? 12);
const STORES = ["jounieh", "central"] as const;
type Book = (typeof STORES)[number];

/** Somebody with a name and a number of their own; in pairs they share a second number. */
interface Guest {
  name: string;
  digits: string;
  /** When the guest was first and last recorded, of one who sits in the evening now; null for one who does not. */
  recorded: { first: number; last: number } | null;
  /** An End of Day has taken the guest: sat down once more that evening, the rows say nothing new. */
  isBooked: boolean;
  /** When somebody last took the guest, or this number, out of a book by hand. */
  takenOut: Record<Book, number>;
}

function record(guest: Guest, at: number): void {
  guest.recorded = { first: guest.recorded?.first ?? at, last: at };
}

class House {
  readonly log: string[] = [];
  readonly guests: Guest[];
  private minute = 0;
  private undos: { dedupe: string[]; company: string[] } = { dedupe: [], company: [] };

  constructor(private readonly random: ReturnType<typeof dice>) {
    const names = ["Maya Khoury", "Rami Haddad", "Tia Saade", "زياد مراد", "O'Brien", "Nour"];
    this.guests = names.map((name, index) => ({
      name,
      digits: `961310000${index}`,
      recorded: null,
      isBooked: false,
      takenOut: { jounieh: -1, central: -1 },
    }));
  }

  /** A minute passes with each step; from 23:15 on, End of Day is open. */
  private pass(toTheEnd = false): number {
    this.minute = Math.max(this.minute + 1, toTheEnd ? 110 : 0);
    clockAt(new Date(Date.UTC(2026, 10, 20, 19, 30 + this.minute)).toISOString());
    return this.minute;
  }

  private by = (): Caller => this.random.pick(["staff", "admin"] as const);

  async step(): Promise<void> {
    const steps = [
      "save",
      "save",
      "saveAgain",
      "mergeAll",
      "mergeDate",
      "deleteRow",
      "deleteFromBook",
      "deleteFromBook",
      "correct",
      "correct",
      "dedupe",
      "undo",
      "company",
      "endDay",
    ] as const;
    const step = this.random.pick(steps);
    const at = this.pass(step === "endDay");
    this.log.push(`${at} ${step}`);
    await this[step](at);
  }

  private some = () => this.guests.filter(() => this.random.chance(0.4));
  private said = ({ name, digits }: Guest) => ({ name, phones: `+${digits}` });

  private async save(at: number): Promise<void> {
    const party = this.some();
    if (party.length === 0) return;
    const body = { metadata: { ...METADATA, table_number: String(at) }, contacts: party.map(this.said) };
    expect((await call(this.by(), saveTable, { body })).status).toBe(200);
    for (const guest of party) record(guest, at);
  }

  /** The same table with others: who sat there keeps the time at which they were recorded. */
  private async saveAgain(at: number): Promise<void> {
    const tables = await openTables();
    if (tables.length === 0) return;
    const table_name = this.random.pick(tables);
    const there = (await open(table_name)).answer.contacts;
    const party = this.some();
    if (party.length === 0) return;
    const body = {
      metadata: { ...METADATA, table_number: table_name.split(" ").at(-1) ?? "" },
      contacts: party.map(this.said),
      table_name,
    };
    expect((await call(this.by(), saveTable, { body })).status).toBe(200);
    for (const guest of this.guests) {
      const sat = there.some(({ phones }) => phones === `+${guest.digits}`);
      if (party.includes(guest) && !sat) record(guest, at);
      if (!party.includes(guest) && sat) await this.lookAgain(guest);
    }
  }

  /** Whether somebody who left a table still stands in the evening, by another table or a booked row. */
  private async lookAgain(guest: Guest): Promise<void> {
    const still = (await ofDate()).find((row) => row.store === "table" && row.phones.includes(guest.digits));
    if (!still) guest.recorded = null;
  }

  private mergeAll = () => mergeAll();
  private mergeDate = async () => void (await mergeDate());
  private endDay = async () => {
    expect((await call("admin", endOfDay)).status).toBe(200);
    for (const guest of this.guests) guest.isBooked ||= guest.recorded !== null;
  };

  private async deleteRow(): Promise<void> {
    const shown = (await ofDate()).filter(({ store }) => store === "table");
    if (shown.length === 0) return;
    const row = this.random.pick(shown);
    this.log.push(`  ${row.name}`);
    expect((await call(this.by(), deleteContact, { query: { id: row.id, store: "table" } })).status).toBe(200);
    const guest = this.guests.find(({ digits }) => row.phones.includes(digits));
    if (guest) guest.recorded = null;
    expect((await ofDate()).some((one) => one.store === "table" && guest && one.phones.includes(guest.digits))).toBe(false);
  }

  private async deleteFromBook(at: number): Promise<void> {
    const branch = this.random.pick(STORES);
    const guest = this.random.pick(this.guests);
    for (const { id } of await find(guest.digits, branch)) {
      const { status } = await call(this.by(), deleteContact, { query: { id, store: "contacts" }, branch });
      if (status !== 200) continue; // somebody at tonight's tables, whom the book does not know
      this.log.push(`  ${guest.name} in ${branch}`);
      guest.takenOut[branch] = at;
    }
  }

  /** A number that was a slip: the guest keeps the name and gets another number. */
  private async correct(at: number): Promise<void> {
    const branch = this.random.pick(STORES);
    const guest = this.random.pick(this.guests);
    const [known] = await find(guest.digits, branch);
    if (!known || known.not_in_book) return;
    this.log.push(`  ${guest.name} in ${branch}`);
    const body = {
      identifier: { name: known.name, phones: known.phones, id: known.id },
      phones: `+9617${String(1_000_000 + at * 97).slice(-7)}`,
    };
    expect((await call(this.by(), updateContact, { body, branch })).status).toBe(200);
    guest.takenOut[branch] = at;
  }

  private async dedupe(): Promise<void> {
    const { answer } = await call(this.by(), dedupeTable);
    if (answer.undo_id) this.undos.dedupe.push(answer.undo_id);
  }

  private async company(at: number): Promise<void> {
    const { answer } = await call(this.by(), updateCompanyByDate, { body: { date: DATE, company: `Company ${at}` } });
    if (answer.undo_id) this.undos.company.push(answer.undo_id);
  }

  /** Twice and out of order: what is over is refused, and changes nothing. */
  private async undo(): Promise<void> {
    const [dedupe, company] = [this.undos.dedupe, this.undos.company].map((ids) => (ids.length > 0 ? this.random.pick(ids) : null));
    if (dedupe) expect([200, 409]).toContain((await call(this.by(), undoDedupe, { body: { undo_id: dedupe } })).status);
    if (company) expect([200, 409]).toContain((await call(this.by(), undoCompany, { body: { undo_id: company } })).status);
  }

  /** Most sequences begin with guests whom the books know. */
  async begin(): Promise<void> {
    await this.save(this.pass());
    await mergeAll();
    if (this.random.chance(0.8)) await mergeDate();
    if (this.random.chance(0.4)) {
      this.pass(true);
      await this.endDay();
    }
  }

  async end(): Promise<void> {
    this.pass(true);
    await this.endDay();
    await mergeDate();
    await mergeDate();
  }

  /** Whoever was deleted or corrected by hand is not back by what was recorded before; everybody else is there, once. */
  check(): void {
    for (const branch of STORES) {
      const owners = rows<{ digits: string; contact_seq: number }>(
        storeFile(branch, "contacts"),
        "SELECT digits, contact_seq FROM contact_phone",
      );
      for (const { name, digits, recorded, takenOut, isBooked } of this.guests) {
        const times = owners.filter((one) => one.digits === digits).length;
        const wasTaken = takenOut[branch] >= 0;
        const isNews = recorded !== null && recorded.first > takenOut[branch] && !(wasTaken && isBooked);
        const isOld = recorded !== null && recorded.last <= takenOut[branch];
        if (isNews) expect(times, `${name} in ${branch}`).toBe(1);
        else if (wasTaken && isOld) expect(times, `${name}, taken out of ${branch}`).toBe(0);
        else expect(times, `${name} in ${branch}`).toBeLessThanOrEqual(1);
      }
    }
    for (const name of ["jounieh/contacts", "jounieh/table", "central/contacts"] as const) {
      const [branch, kind] = name.split("/") as [Book, "contacts" | "table"];
      const database = openReading(storeFile(branch, kind));
      checkEvents(database, `${name}.db`);
      database.close();
    }
  }
}

it.each(Array.from({ length: SEQUENCES }, (_, index) => index))(
  "in whatever order guests are saved, merged, corrected, deleted and undone (%i)",
  { timeout: 120_000 },
  async (index) => {
    enterHouse();
    const random = dice(SEED * 104_729 + index);
    const house = new House(random);
    try {
      await house.begin();
      const steps = 4 + random.below(12);
      for (let step = 0; step < steps; step++) await house.step();
      await house.end();
      house.check();
    } catch (error) {
      throw new Error(`SEED=${SEED}, sequence ${index}:\n${house.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
