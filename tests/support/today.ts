/** Of the day, as 20261120: each day's run plays other lives. `SEED=20261120 npm test` plays those of that day again. */
export const TODAY = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));

/** The days of five that edges of the browser tests take turns by. */
export const TURNS = [0, 1, 2, 3, 4] as const;

/**
 * What a day tries of many things that are alike: so many parts take turns, a day each. All of them are tried in
 * `npm run test:thorough`, and where somebody asks for a file by name.
 * @param always what every day tries
 */
export function ofToday<T>(all: readonly T[], parts: number, always: (one: T) => boolean = () => false): T[] {
  if (process.env.THOROUGH || process.env.EVERY_TURN) return [...all];
  const turns = Math.min(parts, all.length);
  return all.filter((one, index) => always(one) || index % turns === TODAY % turns);
}
