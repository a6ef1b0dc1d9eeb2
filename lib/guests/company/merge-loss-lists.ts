import type { ToldGuest } from "../../undo-loss";

type Told = Record<"lost" | "kept", readonly ToldGuest[]>;

/** A guest at a table and in the book is named once, and one who loses the company anywhere is not named among those who keep it. */
export function mergeLossLists(trials: readonly Told[]): Record<"lost" | "kept", ToldGuest[]> {
  const keyOf = ({ name, phones }: ToldGuest) => `${name}\n${phones}`;
  const each = (guests: ToldGuest[]) => new Map(guests.map((guest) => [keyOf(guest), guest]));
  const lost = each(trials.flatMap((trial) => trial.lost));
  const kept = each(trials.flatMap((trial) => trial.kept).filter((guest) => !lost.has(keyOf(guest))));
  return { lost: [...lost.values()], kept: [...kept.values()] };
}
