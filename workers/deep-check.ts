import { constants, setPriority } from "node:os";
import { answerWith, type BulkAnswer } from "../lib/db/bulk-steps";
import { checkFile } from "../lib/db/check-before-open";
import type { CheckInput } from "../lib/db/deep-check";
import { knowBranches } from "../lib/known-branches";

/** Reads a whole store, and prints what it found. */
function check({ file, kind, owner, indexes, branches }: CheckInput): BulkAnswer {
  if (branches) knowBranches(branches);
  try {
    checkFile(file, kind, owner, indexes);
    return { result: null }; // what is undefined gets lost on the way between processes
  } catch (error) {
    return answerWith(error);
  }
}

setPriority(constants.priority.PRIORITY_LOW); // the evening goes first
process.on("message", (input: CheckInput) => process.send?.(check(input), undefined, undefined, () => {})); // nobody may listen any more
process.once("disconnect", () => process.exit()); // nothing is left to read, or the server was killed
