import { expect, it } from "vitest";
import { dice } from "../sequences/people";
import { enterHouse, leaveHouse } from "../support/house";
import { Life, planOf } from "./any-order";

/** How many sequences a run plays, and from which seed on: `SEQUENCES=100 SEED=7 npx vitest run tests/personal-data/any-order.test.ts`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 60 : 1));
const SEED = Number(process.env.SEED ?? 1);
/** One sequence alone, as a failure names it. */
const ONLY = process.env.SEQUENCE ? Number(process.env.SEQUENCE) : null;

const all = ONLY === null ? Array.from({ length: SEQUENCES }, (_, index) => index) : [ONLY];

it.each(all)(
  "whoever is erased stays away, and everybody else is as without it, in whatever order (%i)",
  { timeout: 120_000 },
  async (index) => {
    const plan = planOf(dice(SEED * 15_485_863 + index));
    let life = new Life(enterHouse(), false);
    try {
      for (const step of plan) await life.play(step);
      const without = life.others();
      await leaveHouse();
      life = new Life(enterHouse(), true);
      for (const step of plan) await life.play(step);
      await life.check();
      expect(life.others()).toEqual(without);
    } catch (error) {
      throw new Error(`SEED=${SEED} SEQUENCE=${index}:\n${life.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
