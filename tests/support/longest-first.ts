import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** What takes longest begins first: begun last, it is what the whole run waits for. A clean clone knows no times of earlier runs. */
const LONGEST = [
  "sequences/",
  "db/deep-check",
  "db/lost-writes",
  "api/contracts",
  "contact-files/hostile-files",
  "evening/end-of-day",
  "auth/sign-in",
  "upgrade/",
  "db/watch",
  "auth/matrix",
  "assist/sockets",
  "kill/restore",
  "kill/worker",
  "kill/lost-wal",
  "kill/soak",
];

/** Each connection of a linked phone's library leaves a store behind that Node carries into every promise from then on. */
const LAST = ["workers/baileys"];

function rank({ moduleId }: TestSpecification): number {
  const isOf = (part: string) => moduleId.includes(`/tests/${part}`);
  if (LAST.some(isOf)) return LONGEST.length + 1;
  const at = LONGEST.findIndex(isOf);
  return at === -1 ? LONGEST.length : at;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => rank(one) - rank(other));
  }
}
