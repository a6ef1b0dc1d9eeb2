import { spawn } from "node:child_process";
import { networkInterfaces } from "node:os";
import type { AnswerOf } from "../api/endpoint";
import { type Caller, holds } from "../caller";
import { dataDir } from "../db/files";
import { AppError } from "../errors";
import type { openFolder } from "./contract";

/** Fixed for each system; the folder is the only argument, and no shell reads it (docs/design/reliability.md S-23). */
const FILE_MANAGERS: Partial<Record<NodeJS.Platform, string>> = { win32: "explorer.exe", darwin: "open", linux: "xdg-open" };

/** So many milliseconds it may take to say that it cannot; one that is still running then has opened its window. */
const PATIENCE = 1_500;

const ELSEWHERE = "The folder opens only on the server's own PC. Sit at that PC, or use Open in new tab. Nothing was opened.";
const NO_PROGRAM = "This PC has no program that opens folders. Use Open in new tab. Nothing was opened.";

interface Asked extends Pick<Caller, "requirePermission"> {
  /** Where the call came from. */
  address: string;
  request: Request;
}

/**
 * Opens the data folder on the server's own PC.
 * @throws AppError `conflict` for anybody who does not sit at that PC, and where it has no file manager; whoever may open
 *   Options is told where the folder lies, to open it by hand
 */
export async function openOnThisPc({ address, request, ...caller }: Asked): Promise<AnswerOf<typeof openFolder>> {
  const fields = holds(caller, "options_open") ? { folder: dataDir() } : {};
  if (!isAtTheServer(address, request)) throw new AppError("conflict", ELSEWHERE, { fields });
  const command = FILE_MANAGERS[process.platform];
  if (!command || !(await starts(command))) throw new AppError("conflict", NO_PROGRAM, { fields });
  return { opened: true };
}

/** Headers of proxies and tunnels: a caller behind one sits elsewhere, although the connection comes from the server's PC. */
const BY_A_PROXY = ["x-forwarded-for", "forwarded", "via", "cf-connecting-ip", "x-real-ip"];

/** By its loopback, or by its own address on the intranet. */
function isAtTheServer(address: string, { headers }: Request): boolean {
  if (BY_A_PROXY.some((name) => headers.has(name))) return false;
  const from = address.replace(/^::ffff:/, "");
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map((one) => one.address) ?? []);
  return /^127\./.test(from) || own.includes(from);
}

/** Windows' own ends with 1 although it opened the window. */
function starts(command: string): Promise<boolean> {
  return new Promise((resolve) => {
    const program = spawn(command, [dataDir()], { detached: true, stdio: "ignore" });
    const late = setTimeout(() => resolve(true), PATIENCE);
    const end = (opened: boolean) => {
      clearTimeout(late);
      resolve(opened);
    };
    program.once("error", () => end(false));
    program.once("exit", (code) => end(code === 0 || process.platform === "win32"));
    program.unref();
  });
}
