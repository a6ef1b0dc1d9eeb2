import { AppError, isAppError } from "../errors";
import { processWide } from "../process-wide";

/** Work that was done behind a backup since the server started. */
const done = () => processWide("work behind a backup", () => new Set<string>());

/**
 * Long work behind a backup. Done again it first looks, without one, whether there is anything to do: repeats that find nothing
 * would push every backup of an evening out of those that are kept.
 * @param what the work and all that it depends on: the same words are a repeat
 * @param work gets null for the look, which `mustBackUp` ends where something would change
 */
export async function backupFirst<Answer>(
  what: string,
  backUp: () => Promise<string>,
  work: (backup: string | null) => Promise<Answer>,
): Promise<Answer> {
  if (done().has(what)) {
    try {
      return await work(null);
    } catch (error) {
      if (!isAppError(error) || error.code !== "backup_first") throw error;
    }
  }
  const answer = await work(await backUp());
  done().add(what);
  return answer;
}

/** What ends a look from within its transaction, which is then as if it had never been. */
export function mustBackUp(): AppError {
  return new AppError("backup_first", "There is something to do, and a backup comes first.");
}
