/**
 * Makes one piece of work out of many calls: those that come while the work is under way wait, and are then done together.
 * A transaction that brings one change to the disk takes as long as one that brings fifty.
 * @param work answers each of the calls, in their order; when it fails, all of them fail
 * @param most how many are done together at most
 * @param apart milliseconds from one beginning to the next, asked for at each, for what nobody waits for: the first after a
 *   while is done at once
 */
export function batchCalls<Call, Answer>(
  work: (calls: readonly Call[]) => Promise<readonly Answer[]>,
  most: number,
  apart: () => number = () => 0,
) {
  interface Waiting {
    call: Call;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isWorking = false;
  let next = 0;
  const go = async () => {
    isWorking = true;
    while (waiting.length > 0) {
      // SQLite works without ever going back to the event loop: calls that came meanwhile are still in their sockets.
      await new Promise(setImmediate);
      await untilTime(next);
      next = performance.now() + apart();
      const taken = waiting.splice(0, most);
      try {
        const answers = await work(taken.map(({ call }) => call));
        for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer); // one answer for each call
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    isWorking = false;
  };
  return (call: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (!isWorking) void go();
    });
}

async function untilTime(time: number): Promise<void> {
  const left = time - performance.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
