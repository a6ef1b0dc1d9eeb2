import { AppError } from "../errors";

/** Runs what it is given one at a time, in the order of asking. */
export interface Mutex {
  /** @throws AppError `busy` when the turn does not come within `patience` milliseconds; the work is then not begun */
  run<T>(work: () => Promise<T>, patience?: number): Promise<T>;
}

const PATIENCE = 20_000;

export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(work, patience = PATIENCE) {
      let begun = false;
      let givenUp = false;
      const turn = tail.then(() => {
        if (givenUp) return undefined;
        begun = true;
        return work();
      });
      tail = turn.catch(() => {});
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          if (begun) return;
          givenUp = true;
          reject(new AppError("busy", "The data is busy. Nothing was changed. Try again in a moment.", { retryAfter: 1 }));
        }, patience);
        turn.then((result) => resolve(result as Awaited<ReturnType<typeof work>>), reject).finally(() => clearTimeout(timer));
      });
    },
  };
}
