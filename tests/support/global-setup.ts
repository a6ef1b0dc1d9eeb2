import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { bundleProcesses } from "./bundled-processes";
import { PASSWORDS, QUICK_HASH } from "./passwords";

export interface SignIn {
  token: string;
  /** Of the sign-in, by the server's clock. */
  expiresAt: string;
  /** By the machine's clock, in milliseconds: the token itself is judged by it. */
  madeAt: number;
}

declare module "vitest" {
  interface ProvidedContext {
    template: string;
    /** The people of the template are signed in, in every copy of it: hashing a password costs more than most tests. */
    signIns: Record<string, SignIn>;
  }
}

/** Makes one data folder with every store and three users who are signed in; each test gets a copy of it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-template-"));
  const template = path.join(folder, "data");
  Object.assign(process.env, {
    DATA_DIR: template,
    NODE_ENV: "test",
    ADMIN_PASSWORD: PASSWORDS.admin,
    LOG_LEVEL: "silent",
    TEST_HASH_KIB: QUICK_HASH,
  });
  const { start } = await import("../../lib/start");
  const { changeRole } = await import("../../lib/auth/roles");
  const { signIn } = await import("../../lib/auth/sign-in");
  const { createUser } = await import("../../lib/users/create");
  const { closeStores } = await import("../../lib/db/find-store");
  const { broken } = await start();
  if (broken.length > 0) throw new Error(`The template is broken: ${JSON.stringify(broken)}`);
  const { BY } = await import("./by");
  await changeRole("keyless", { permissions: [] }, BY);
  await createUser({ username: "staff", password: PASSWORDS.staff, roles: ["staff"] }, BY);
  await createUser({ username: "keyless", password: PASSWORDS.keyless, roles: ["keyless"] }, BY);
  const signIns: Record<string, SignIn> = {};
  for (const [username, password] of Object.entries(PASSWORDS)) {
    const { access_token, sign_in_ends_at } = await signIn({ username, password }, { address: "127.0.0.1", device: "a test" }, BY);
    signIns[username] = { token: access_token, expiresAt: sign_in_ends_at ?? "", madeAt: Date.now() };
  }
  await closeStores();
  project.provide("template", template);
  project.provide("signIns", signIns);
  const { programs, remove } = await bundleProcesses();
  project.provide("processes", programs);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    remove();
  };
}
