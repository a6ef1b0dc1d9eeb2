import { constants, setPriority } from "node:os";
import type { BulkAnswer } from "../lib/db/bulk";
import type { CheckInput } from "../lib/db/deep-check";
import { checkFile } from "../lib/db/gate";
import { isAppError } from "../lib/errors";

/** Reads all of the one store that it is told, says what it found, and ends. */
function check({ file, kind, owner }: CheckInput): BulkAnswer {
  try {
    checkFile(file, kind, owner);
    return { result: null }; // what is undefined gets lost on the way between processes
  } catch (error) {
    if (isAppError(error)) return { code: error.code, message: error.message };
    const { name, message, stack, code } = error as Error & { code?: string };
    return { error: { name, message, stack, code } };
  }
}

setPriority(constants.priority.PRIORITY_LOW); // the evening goes first
process.once("message", (input: CheckInput) => {
  process.send?.(check(input), () => process.exit());
});
process.once("disconnect", () => process.exit()); // the server was killed
