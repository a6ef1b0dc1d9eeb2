import { mergeConfig } from "vitest/config";
import usual from "../../vitest.kill.config";

/** One test is about the production build, which has no switches. */
export default mergeConfig(usual, {
  test: { exclude: ["tests/kill/production-build.test.ts"], setupFiles: ["scripts/mutants/label-file.ts"] },
});
