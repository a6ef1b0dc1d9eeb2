import { expect, it } from "vitest";
import { enterHouse } from "../support/house";
import { measure } from "./measure";

/** `PART=1 npx vitest run tests/duplicates/measure.test.ts` says of one part what is missed and mistaken; the score was chosen by the first two, before the third was seen. */
const PARTS = (process.env.PART ?? "0,1,2").split(",").map(Number) as (0 | 1 | 2)[];

it.each(PARTS)(
  "finds nine of ten pairs of one person, and of ten that it offers at most one is of two (part %i)",
  { timeout: 120_000 },
  async (part) => {
    enterHouse();
    const { same, found, offered, wrong, kinds, missed, mistaken } = await measure(part, 250);
    console.log(`part ${part}: ${found} of ${same} found, ${wrong} of ${offered} wrong`, kinds);
    if (process.env.PART) console.log(missed.join("\n"), "\n\n", mistaken.join("\n"));
    expect(found / same).toBeGreaterThanOrEqual(0.9);
    expect(wrong / offered).toBeLessThanOrEqual(0.1);
  },
);
