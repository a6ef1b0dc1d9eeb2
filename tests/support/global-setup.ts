import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    template: string;
  }
}

/** Makes one data folder with every store and three users; each test gets a copy of it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-template-"));
  const template = path.join(folder, "data");
  Object.assign(process.env, { DATA_DIR: template, NODE_ENV: "test", ADMIN_PASSWORD: "seven brass lanterns", LOG_LEVEL: "silent" });
  const { start } = await import("../../lib/start");
  const { createUser, changeRole } = await import("../../lib/auth/writes");
  const { closeStores } = await import("../../lib/db/stores");
  const { broken } = await start();
  if (broken.length > 0) throw new Error(`The template is broken: ${JSON.stringify(broken)}`);
  const { BY } = await import("./by");
  await changeRole("keyless", { permissions: [] }, BY);
  await createUser({ username: "staff", password: "warm bread at noon", roles: ["staff"] }, BY);
  await createUser({ username: "keyless", password: "no door opens here", roles: ["keyless"] }, BY);
  await closeStores();
  project.provide("template", template);
  return () => rmSync(folder, { recursive: true, force: true });
}
