import type { TestProject } from "vitest/node";
import { KillHouse } from "./house";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder after the first start and a clean stop, with the administrator. */
    killTemplate: string;
  }
}

/** Earlier than every evening of these tests. */
const BEFORE_ALL = "2026-11-01T08:00:00.000Z";

/** Makes one data folder that each house of these tests is a copy of: a first start takes twice the work of any other. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const house = await KillHouse.open(BEFORE_ALL);
  const ending = await house.stop();
  if (ending?.code !== 0) throw new Error(`The template was not left by a clean stop: ${JSON.stringify(ending)}`);
  project.provide("killTemplate", house.data);
  return () => house.close();
}
