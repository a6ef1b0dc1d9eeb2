import { withBoth } from "./beside";
import type { Group } from "./group";
import { watchMemory } from "./memory";
import { paced, reportOutcomes, shareOf } from "./paced";
import { Habits, signInStaff } from "./staff";

const STAFF = 100;
const CALLS_A_SECOND = 165;
const SECONDS = 120;
/** Before anything counts: caches fill, and the engine learns what is called often. */
const WARM_UP = 45;
const BARE_SECONDS = 15;

/** Two minutes of a full house: 100 staff of five branches with their own sign-ins, and what their devices ask. */
export async function benchEvening({ data, sample }: Group): Promise<void> {
  await withBoth(data, async (bench, bare) => {
    const staff = await signInStaff(bench, STAFF);
    const habits = new Habits(sample, 21);
    const act = () => habits.next(habits.pick(staff));
    await paced(CALLS_A_SECOND, WARM_UP, act);
    const beside = await paced(CALLS_A_SECOND, BARE_SECONDS, () => ({ what: "bare", send: () => bare.call("GET", habits.nextBare()) }));
    const figure = `${CALLS_A_SECOND} calls a second of ${STAFF} staff`;
    const reportMemory = await watchMemory(bench.server, figure);
    const outcomes = await paced(CALLS_A_SECOND, SECONDS, act);
    await reportMemory();
    for (const { close } of staff) close();
    reportOutcomes(figure, outcomes, { share: 0.95, limit: 50, bare: shareOf(beside, 0.95) });
  });
}
