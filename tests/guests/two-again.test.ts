import { it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { dice } from "../sequences/people";
import { enterHouse } from "../support/house";
import { checkRebuilt } from "../support/rebuilt";
import { TwoAgain } from "./two-again";

/** How many lives a run plays, and from which seed on: `SEQUENCES=40 SEED=7 npx vitest run tests/guests/two-again.test.ts`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 30 : 2));
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.SEQUENCE ? process.env.SEQUENCE.split(",").map(Number) : null;

const all = ONLY === null ? Array.from({ length: SEQUENCES }, (_, index) => index) : ONLY;

it.each(all)(
  "whoever was made one and two again: every visit, award and voucher is on exactly one guest, and theirs (%i)",
  { timeout: 120_000 },
  async (index) => {
    enterHouse();
    const random = dice(SEED * 104_729 + index);
    const life = new TwoAgain(random);
    try {
      await life.begin();
      const steps = 8 + random.below(10);
      for (let step = 0; step < steps; step++) await life.step();
      await life.end();
      checkRebuilt(storeFile("jounieh", "contacts"));
    } catch (error) {
      throw new Error(`SEED=${SEED} SEQUENCE=${index}:\n${life.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
