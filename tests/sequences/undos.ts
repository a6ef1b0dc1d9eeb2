import { expect } from "vitest";
import { businessDayOf, eveningHours } from "@/lib/business-day";
import { now } from "@/lib/clock";
import { storeFile } from "@/lib/db/files";
import { env } from "@/lib/env";
import { undoCompany, updateCompanyByDate } from "@/lib/guests/contract";
import { importContacts, undoImport } from "@/lib/import/contract";
import type { BranchKey } from "@/lib/known-branches";
import { clockAt } from "../support/clocks";
import type { Refusal } from "../support/house";
import { checkRebuilt } from "../support/rebuilt";
import { ask } from "./ask";
import type { Dice } from "./people";

const DAY = 24 * 3_600_000;

/** A sequence does in a second what people do in months. */
const isTooOften = (status: number) => status === 429;

interface Made {
  book: BranchKey;
  kind: "import" | "company";
  id: string;
  at: number;
}

/** What can be undone as a whole, and its undo at any age: late ones ask first, and are done once what they cost was seen. */
export class Undos {
  private readonly made: Made[] = [];
  /** The branches whose tables a Set Company has changed. */
  readonly companySet = new Set<string>();

  constructor(
    private readonly random: Dice,
    private readonly log: string[],
  ) {}

  /** @param known guests of the book, of whom a file may say more */
  async step(book: BranchKey, known: readonly { name: string; phones: string }[], meanwhile: () => Promise<void>): Promise<void> {
    if (this.made.length > 0 && this.random.chance(0.6)) await this.undoAtAnyAge(this.random.pick(this.made), meanwhile);
    else await this.random.pick([() => this.bring(book, known), () => this.setCompany(book)])();
  }

  private async bring(book: BranchKey, known: readonly { name: string; phones: string }[]): Promise<void> {
    const lines = Array.from({ length: 1 + this.random.below(3) }, () => {
      const [one, other] = [this.random.pick(known), this.random.pick(known)];
      const phones = [one?.phones ?? "", this.random.chance(0.3) ? (other?.phones ?? "") : ""].filter(Boolean).join(", ");
      return `"${one?.name ?? "Somebody"}${this.random.chance(0.3) ? " Filewise" : ""}","${phones}","${this.random.pick(["", "In File"])}"`;
    });
    const raw = `name,phones,company\n${lines.join("\n")}\n`;
    const { status, answer } = await ask("staff", importContacts, { branch: book, raw, headers: { "content-type": "text/csv" } });
    this.log.push(`import into ${book}: ${lines.join("; ")}`);
    if (isTooOften(status)) return;
    expect(status, answer.error).toBe(200);
    if (answer.import_id) this.made.push({ book, kind: "import", id: answer.import_id, at: now().getTime() });
  }

  private async setCompany(book: BranchKey): Promise<void> {
    const date = businessDayOf(now(), eveningHours(env()));
    const { status, answer } = await ask("staff", updateCompanyByDate, {
      branch: book,
      body: { date, company: `Set ${this.made.length}` },
    });
    this.log.push(`Set Company of ${date} in ${book}: ${answer.detail ?? answer.error}`);
    if (isTooOften(status)) return;
    expect(status).toBe(200);
    this.companySet.add(book);
    if (answer.undo_id) this.made.push({ book, kind: "company", id: answer.undo_id, at: now().getTime() });
  }

  /** The clock goes on for the undo alone: what is done after it is done that evening. */
  private async undoAtAnyAge(one: Made, meanwhile: () => Promise<void>): Promise<void> {
    const tonight = now();
    if (this.random.chance(0.7)) clockAt(new Date(tonight.getTime() + (10 + this.random.below(50)) * 3_600_000).toISOString());
    await this.undo(one, meanwhile);
    clockAt(tonight.toISOString());
    checkRebuilt(storeFile(one.book, "contacts"));
  }

  private async undo(one: Made, meanwhile: () => Promise<void>): Promise<void> {
    const { book, kind, id, at } = one;
    const send = (accept_loss?: string) => {
      const more = accept_loss === undefined ? {} : { accept_loss };
      if (kind === "import") return ask("staff", undoImport, { branch: book, body: { import_id: id, ...more } });
      return ask("staff", undoCompany, { branch: book, body: { undo_id: id, ...more } });
    };
    let { status, answer } = await send();
    if (isTooOften(status)) return;
    const lossOf = () => (answer as unknown as Refusal & { loss?: string }).loss; // a refusal's own field
    const age = now().getTime() - at;
    this.log.push(`undo of ${kind} in ${book} after ${age / 3_600_000} h: ${status} ${answer.message ?? answer.error}`);
    if (kind === "import" && Math.abs(age - DAY) > 1_000)
      expect([status, lossOf() !== undefined]).toEqual(age > DAY ? [409, true] : [200, false]);
    if (lossOf() !== undefined && this.random.chance(0.3)) await meanwhile();
    for (let shown = lossOf(), times = 0; shown !== undefined && times < 2; shown = lossOf(), times++) {
      ({ status, answer } = await send(shown));
      if (isTooOften(status)) return;
      this.log.push(`  accepted: ${status} ${answer.message ?? answer.error}`);
    }
    expect(lossOf(), "what was shown last is accepted").toBeUndefined();
    expect([200, 409]).toContain(status); // another Set Company came over all of it
    if (status === 200) this.made.splice(this.made.indexOf(one), 1);
  }
}
