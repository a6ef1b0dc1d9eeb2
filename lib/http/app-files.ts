import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { APP_FILES, SERVICE_WORKER } from "../offline-shell";
import { compressed } from "./compress";

/** What the build puts beside the server for browsers, by its address. */
const FILES: Record<string, { name: string; type: string }> = {
  [SERVICE_WORKER]: { name: "sw.js", type: "text/javascript; charset=utf-8" },
  [APP_FILES]: { name: "app-files.json", type: "application/json" },
};

/** Where Next has its pages look for what it built. */
const BUILT = "/_next/static/";

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

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/** Each of them is compressed once, and read by every tablet over the restaurant's air. */
const BEST = 9;

/**
 * Makes the function that gives what Next has built for browsers, from memory: a screen is made of a hundred such files, and Next
 * looks for each on the disk and compresses it anew. They are named by what they hold, so nobody need ask for one twice.
 * @param folder where Next keeps what it serves below `/_next/static`; its files are read when they are first asked for
 * @returns whether it has answered
 */
export function createBuiltFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const names = new Set(found.map((name) => name.split(path.sep).join("/")));
  const read = new Map<string, Buffer>();
  return ({ method, url = "", headers }, response) => {
    const name = builtName(url);
    const type = TYPES[path.extname(name)];
    if (!type || !names.has(name) || (method !== "GET" && method !== "HEAD")) return false;
    const body = read.get(name) ?? readFileSync(path.join(folder, name));
    read.set(name, body);
    response.setHeader("Content-Type", type);
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    const isText = !type.startsWith("font/");
    if (isText) response.setHeader("Vary", "Accept-Encoding");
    const small = isText ? compressed(body, headers["accept-encoding"], BEST) : null;
    const send = (bytes: Buffer, encoding?: string) => {
      response.writeHead(200, { "Content-Length": bytes.length, ...(encoding ? { "Content-Encoding": encoding } : {}) });
      response.end(method === "HEAD" ? undefined : bytes);
    };
    if (small) void small.then((bytes) => send(bytes, "gzip"));
    else send(body);
    return true;
  };
}

function builtName(url: string): string {
  const [address = ""] = url.split("?");
  try {
    return address.startsWith(BUILT) ? decodeURIComponent(address.slice(BUILT.length)) : "";
  } catch {
    return ""; // Next's to refuse
  }
}

function builtFolder(): string | undefined {
  return (globalThis as { daftarDist?: string }).daftarDist;
}
