import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { answerAppFile } from "@/lib/http/app-files";

it("the service worker is asked for anew each time, and nothing else is answered", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-files-"));
  writeFileSync(path.join(folder, "sw.js"), "self.one = 1;");
  const server = createServer((request, response) => {
    if (!answerAppFile(request, response, folder)) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const worker = await fetch(`${base}/sw.js?v=1`);
  expect([worker.status, worker.headers.get("cache-control"), await worker.text()]).toEqual([200, "no-cache", "self.one = 1;"]);
  expect(worker.headers.get("content-type")).toContain("text/javascript");
  expect((await fetch(`${base}/sw.js`, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(`${base}/sw.js`, { method: "POST" })).status).toBe(404);
  // A build that was cut off has no such list.
  expect((await fetch(`${base}/app-files.json`)).status).toBe(404);
  expect((await fetch(`${base}/other.js`)).status).toBe(404);
});
