import { createHash } from "node:crypto";
import { realpathSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Takes a folder for this process. What is held is a name of the operating system's, at which one process alone can
 * listen: it is gone with the process, however that ends, and no file is left behind that would say otherwise.
 * @returns what gives it back
 * @throws Error when another process has the folder
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const name = nameFor(folder);
  const server = (await listen(name)) ?? (await listenAfterDead(name));
  if (!server) throw new Error(`Another worker runs on this folder: ${folder}. Stop that one first, or give this one another --folder.`);
  server.unref();
  return () => server.close();
}

/** Linux has names without a file, Windows has pipes; elsewhere it is a file that a dead process may leave. */
function nameFor(folder: string): string {
  const place = realpathSync(folder);
  const { dev, ino } = statSync(place, { bigint: true });
  const digest = createHash("sha256")
    .update(process.platform === "win32" ? place.toLowerCase() : `${dev} ${ino}`)
    .digest("hex")
    .slice(0, 32);
  if (process.platform === "linux") return `\0daftar-worker-${digest}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\daftar-worker-${digest}` : path.join(tmpdir(), `daftar-worker-${digest}`);
}

function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(name, () => resolve(server));
  });
}

/** Where the name is a file, nobody answers there when its process is dead. */
async function listenAfterDead(name: string): Promise<Server | null> {
  if (process.platform === "linux" || process.platform === "win32") return null;
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect(name, () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
  if (answers) return null;
  rmSync(name, { force: true });
  return listen(name);
}
