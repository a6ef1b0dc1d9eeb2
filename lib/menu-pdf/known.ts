import { LimitedMap } from "../limited-map";
import { processWide } from "../process-wide";

/** So many files are remembered of each kind of work. */
const MOST = 50;

/**
 * What was read of the very same bytes before: a file never says anything else, and to read it takes seconds.
 * @param what the kind of work @param key names the bytes, by their hash, and what was asked of them
 * @param isGood whether what is known still holds, such as a file that was made
 */
export async function onceKnown<Answer>(
  what: string,
  key: string,
  work: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  const answers = processWide(`menus known: ${what}`, () => new LimitedMap<string, Answer>(MOST));
  const known = answers.get(key);
  if (known !== undefined && isGood(known)) return known;
  const answer = await work();
  answers.set(key, answer);
  return answer;
}
