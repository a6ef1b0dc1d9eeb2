import { it } from "vitest";
import { dice } from "../sequences/people";
import { enterHouse } from "../support/house";
import { Spenders } from "./spenders";

/** As in tests/guests/two-again.test.ts. */
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 20 : 2));
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.SEQUENCE ? process.env.SEQUENCE.split(",").map(Number) : null;

const all = ONLY === null ? Array.from({ length: SEQUENCES }, (_, index) => index) : ONLY;

it.each(all)(
  "whoever spends points while they are one: every line is on exactly one guest, with what it was taken of, and nothing is lost (%i)",
  { timeout: 120_000 },
  async (index) => {
    enterHouse();
    const random = dice(SEED * 104_729 + index);
    const life = new Spenders(random);
    try {
      await life.begin();
      const steps = 10 + random.below(12);
      for (let step = 0; step < steps; step++) await life.step();
      await life.end();
    } catch (error) {
      throw new Error(`SEED=${SEED} SEQUENCE=${index}:\n${life.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
