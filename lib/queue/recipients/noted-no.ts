import * as z from "zod";
import { type Caller, mayWorkIn } from "../../caller";
import type { Actor } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { AppError } from "../../errors";

/** Who of the house noted a guest's no, and in which branches they worked then; null for all of them. */
const notes = z.array(z.object({ by: z.string(), branches: z.array(z.string()).nullable() }));
type Note = z.output<typeof notes>[number];

const readNotes = (text: string | null): Note[] => (text === null ? [] : notes.parse(JSON.parse(text)));

/**
 * Writes down who noted the no of some numbers, beside those who noted it before: else somebody could take over another branch's no by
 * noting it once more.
 */
export async function noteWhoNoted(tx: Tx<"hub">, numbers: readonly string[], { branches }: Caller, { id }: Actor): Promise<void> {
  for (const { digits, noted } of await tx.recipient.findMany({ where: { digits: { in: [...numbers] } } })) {
    const others = readNotes(noted).filter(({ by }) => by !== id);
    await tx.recipient.update({
      where: { digits },
      data: { noted: JSON.stringify([...others, { by: id, branches }] satisfies { by: string; branches: Caller["branches"] }[]) },
    });
  }
}

/**
 * A no that staff noted is lifted by who noted it, by somebody of the branch in which it was noted, or by somebody who works in all of
 * them; of several notes, each. Where nobody knows who noted it, only by the last.
 * @throws AppError `forbidden`
 */
export async function requireMayLiftNo(tx: Tx<"hub">, numbers: readonly string[], caller: Caller, actor: Actor): Promise<void> {
  if (caller.branches === null) return;
  const mayLift = ({ by, branches }: Note) => by === actor.id || (branches ?? []).some((branch) => mayWorkIn(caller.branches, branch));
  for (const { noted } of await tx.recipient.findMany({ where: { digits: { in: [...numbers] }, opted_out_at: { not: null } } })) {
    const known = readNotes(noted);
    if (known.length === 0 || !known.every(mayLift)) throw new AppError("forbidden", NOTED_ELSEWHERE);
  }
}

const NOTED_ELSEWHERE =
  "This guest's no was not noted in your restaurant. It is taken back by whoever noted it, by somebody of the restaurant in which it was noted, or by somebody who works in all restaurants. Nothing was changed.";
