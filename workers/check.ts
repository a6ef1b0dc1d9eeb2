import { constants, setPriority } from "node:os";
import type { BulkAnswer } from "../lib/db/bulk";
import type { CheckInput } from "../lib/db/deep-check";
import { checkFile } from "../lib/db/gate";
import { isAppError } from "../lib/errors";

/** Reads all of a store, and says what it found. */
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
process.on("message", (input: CheckInput) => process.send?.(check(input)));
process.once("disconnect", () => process.exit()); // nothing is left to read, or the server was killed
