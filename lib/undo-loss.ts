import * as z from "zod";

/** For how long an undo asks nothing, in milliseconds; whoever undoes something older sees first what that takes away. */
const UNDONE_WITHIN = 24 * 3_600_000;

/** @param at and `now` ISO 8601 */
export const isLateUndo = (at: string, now: string) => Date.parse(now) - Date.parse(at) > UNDONE_WITHIN;

const toldGuest = z.object({ name: z.string(), phones: z.string(), reason: z.string() });
export type ToldGuest = z.output<typeof toldGuest>;

/** What an undo that comes late takes away, and who stays: in its 409 `undo_loses`, of each the first 200 by name. */
export const undoLoss = z.object({
  /** To be sent back as `accept_loss`. It is a hash of the list that was shown; if the list has changed, it is shown again. */
  loss: z.string(),
  /** Guests who go, or lose values. */
  lost: z.number(),
  lost_guests: z.array(toldGuest),
  /** Guests who stay as they are, because something happened to them since. */
  kept: z.number(),
  kept_guests: z.array(toldGuest),
});
export type UndoLoss = z.output<typeof undoLoss>;

/** Of the body of an undo: the `loss` that somebody has seen and takes. */
export const acceptLoss = z
  .string()
  .regex(/^[\w-]{43}$/, "Send the `loss` that the undo answered, or leave it out.")
  .optional();
