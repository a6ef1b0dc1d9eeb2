import { spawnSync } from "node:child_process";

/** The command as somebody types it after `npm run restore --`. */
export function runRestore(data: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/restore.mjs", ...words], {
    env: { ...process.env, DATA_DIR: data },
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}
