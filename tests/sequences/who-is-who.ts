import { expect } from "vitest";
import { storeFile } from "@/lib/db/files";
import { endDecision, sayOnePerson, sayTwoPeople, updateContact, whereFrom } from "@/lib/guests/contract";
import type { BranchKey } from "@/lib/known-branches";
import { alsoNames } from "@/lib/names";
import { checkRebuilt } from "../support/rebuilt";
import { rows } from "../support/stores";
import { ask } from "./ask";
import type { Dice } from "./people";
import { Undos } from "./undos";

interface Guest {
  id: string;
  name: string;
  phones: string;
  also: string;
}

function numbersOf(book: BranchKey, id: string): string[] {
  const sql = `SELECT digits FROM contact_phone WHERE contact_seq = (SELECT seq FROM contact WHERE id = '${id}') ORDER BY position`;
  return rows<{ digits: string }>(storeFile(book, "contacts"), sql).map(({ digits }) => digits);
}

/** What people say of who is who, in any book; after each word the book is what the second program makes of it. */
export class WhoIsWho {
  private readonly made: { book: BranchKey; undo_id: string }[] = [];
  readonly undos: Undos;

  constructor(
    private readonly random: Dice,
    /** Guests who were added before are another sequence's. */
    private readonly since: string,
    private readonly log: string[],
  ) {
    this.undos = new Undos(random, log);
  }

  async step(book: BranchKey): Promise<void> {
    const guests = this.guestsOf(book);
    const known = guests.filter(({ also }) => also !== "");
    const ways = [() => this.two(book, known), () => this.two(book, known), () => this.one(book, guests), () => this.end(book)];
    // Whoever was corrected by hand stays, wherever the tables go: central is held to the tables.
    if (book !== "central")
      ways.push(
        () => this.correct(book, guests),
        () => this.undos.step(book, guests, () => this.correct(book, guests)),
        () => this.undos.step(book, guests, () => this.correct(book, guests)),
      );
    await this.random.pick(ways)();
    checkRebuilt(storeFile(book, "contacts"));
    await this.askWhereFrom(book);
  }

  /** Of each number and each name of somebody there is an origin. */
  private async askWhereFrom(book: BranchKey): Promise<void> {
    const guests = this.guestsOf(book);
    if (guests.length === 0) return;
    const { id, also } = this.random.pick(guests);
    const { status, answer } = await ask("staff", whereFrom, { params: { id }, branch: book });
    expect(status).toBe(200);
    expect(answer.numbers.map(({ digits }) => digits)).toEqual(numbersOf(book, id));
    expect(answer.names.map(({ name }) => name)).toEqual(alsoNames(also));
  }

  /** Central's decisions end before it is compared with the tables. */
  async endAll(book: BranchKey): Promise<void> {
    while (this.made.some((one) => one.book === book)) await this.end(book);
    checkRebuilt(storeFile(book, "contacts"));
  }

  private guestsOf(book: BranchKey): Guest[] {
    // Whom somebody spoke of stays, even where an open table lets them go.
    const booked = "NOT EXISTS (SELECT 1 FROM source_record r WHERE r.contact_seq = c.seq AND r.booked = 0)";
    return rows<Guest>(
      storeFile(book, "contacts"),
      `SELECT id, name, phones, also FROM contact c WHERE added_at >= '${this.since}' AND ${booked} ORDER BY seq`,
    );
  }

  private async two(book: BranchKey, guests: readonly Guest[]): Promise<void> {
    if (guests.length === 0) return;
    const { also, ...identifier } = this.random.pick(guests);
    const all = alsoNames(also);
    const names = all.filter(() => this.random.chance(0.6));
    const body = { identifier, names: names.length > 0 ? names : all.slice(0, 1) };
    this.heard(book, `${identifier.name} is not ${body.names.join(", ")}`, await ask("staff", sayTwoPeople, { body, branch: book }));
  }

  private async one(book: BranchKey, guests: readonly Guest[]): Promise<void> {
    const [first, second] = [this.random.pick(guests), this.random.pick(guests)];
    if (!first || !second || first === second) return;
    const [{ also: _, ...identifier }, { also: __, ...other }] = [first, second];
    const before = [first, second].flatMap(({ id }) => numbersOf(book, id));
    const answered = await ask("staff", sayOnePerson, { body: { identifier, other }, branch: book });
    if (answered.status === 200) expect(numbersOf(book, answered.answer.contact.id)).toEqual(expect.arrayContaining(before));
    this.heard(book, `${first.name} is ${second.name}`, answered);
  }

  private async end(book: BranchKey): Promise<void> {
    const index = this.made.findLastIndex((one) => one.book === book);
    const [one] = index < 0 ? [] : this.made.splice(index, 1);
    if (!one) return;
    const { status, answer } = await ask("staff", endDecision, { body: { undo_id: one.undo_id }, branch: book });
    this.log.push(`end in ${book}: ${answer.message ?? answer.error}`);
    expect(status).toBe(200);
  }

  private async correct(book: BranchKey, guests: readonly Guest[]): Promise<void> {
    const guest = this.random.pick(guests);
    if (!guest) return;
    const other = this.random.pick(guests);
    const change = this.random.pick([{ phones: other?.phones ?? "" }, { company: "By hand" }, { name: `${guest.name} Senior` }]);
    const body = { identifier: { id: guest.id, name: guest.name, phones: guest.phones }, ...change };
    const { status, answer } = await ask("staff", updateContact, { body: body as never, branch: book });
    this.log.push(`correct ${guest.name} ${guest.phones} in ${book}: ${JSON.stringify(change)} ${answer.error ?? ""}`);
    expect([200, 400]).toContain(status); // without name and number nobody is left
  }

  private heard(
    book: BranchKey,
    sentence: string,
    { status, answer }: { status: number; answer: { undo_id?: string; error: string } },
  ): void {
    this.log.push(`in ${book} ${sentence}: ${answer.error ?? "done"}`);
    expect([200, 409]).toContain(status);
    if (answer.undo_id !== undefined && status === 200) this.made.push({ book, undo_id: answer.undo_id });
  }
}
