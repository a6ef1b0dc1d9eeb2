import Database from "better-sqlite3";
import { expect } from "vitest";
import { hubFile } from "@/lib/db/files";
import { undoReward } from "@/lib/rewards/contract";
import { lapseRewards } from "@/lib/rewards/lapse";
import { find } from "../guests/guests";
import { TwoAgain } from "../guests/two-again";
import type { Dice } from "../sequences/people";
import { checkEvents } from "../support/event-invariants";
import { call } from "../support/house";
import { rows } from "../support/stores";
import { adjust, confirm, finish, issue, makeReward } from "./spending";

interface Sums {
  earned: number;
  spent: number;
  back: number;
}

/** The same people, who also spend points and are given some, while they are one and while they are two. */
export class Spenders extends TwoAgain {
  private reward = "";
  private given: string[] = [];

  /** @param more steps of whoever plays more than these */
  constructor(random: Dice, more: Record<string, () => Promise<void>> = {}) {
    const steps = {
      spend: () => this.spend(),
      spendMore: () => this.spend(),
      giveByHand: () => this.byHand(),
      giveMore: () => this.byHand(),
      undoReward: () => this.undoLast(),
      ...more,
    };
    super(random, steps);
  }

  override async begin(): Promise<void> {
    await super.begin();
    this.reward = await makeReward({ kind: "amount", value: 1000, points: 12, is_partial: true });
  }

  override async check(when: string): Promise<void> {
    await super.check(when);
    const database = new Database(hubFile(), { readonly: true });
    checkEvents(database, "hub.db");
    database.close();
    // Of no line more is spent than it gave: what was spent while they were one stays with what it was taken of.
    const overdrawn = `SELECT r.id FROM loyalty_ledger r WHERE r.of_line IS NULL
      AND r.points + (SELECT coalesce(sum(points), 0) FROM loyalty_ledger d WHERE d.of_line = r.id) < 0`;
    expect(rows(hubFile(), overdrawn), `lines of which more was spent ${when}`).toEqual([]);
    const [{ earned, spent, back } = { earned: 0, spent: 0, back: 0 }] = rows<Sums>(
      hubFile(),
      `SELECT coalesce(sum(iif(of_line IS NULL, points, 0)), 0) AS earned, coalesce(-sum(iif(of_line IS NOT NULL AND points < 0, points, 0)), 0) AS spent,
        coalesce(sum(iif(of_line IS NOT NULL AND points > 0, points, 0)), 0) AS back FROM loyalty_ledger`,
    );
    const shown = (await this.guests()).reduce((sum, one) => sum + (one.points?.total ?? 0), 0);
    expect(shown, `earned less spent ${when}`).toBe(earned - spent + back);
  }

  private async someGuest(): Promise<string | null> {
    const [known] = await find(this.random.pick(this.people).number);
    return known && !known.not_in_book ? known.id : null;
  }

  private async spend(): Promise<void> {
    const guest = await this.someGuest();
    if (guest === null) return;
    const points = 1 + this.random.below(12);
    const { status, answer } = await issue(guest, this.reward, { points });
    this.log.push(`  ${points} points: ${status} ${answer.message ?? answer.error}`);
    expect([200, 409]).toContain(status);
    if (status !== 200) return;
    const { id } = answer.redemption;
    const what = this.random.pick(["redeem", "redeem", "release", "leave"] as const);
    if (what === "leave") return;
    expect((await confirm(id)).status).toBe(200);
    expect((await finish(id, what)).status).toBe(200);
    if (what === "redeem") this.given.push(id);
  }

  private async undoLast(): Promise<void> {
    await lapseRewards();
    const id = this.given.pop();
    if (id) expect([200, 409]).toContain((await call("admin", undoReward, { params: { id } })).status);
  }

  private async byHand(): Promise<void> {
    const guest = await this.someGuest();
    if (guest === null) return;
    const points = this.random.pick([7, 20, -3, -11]);
    const { status, answer } = await adjust(guest, points);
    this.log.push(`  ${points} by hand: ${status} ${answer.message ?? answer.error}`);
    expect([200, 409]).toContain(status);
  }
}
