// Loaded before a script (`--import`): what of Windows our scripts and stores meet. The platform's name, by which Node itself
// starts a shell as there (`cmd.exe /d /s /c`); batch files, which it starts by that shell alone; and `fsync`, which Windows
// allows for what is open for writing, so never for a folder.
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

Object.defineProperty(process, "platform", { value: "win32" });

const { spawnSync } = childProcess;
childProcess.spawnSync = (file, ...rest) => {
  const options = rest.find((one) => one && !Array.isArray(one)) ?? {};
  if (/\.(cmd|bat)$/i.test(file) && !options.shell) throw Object.assign(new Error(`spawnSync ${file} EINVAL`), { code: "EINVAL" });
  return spawnSync(file, ...rest);
};

const { fsyncSync } = fs;
fs.fsyncSync = (handle) => {
  const flags = Number.parseInt(/flags:\s*(\d+)/.exec(fs.readFileSync(`/proc/self/fdinfo/${handle}`, "utf8"))?.[1] ?? "0", 8);
  if ((flags & 3) === 0) throw Object.assign(new Error("EPERM: operation not permitted, fsync"), { code: "EPERM" });
  fsyncSync(handle);
};
syncBuiltinESMExports();
