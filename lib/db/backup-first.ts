import { AppError, isAppError } from "../errors";

export interface BehindBackup<Answer> {
  /** Whether the work was done before, as its store says: a start of the server does not make it new. */
  isRepeat: boolean;
  /** Why nothing more may be changed now, where that is so: the work is then only looked at. */
  refusal: AppError | null;
  backUp: () => Promise<string>;
  /** @param backup null for the look, which `mustBackUp` ends where something would change */
  work: (backup: string | null) => Promise<Answer>;
}

/**
 * Long work behind a backup. Done again it first looks, without one, whether there is anything to do: repeats that find nothing
 * would push every backup of an evening out of those that are kept.
 * @throws AppError the refusal, where there is something to do
 */
export async function backupFirst<Answer>({ isRepeat, refusal, backUp, work }: BehindBackup<Answer>): Promise<Answer> {
  if (isRepeat || refusal) {
    try {
      return await work(null);
    } catch (error) {
      if (!isAppError(error) || error.code !== "backup_first") throw error;
    }
  }
  if (refusal) throw refusal;
  return work(await backUp());
}

/** What ends a look from within its transaction, which is then as if it had never been. */
export function mustBackUp(): AppError {
  return new AppError("backup_first", "There is something to do, and a backup comes first.");
}
