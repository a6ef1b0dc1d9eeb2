import { TODAY } from "../support/today";

/** Another handful of lives each day, and many in `npm run test:thorough`. */
export const SEED = Number(process.env.SEED ?? TODAY) * 1_000;
export const LIVES = Number(process.env.LIVES ?? (process.env.THOROUGH ? 20_000 : 250));
/** Each of them is a store that is written into dozens of times. */
export const KEPT_LIVES = Number(process.env.LIVES ?? (process.env.THOROUGH ? 2_000 : 30));
