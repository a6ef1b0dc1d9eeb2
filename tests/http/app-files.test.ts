import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { answerAppFile, createBuiltFiles } from "@/lib/http/app-files";

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** @returns where a server listens that answers so */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("the service worker is asked for anew each time, and nothing else is answered", async () => {
  const folder = makeFolder();
  writeFileSync(path.join(folder, "sw.js"), "self.one = 1;");
  const base = await serve((request, response) => {
    if (!answerAppFile(request, response, folder)) response.writeHead(404).end();
  });
  const worker = await fetch(`${base}/sw.js?v=1`);
  expect([worker.status, worker.headers.get("cache-control"), await worker.text()]).toEqual([200, "no-cache", "self.one = 1;"]);
  expect(worker.headers.get("content-type")).toContain("text/javascript");
  expect((await fetch(`${base}/sw.js`, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(`${base}/sw.js`, { method: "POST" })).status).toBe(404);
  // A build that was cut off has no such list.
  expect((await fetch(`${base}/app-files.json`)).status).toBe(404);
  expect((await fetch(`${base}/other.js`)).status).toBe(404);
});

it("what Next has built is given from memory, small and for a year, and nothing beside it", async () => {
  const folder = makeFolder();
  mkdirSync(path.join(folder, "chunks/app"), { recursive: true });
  const code = "const guest = 1;\n".repeat(1_000);
  writeFileSync(path.join(folder, "chunks/app/[a~b].js"), code);
  writeFileSync(path.join(folder, "chunks/face.woff2"), "x".repeat(9_000));
  writeFileSync(path.join(folder, "../outside.js"), "secret");
  onTestFinished(() => rmSync(path.join(folder, "../outside.js")));
  const answerBuilt = createBuiltFiles(folder);
  const base = `${await serve((request, response) => {
    if (!answerBuilt(request, response)) response.writeHead(404).end();
  })}/_next/static/`;
  const chunk = await fetch(`${base}chunks/app/%5Ba~b%5D.js?dpl=1`);
  expect([chunk.status, await chunk.text()]).toEqual([200, code]);
  const saidOf = (answer: Response) =>
    ["content-type", "content-encoding", "cache-control", "vary"].map((name) => answer.headers.get(name));
  const year = "public, max-age=31536000, immutable";
  expect(saidOf(chunk)).toEqual(["text/javascript; charset=utf-8", "gzip", year, "Accept-Encoding"]);
  expect(Number(chunk.headers.get("content-length"))).toBeLessThan(code.length / 10);
  const plain = await fetch(`${base}chunks/app/[a~b].js`, { headers: { "accept-encoding": "identity" } });
  expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, code]);
  expect(saidOf(await fetch(`${base}chunks/face.woff2`))).toEqual(["font/woff2", null, year, null]);
  const head = await fetch(`${base}chunks/face.woff2`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "9000", ""]);
  rmSync(path.join(folder, "chunks"), { recursive: true });
  expect(await (await fetch(`${base}chunks/app/[a~b].js`)).text(), "after an update, to whoever still runs this build").toBe(code);
  for (const strange of ["chunks", "chunks/nope.js", "%2e%2e/outside.js", "..%2Foutside.js", "%E0%A4%A", ""])
    expect((await fetch(base + strange)).status, strange).toBe(404);
  expect((await fetch(`${base}chunks/face.woff2`, { method: "POST" })).status).toBe(404);
});
