import { mergeConfig } from "vitest/config";
import usual from "../../vitest.config";

/** What reads the sources, and not what they do, knows them as they are and not as copies with switches. */
export default mergeConfig(usual, {
  test: { exclude: ["tests/structure/**"], setupFiles: ["scripts/mutants/label-file.ts"] },
});
