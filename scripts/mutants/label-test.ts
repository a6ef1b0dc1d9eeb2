import path from "node:path";
import { label } from "./label";

/** What is needed of Playwright's test, whose package gives reporters no types. */
interface TestCase {
  location: { file: string; line: number };
  parent: { project: () => { name: string } | undefined };
}

/** A reporter that says which test is on: servers are started by Playwright's workers, and those by this process. */
export default class LabelTest {
  onBegin(): void {
    label("");
  }

  onTestBegin({ location: { file, line }, parent }: TestCase): void {
    label(`${parent.project()?.name} ${path.relative("tests/e2e", file)}:${line}`);
  }
}
