import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { NotStarted, startServer } from "../support/real-server";
import type { Group } from "./group";
import { memoryOf, percentile, report } from "./report";
import { openBare, openBench } from "./server";
import { MILLION } from "./stores";

/** The second start by the command that people type, its preparation included, until the server listens. */
export async function benchStart(folder: string): Promise<void> {
  const data = path.join(folder, "start");
  const bench = await openBench(data);
  await measureScripts(bench);
  await measureRefusal(data);
  await bench.server.stop();
  const alone = await startServer({ dataDir: data, build: "production" });
  await alone.stop();
  report({
    figure: "second npm start, until it listens",
    value: await secondsOfStart(data),
    unit: "s",
    limit: 3,
    raw: alone.startedIn / 1000,
  });
}

async function secondsOfStart(data: string): Promise<number> {
  const started = performance.now();
  const child = spawn("npm", ["start"], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", DATA_DIR: data },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true, // npm's own children end with it
  });
  const closed = once(child, "close");
  try {
    let said = "";
    for await (const piece of child.stdout) {
      said += String(piece);
      if (said.includes("listens on")) return (performance.now() - started) / 1000;
    }
    throw new Error(`npm start ended before it listened:\n${said}`);
  } finally {
    if (child.pid) process.kill(-child.pid, "SIGTERM");
    await closed;
  }
}

async function measureRefusal(data: string): Promise<void> {
  const started = performance.now();
  const refused = await startServer({ dataDir: data, build: "production" }).catch((error: unknown) => error);
  if (!(refused instanceof NotStarted) || refused.ending.code === 0) throw new Error("A second server was let in.");
  report({
    figure: "a second server on the same folder, until it has stopped",
    value: (performance.now() - started) / 1000,
    unit: "s",
    limit: 2,
  });
}

const STARTS = 3;
/** After so many milliseconds the start itself is over, and nobody has asked for anything yet. */
const SETTLED = 2_000;

/** The start on a folder with a book of a million, and the memory that a server has before its first call. */
export async function benchLargeStart({ data }: Group): Promise<void> {
  const starts: { seconds: number; memory: number }[] = [];
  const bare: typeof starts = [];
  for (let time = 0; time < STARTS; time++) {
    const server = await startServer({ dataDir: data, build: "production" });
    const beside = await openBare(data);
    await pause(SETTLED);
    starts.push({ seconds: server.startedIn / 1_000, memory: memoryOf(server.pid, "VmRSS") });
    bare.push({ seconds: beside.startedIn / 1_000, memory: memoryOf(beside.pid, "VmRSS") });
    await Promise.all([server.stop(), beside.stop()]);
  }
  const middle = (list: typeof starts, what: "seconds" | "memory") =>
    percentile(
      list.map((start) => start[what]),
      0.5,
    );
  const figure = `start with ${MILLION.toLocaleString("en")} guests`;
  report({ figure, value: middle(starts, "seconds"), unit: "s", limit: 3, bare: middle(bare, "seconds") });
  report({ figure: `${figure}: memory`, value: middle(starts, "memory"), unit: "MB", limit: 200, bare: middle(bare, "memory") });
}

type Bench = Awaited<ReturnType<typeof openBench>>;

/** What a browser must load before a page works: every script that its HTML names, as gzip sends it. */
async function measureScripts(bench: Bench): Promise<void> {
  const token = /Bearer (.+)/.exec(bench.authorization)?.[1] ?? "";
  const pages: { path: string; limit: number; headers: Record<string, string> }[] = [
    { path: "/login", limit: 200, headers: {} },
    { path: "/", limit: 250, headers: { cookie: `next-auth.session-token=${token}` } },
  ];
  for (const { path: where, limit, headers } of pages) {
    const page = await fetch(`${bench.server.url}${where}`, { headers: { accept: "text/html", ...headers }, redirect: "manual" });
    if (page.status !== 200) throw new Error(`${where} answered ${page.status} ${page.headers.get("location") ?? ""}`);
    const html = await page.text();
    const tags = [...html.matchAll(/<(?:script|link)[^>]+>/g)].map(([tag]) => tag);
    // Browsers that know modules leave the old ones' polyfills alone.
    const scripts = new Set(
      tags.filter((tag) => !/nomodule/i.test(tag)).flatMap((tag) => /(?:src|href)="(\/_next\/[^"]+\.js[^"]*)"/.exec(tag)?.[1] ?? []),
    );
    let bytes = 0;
    for (const script of scripts) bytes += gzipSync(await (await fetch(bench.server.url + script)).text()).length;
    report({ figure: `first-load JavaScript of ${where}, ${scripts.size} files, gzipped`, value: bytes / 1024, unit: "KB", limit });
  }
}
