import path from "node:path";
import { expect } from "vitest";
import { label } from "./label";

// Read by vitest before each file of tests, and before that file itself is.
const test = path.relative(process.cwd(), expect.getState().testPath ?? "");
Object.assign(globalThis, { labelOfTest: test });
label(test);
