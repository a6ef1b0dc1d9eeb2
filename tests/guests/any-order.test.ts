import { it } from "vitest";
import { dice } from "../sequences/people";
import { enterHouse } from "../support/house";
import { House } from "./any-order";
import { checkHouse } from "./any-order-checks";

/** How many sequences a run plays, and from which seed on: `SEQUENCES=400 SEED=7 npx vitest run tests/guests/any-order.test.ts`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 60 : 2));
const SEED = Number(process.env.SEED ?? 1);
/** One sequence alone, as a failure names it. */
const ONLY = process.env.SEQUENCE ? Number(process.env.SEQUENCE) : null;

const all = ONLY === null ? Array.from({ length: SEQUENCES }, (_, index) => index) : [ONLY];

it.each(all)(
  "in whatever order guests are saved, merged, imported, corrected, deleted and undone (%i)",
  { timeout: 120_000 },
  async (index) => {
    enterHouse();
    const random = dice(SEED * 104_729 + index);
    const house = new House(random);
    try {
      await house.begin();
      const steps = 4 + random.below(14);
      for (let step = 0; step < steps; step++) await house.step();
      await house.end();
      await checkHouse(house);
    } catch (error) {
      throw new Error(`SEED=${SEED} SEQUENCE=${index}:\n${house.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
