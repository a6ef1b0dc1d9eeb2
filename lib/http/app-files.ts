import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { APP_FILES, SERVICE_WORKER } from "../offline-shell";

/** What the build puts beside the server for browsers, by its address. */
const FILES: Record<string, { name: string; type: string }> = {
  [SERVICE_WORKER]: { name: "sw.js", type: "text/javascript; charset=utf-8" },
  [APP_FILES]: { name: "app-files.json", type: "application/json" },
};

/** Gives the service worker and the list of files. A browser asks for both anew each time. @returns whether it has answered */
export function answerAppFile({ method, url }: IncomingMessage, response: ServerResponse, folder = builtFolder()): boolean {
  if (folder === undefined) return false; // in development nothing is kept
  const file = FILES[url?.split("?")[0] ?? ""];
  if (!file || (method !== "GET" && method !== "HEAD")) return false;
  let body: Buffer;
  try {
    body = readFileSync(path.join(folder, file.name));
  } catch {
    return false; // the build was cut off before its last step
  }
  response.writeHead(200, { "Content-Type": file.type, "Content-Length": body.length, "Cache-Control": "no-cache" });
  response.end(method === "HEAD" ? undefined : body);
  return true;
}

function builtFolder(): string | undefined {
  return (globalThis as { daftarDist?: string }).daftarDist;
}
