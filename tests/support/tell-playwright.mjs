import { relative } from "node:path";
import { tell } from "./tell.mjs";

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const textOf = (errors) =>
  errors
    .map(({ message, stack }) => stack ?? message ?? "")
    .join("\n")
    .replace(COLOURS, "");

/** Tells `npm test` how many tests there are, and how each ended. A skipped test has not passed. */
export default class TellPlaywright {
  onBegin(_config, suite) {
    tell({ total: suite.allTests().length });
  }

  onTestEnd(test, { status, errors, duration }) {
    const [, size, , ...titles] = test.titlePath();
    const why = status === "passed" && test.ok() ? null : textOf(errors) || status;
    const file = `${relative(process.cwd(), test.location.file)}:${test.location.line}`;
    tell({ test: { file, name: `${titles.join(" › ")} (${size})`, ms: duration, why }, done: true });
  }

  onError(error) {
    tell({ test: { file: "", name: "outside of any test", ms: 0, why: textOf([error]) } });
  }

  printsToStdio() {
    return false;
  }
}
