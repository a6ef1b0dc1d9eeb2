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
  throw undoLoses({ what, loss, lost: lost.length, lost_guests: lost, kept: kept.length, kept_guests: kept }, accepted);
}

type Told = Omit<UndoLoss, "lost_guests" | "kept_guests"> & Pick<Loss, "what"> & Readonly<Record<"lost_guests" | "kept_guests", readonly ToldGuest[]>>; // biome-ignore format: one line

/** What an undo takes away, for whoever has not seen that, or something else. @param accepted the `loss` of what they have seen */
export function undoLoses({ what, lost_guests, kept_guests, ...rest }: Told, accepted: string | undefined): AppError {
  const { lost, kept } = rest;
  const counted = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "guest" : "guests"}`;
  const stay = kept === 0 ? "" : ` ${counted(kept)} with something newer ${kept === 1 ? "stays" : "stay"}.`;
  const again = accepted === undefined ? "" : " That is not what was shown before: something changed meanwhile.";
  const fields: UndoLoss = { ...rest, lost_guests: lost_guests.slice(0, TOLD), kept_guests: kept_guests.slice(0, TOLD) };
  const takes = `Its undo takes something away from ${counted(lost)}.`;
  return new AppError("undo_loses", `${what} is more than a day old. ${takes}${stay}${again} Nothing was changed yet.`, {
    fields: { ...fields },
  });
}
