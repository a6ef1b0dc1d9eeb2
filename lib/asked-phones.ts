import * as z from "zod";
import { cleanPhones } from "./clean-text";

/** Letters of all of them together: of five hundred guests with five numbers each. Reading more keeps everybody else waiting. */
const LONGEST = 40_000;

/** The phones of several guests, as they are kept: one text each. @param most guests */
export function askedPhones(most: number) {
  return z
    .array(z.string().overwrite(cleanPhones).max(400))
    .max(most, `At most ${most} guests are asked for at once.`)
    .refine(
      (texts) => texts.reduce((sum, { length }) => sum + length, 0) <= LONGEST,
      "These are too many numbers for one call: ask for fewer guests.",
    );
}
