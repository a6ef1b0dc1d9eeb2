import { expect } from "vitest";
import { hubFile, storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { openGuest } from "@/lib/guest-page/contract";
import { endDecision, sayOnePerson, updateContact } from "@/lib/guests/contract";
import { redeemVoucher } from "@/lib/vouchers/contract";
import type { Dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call } from "../support/house";
import { rows } from "../support/stores";
import { seat } from "../support/tables";
import { make as makeVouchers } from "../support/vouchers";
import { bring, find, mergeDate } from "./guests";

/** Somebody with a number of their own, and what was theirs while nobody took them for somebody else. */
interface Someone {
  name: string;
  number: string;
  company: string;
  birthday: string;
  /** `day branch` of their tables, while they were a guest of their own. */
  visits: Set<string>;
  /** Whom they are one guest with, themselves included. */
  group: Set<Someone>;
}

interface Merge {
  undo_id: string;
  one: Someone;
  other: Someone;
}

const STEPS = { save: 4, elsewhere: 1, merge: 3, undo: 2, edit: 2, vouchers: 1, redeem: 1, mergeDate: 1 } as const;
const ALL_STEPS = Object.entries(STEPS).flatMap(([step, times]) => Array<string>(times).fill(step));

/** Some people of one book who are made one and two again, whatever else happens to them. Each step is an evening. */
export class TwoAgain {
  readonly log: string[] = [];
  protected readonly people: Someone[];
  private readonly merges: Merge[] = [];
  protected day = 0;
  private edits = 0;

  /** @param more steps of whoever plays more than these */
  constructor(
    protected readonly random: Dice,
    private readonly more: Record<string, () => Promise<void>> = {},
  ) {
    // Names that agree, so that tables with both numbers make hub and book take them for one; and one that agrees with none.
    this.people = ["Maya Khoury", "Maya", "Khoury Maya Najat", "زياد مراد"].map((name, index) => {
      const someone: Someone = {
        name,
        number: `+96131000${index}${index}`,
        company: index === 0 ? "" : `Own ${index}`,
        birthday: `--11-${20 + index}`,
        visits: new Set(),
        group: new Set(),
      };
      someone.group.add(someone);
      return someone;
    });
  }

  async begin(): Promise<void> {
    this.evening();
    const lines = this.people.map(({ name, number, company, birthday }) => `${name},${number},${company},${birthday}`);
    await bring(lines, { header: "name,phones,company,birthday" });
  }

  async step(): Promise<void> {
    this.evening();
    const step = this.random.pick([...ALL_STEPS, ...Object.keys(this.more)]);
    this.log.push(`${this.today()} ${step}`);
    const more = this.more[step];
    await (more ? more() : this[step as keyof typeof STEPS]());
    if (this.random.chance(0.7)) await this.night("jounieh");
  }

  /** Everybody is undone, in any order, and the evening ends everywhere. */
  async end(): Promise<void> {
    while (this.merges.length > 0) await this.undo();
    this.evening();
    for (const branch of ["jounieh", "batroun"]) await this.night(branch);
    await this.check("at the end");
    const guests = await this.guests();
    for (const { name, number, visits } of this.people) {
      const theirs = guests.filter(({ contact }) => contact.numbers?.some(({ digits }) => `+${digits}` === number));
      expect(theirs.length, `guests with the number of ${name}`).toBe(1);
      const shown = new Set(theirs[0]?.visits?.items.map(({ business_day, branch }) => `${business_day} ${branch}`));
      expect(
        [...visits].filter((visit) => !shown.has(visit)),
        `visits that ${name} lacks`,
      ).toEqual([]);
    }
  }

  /** Every visit, award and voucher is on exactly one guest's page, and no point is lost. */
  async check(when: string): Promise<void> {
    const guests = await this.guests();
    const visits = guests.flatMap((one) => one.visits?.items.map(({ business_day, branch }) => `${business_day} ${branch}`) ?? []);
    const tables = ["jounieh", "batroun"].flatMap((branch) =>
      rows<{ day: string }>(storeFile(branch as "jounieh", "table"), "SELECT DISTINCT business_day AS day FROM saved_table").map(
        ({ day }) => `${day} ${branch}`,
      ),
    );
    expect(visits.sort(), `visits ${when}`).toEqual(tables.sort());
    const awards = rows<{ id: string }>(hubFile(), "SELECT id FROM loyalty_visit ORDER BY id").map(({ id }) => id);
    const given = guests.flatMap((one) => one.points?.items.filter(({ type }) => type === "ACCUMULATE_POINTS") ?? []);
    expect(given.map(({ id }) => id).sort(), `awards ${when}`).toEqual(awards);
    const [sum] = rows<{ points: number }>(hubFile(), "SELECT coalesce(sum(points), 0) AS points FROM loyalty_customer");
    expect(
      guests.reduce((total, one) => total + (one.points?.total ?? 0), 0),
      `points ${when}`,
    ).toBe(sum?.points);
    expect(guests.flatMap((one) => one.points?.items ?? []).reduce((total, { points }) => total + points, 0), `sum of awards ${when}`).toBe(sum?.points); // biome-ignore format: one line
    const vouchers = rows<{ id: string }>(hubFile(), "SELECT id FROM voucher ORDER BY id").map(({ id }) => id);
    expect(guests.flatMap((one) => one.vouchers?.items.map(({ id }) => id) ?? []).sort(), `vouchers ${when}`).toEqual(vouchers);
  }

  protected async guests() {
    const ids = rows<{ id: string }>(storeFile("jounieh", "contacts"), "SELECT id FROM contact ORDER BY seq");
    const pages = await Promise.all(ids.map(({ id }) => call("admin", openGuest, { params: { id } })));
    return pages.map(({ status, answer }) => {
      expect(status, JSON.stringify(answer)).toBe(200);
      return answer;
    });
  }

  protected evening(): void {
    clockAt(new Date(Date.UTC(2026, 10, 1 + ++this.day, 19, 30)).toISOString());
  }

  private today = () => new Date(Date.UTC(2026, 10, 1 + this.day)).toISOString().slice(0, 10);

  protected async night(branch: string): Promise<void> {
    clockAt(new Date(Date.UTC(2026, 10, 1 + this.day, 21, 20)).toISOString());
    expect((await call("admin", endOfDay, { branch })).status).toBe(200);
  }

  /** A table of one guest: typed by number, or as the search shows the guest, with all numbers that they have by then. */
  private async save(branch = "jounieh"): Promise<void> {
    const someone = this.random.pick(this.people);
    const [known] = await find(someone.number);
    const isShown = known !== undefined && !known.not_in_book && this.random.chance(0.6);
    const guest = isShown ? { name: known.name, phones: known.phones } : { name: someone.name, phones: someone.number };
    expect((await seat([guest], { branch, number: String(10 + this.day) })).status).toBe(200);
    this.log.push(`  ${guest.name} ${guest.phones} in ${branch}`);
    const isOwn = this.people.every(({ number }) => number === someone.number || !guest.phones.includes(number));
    if (someone.group.size === 1 && isOwn) someone.visits.add(`${this.today()} ${branch}`);
  }

  private async elsewhere(): Promise<void> {
    await this.save("batroun");
    if (this.random.chance(0.6)) await this.night("batroun");
  }

  protected async merge(): Promise<void> {
    const [one, other] = [this.random.pick(this.people), this.random.pick(this.people)];
    if (one.group.has(other)) return;
    const [known, another] = [(await find(one.number))[0], (await find(other.number))[0]];
    if (!known || !another || known.not_in_book || another.not_in_book) return;
    const who = ({ id, name, phones }: typeof known) => ({ id, name, phones });
    const values = known.company && another.company && this.random.chance(0.5) ? { company: another.company } : {};
    const { status, answer } = await call("staff", sayOnePerson, { body: { identifier: who(known), other: who(another), values } });
    this.log.push(`  ${one.name} and ${other.name}: ${status} ${answer.message ?? answer.error}`);
    expect(status).toBe(200);
    this.merges.push({ undo_id: answer.undo_id, one, other });
    this.regroup();
  }

  private async undo(): Promise<void> {
    const merge = this.merges.length > 0 && this.random.pick(this.merges);
    if (!merge) return;
    const { status, answer } = await call("staff", endDecision, { body: { undo_id: merge.undo_id } });
    this.log.push(`  ${merge.one.name} and ${merge.other.name}: ${status} ${answer.message ?? answer.error}`);
    expect(status).toBe(200);
    this.merges.splice(this.merges.indexOf(merge), 1);
    const at = async ({ number }: Someone) => (await find(number)).filter(({ not_in_book }) => !not_in_book).map(({ id }) => id);
    expect(await at(merge.one), "who were one are two").not.toEqual(await at(merge.other));
    await this.check("after an undo");
    this.regroup();
  }

  private regroup(): void {
    for (const someone of this.people) someone.group = new Set([someone]);
    for (const { one, other } of this.merges) {
      const all = new Set([...one.group, ...other.group]);
      for (const someone of all) someone.group = all;
    }
  }

  private async edit(): Promise<void> {
    const someone = this.random.pick(this.people);
    const [known] = await find(someone.number);
    if (!known || known.not_in_book) return;
    const more = `${known.phones}, +961710000${10 + ++this.edits}`;
    const change = this.random.pick([{ company: `Written ${this.edits}` }, { name: `${known.name} Senior` }, { phones: more }]);
    const identifier = { id: known.id, name: known.name, phones: known.phones };
    this.log.push(`  ${known.name}: ${JSON.stringify(change)}`);
    expect((await call("staff", updateContact, { body: { identifier, ...change } })).status).toBe(200);
  }

  private async vouchers(): Promise<void> {
    await makeVouchers(`2026-11-${20 + this.random.below(4)}`);
  }

  private async redeem(): Promise<void> {
    const [voucher] = rows<{ serial: string }>(hubFile(), "SELECT serial FROM voucher WHERE used_at IS NULL ORDER BY serial");
    if (voucher) expect((await call("staff", redeemVoucher, { body: { code: voucher.serial } })).status).toBe(200);
  }

  private mergeDate = () => mergeDate(this.today());
}
