import { tell } from "./tell.mjs";

const textOf = (errors) => errors.map(({ message, stack }) => stack ?? message).join("\n");

/** Tells `npm test` how many files there are, which are done, and how each test ended. A skipped test has not passed. */
export default class TellVitest {
  onTestRunStart(files) {
    tell({ total: files.length });
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const why = state === "passed" ? null : textOf(errors) || state;
    tell({ test: { file: test.module.relativeModuleId, name: test.fullName, ms: test.diagnostic()?.duration ?? 0, why } });
  }

  onTestModuleEnd(file) {
    const faults = file.errors();
    if (faults.length > 0) tell({ test: { file: file.relativeModuleId, name: "the file itself", ms: 0, why: textOf(faults) } });
    tell({ done: true });
  }

  onTestRunEnd(_files, faults) {
    if (faults.length > 0) tell({ test: { file: "", name: "outside of any test", ms: 0, why: textOf(faults) } });
  }
}
