import { createHash } from "node:crypto";
import { AppError } from "../errors";
import type { ToldGuest, UndoLoss } from "../undo-loss";

/** So many guests are told by name. */
export const TOLD = 200;

/** What an undo takes away, all of it. */
export interface Loss {
  /** What is undone, as its sentence begins: "This import". */
  what: string;
  lost: readonly ToldGuest[];
  kept: readonly ToldGuest[];
  /** Other data that must be unchanged between preview and confirmation. */
  state: unknown;
}

/**
 * Lets an undo that comes late go on only for somebody who has seen what it takes away.
 * @param accepted the `loss` of what they have seen
 * @throws AppError `undo_loses` with what it takes away now
 */
export function requireAccepted({ what, lost, kept, state }: Loss, accepted: string | undefined): void {
  const loss = createHash("sha256").update(JSON.stringify([lost, kept, state])).digest("base64url"); // biome-ignore format: one line
  if (accepted === loss) return;
  const counted = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "guest" : "guests"}`;
  const stay = kept.length === 0 ? "" : ` ${counted(kept.length)} with something newer ${kept.length === 1 ? "stays" : "stay"}.`;
  const again = accepted === undefined ? "" : " That is not what was shown before: something changed meanwhile.";
  const fields: UndoLoss = {
    loss,
    lost: lost.length,
    lost_guests: lost.slice(0, TOLD),
    kept: kept.length,
    kept_guests: kept.slice(0, TOLD),
  };
  throw new AppError(
    "undo_loses",
    `${what} is more than a day old. Its undo takes something away from ${counted(lost.length)}.${stay}${again} Nothing was changed yet.`,
    { fields: { ...fields } },
  );
}
