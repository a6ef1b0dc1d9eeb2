import { rng } from "../../scripts/guests.mjs";
import { ofToday, TURNS } from "../support/today";
import type { KillHouse } from "./house";
import { checkInvariants } from "./invariants";

/** What a kill may do to an acknowledged or a repeated call. All but `extra` must stay 0. */
export class Tally {
  lost = 0;
  duplicated = 0;
  partial = 0;
  /** Done although the answer was lost: the reason for keys, and no fault. */
  extra = 0;

  /**
   * Judges one effect.
   * @param found how many of its parts are there, each part once
   * @param whole how many there must be
   */
  judge(found: number, whole: number, must: "be" | "may be"): void {
    if (found > whole) this.duplicated++;
    else if (found > 0 && found < whole) this.partial++;
    else if (found === 0 && must === "be") this.lost++;
    else if (found === whole && must === "may be") this.extra++;
  }

  get faults() {
    return { lost: this.lost, duplicated: this.duplicated, partial: this.partial };
  }

  line(): string {
    return `lost ${this.lost}, duplicated ${this.duplicated}, partial ${this.partial}, extra ${this.extra}`;
  }
}

export const NO_FAULTS = { lost: 0, duplicated: 0, partial: 0 };

/** One operation under test: how to give it new work, run it once, and look for what it did. */
export interface Operation {
  /** Makes what the next run needs. Nothing is armed yet. */
  prepare(): Promise<void>;
  /** Sends the run's intents. @returns whether every one was answered */
  run(): Promise<boolean>;
  /** Reads the stores: after a kill some may be missing, after the resend nothing may. */
  check(stage: "killed" | "settled"): void | Promise<void>;
}

/** Each random moment comes from this seed. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = rng(SEED);

/** `npm test` ends every operation once at each of the day's points and once anywhere; `npm run test:thorough` 40 times and more. */
const THOROUGH = Boolean(process.env.THOROUGH);

/** How many kills a test must have counted, or it has looked at nothing. */
export const LEAST_KILLS = THOROUGH ? 40 : 2; // a point of the day, and one at random

/** Kills at each of the day's points. */
export async function killAtPoints(house: KillHouse, operation: Operation, points: readonly string[]): Promise<void> {
  for (const point of ofToday(points, TURNS.length)) await killAtPoint(house, operation, point);
}

/** Kills at a point, at its first pass, its second, and so on, until the operation ends untouched. */
async function killAtPoint(house: KillHouse, operation: Operation, point: string): Promise<void> {
  const passes = THOROUGH ? Number.POSITIVE_INFINITY : 1;
  for (let pass = 1; pass <= passes; pass++) {
    await operation.prepare();
    house.arm(`${point}*${pass}`);
    const untouched = await operation.run();
    house.arm("");
    if (untouched) {
      await operation.check("settled");
      if (pass === 1) throw new Error(`Nothing passes the point ${point}.`);
      return;
    }
    await recover(house, operation);
  }
}

/**
 * Kills from outside at random moments of the operation, before its beginning and after its answer included.
 * @param times how often, where a test wants more than the usual: how long the operation takes is then measured once for all of them
 */
export async function killAtRandom(
  house: KillHouse,
  operation: Operation,
  times = THOROUGH ? Math.max(8, LEAST_KILLS - house.kills) : 1,
): Promise<void> {
  const usual = await durationOf(operation);
  for (let time = 0; time < times; time++) {
    await operation.prepare();
    const timer = setTimeout(() => void house.kill(), random() * usual * 1.1);
    await operation.run();
    clearTimeout(timer);
    await house.kill();
    await recover(house, operation);
  }
}

/** A kill, and then more in the middle of the recoveries: five in `npm run test:thorough` (docs/design/reliability.md F-03). */
export async function killDuringRecovery(house: KillHouse, operation: Operation, point: string): Promise<void> {
  await operation.prepare();
  house.arm(point);
  await operation.run();
  for (let depth = 0; depth < (THOROUGH ? 5 : 1); depth++) await house.startAndKill(random() * 500);
  await recover(house, operation);
}

async function durationOf(operation: Operation): Promise<number> {
  await operation.prepare();
  const started = performance.now();
  await operation.run();
  const milliseconds = performance.now() - started;
  await operation.check("settled");
  return milliseconds;
}

async function recover(house: KillHouse, operation: Operation): Promise<void> {
  await house.restart();
  checkInvariants(house);
  await operation.check("killed");
  await house.resend();
  await operation.check("settled");
  checkInvariants(house);
}
