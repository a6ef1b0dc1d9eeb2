import { processWide } from "./process-wide";

const all = () => processWide("work under way", () => new Set<Promise<unknown>>());

/** Work on the stores that has been asked for, by a call or for a page, and goes on where whoever asked has gone. @returns the same work */
export function underWay<Done>(work: Promise<Done>): Promise<Done> {
  const ended = work.then(noteLastCommit, noteLastCommit);
  function noteLastCommit(): void {
    all().delete(ended);
  }
  all().add(ended);
  return work;
}

/** Settles when no work is under way any more: what went on would meet the stores of another folder. */
export async function allDone(): Promise<void> {
  while (all().size > 0) await Promise.all(all());
}
