import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A page that does nothing but come over the line: the same number of files, each as large as ours, of which none can be pressed
 * smaller, and a button that opens a dialog as soon as the last one has run. What takes longer than this is our own doing.
 */
export interface BarePage {
  url: string;
  stop(): Promise<void>;
}

/** @param files how many bytes each file has */
export async function openBarePage(files: readonly number[]): Promise<BarePage> {
  const scripts = files.map((bytes) => `/*${randomBytes(Math.max(1, Math.floor((bytes - 4) / 2))).toString("hex")}*/`);
  const tags = scripts.map((_, at) => `<script defer src="/${at}.js"></script>`).join("");
  const html = `<!doctype html><meta name="viewport" content="width=device-width">${tags}<nav aria-label="Bottom"><button aria-label="New table">New table</button></nav><script defer src="/last.js"></script>`;
  const last =
    'document.querySelector("button").onclick = () => { const dialog = document.createElement("dialog"); dialog.innerHTML = "<input>"; document.body.append(dialog); dialog.showModal(); }; window.bareIsReady = true;';
  const server: Server = createServer(({ url = "/" }, response) => {
    const script = url === "/last.js" ? last : scripts[Number(/^\/(\d+)\.js$/.exec(url)?.[1] ?? Number.NaN)];
    response.setHeader("content-type", script === undefined ? "text/html; charset=utf-8" : "text/javascript");
    response.setHeader("cache-control", "no-store");
    response.end(script ?? html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
