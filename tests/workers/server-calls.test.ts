import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { claim, heartbeat } from "@/lib/queue/workers/contract";
import { type CallFailed, ServerCalls } from "@/workers/sender/server-calls";
import { ServerClock } from "@/workers/sender/server-clock";
import { itOnDay } from "../support/on-day";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const BOOT = "019a9c2e-0000-4000-8000-000000000001";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Some server that is not ours, and the calls that it got. */
async function stranger(answer: Answer): Promise<{ url: string; heard: IncomingMessage[] }> {
  const heard: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    heard.push(request);
    request.resume().on("end", () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, heard };
}

const callsTo = (server: string, clock = new ServerClock()) => new ServerCalls({ server, token: TOKEN, name: "till-2" }, BOOT, clock);

const json = (status: number, body: unknown, headers = {}): Answer => {
  return (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

const ask = (calls: ServerCalls) => calls.call(claim, { max: 1, wait_ms: 0 });

/** What a call failed with. */
async function troubleOf(work: Promise<unknown>): Promise<CallFailed> {
  return work.then(
    () => expect.fail("The call did not fail."),
    (error: CallFailed) => error,
  );
}

it("carries the token, the name and the process, to the address that was given", async () => {
  const { url, heard } = await stranger(json(200, { items: [] }));
  expect(await ask(callsTo(url))).toEqual({ items: [] });
  const [call] = heard;
  expect(call?.url).toBe("/api/worker/claim");
  expect(call?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, "x-worker": "till-2" });
});

it("follows no redirect: the token reaches nobody else", async () => {
  const other = await stranger(json(200, { items: [] }));
  const { url } = await stranger((_request, response) => void response.writeHead(307, { location: `${other.url}/api/worker/claim` }).end());
  expect(await troubleOf(ask(callsTo(url)))).toMatchObject({
    trouble: "not there",
    message: expect.stringContaining("leads on to another one"),
  });
  expect(other.heard).toEqual([]);
});

it.each(["//evil.example/x", "http://evil.example/x", "/worker/../../x", "/worker/media/a b", "worker/media/1"])(
  "fetches no file that the server names as %s",
  async (address) => {
    const { url, heard } = await stranger(json(200, {}));
    expect(await troubleOf(callsTo(url).file(address, 100))).toMatchObject({ trouble: "wrong" });
    expect(heard).toEqual([]);
  },
);

it("reads no more of a file than was announced", async () => {
  let sent = 0;
  const { url } = await stranger((_request, response) => {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && sent < 50_000_000 && response.write(Buffer.alloc(10_000))) sent += 10_000;
    };
    response.on("drain", pour);
    pour();
  });
  expect(await troubleOf(callsTo(url).file("/worker/media/1", 1_000))).toMatchObject({ trouble: "wrong" });
  expect(sent).toBeLessThan(20_000_000);
});

it.each([
  [401, {}, "refused"],
  [403, {}, "refused"],
  [404, {}, "not there"],
  [409, { code: "conflict", replaced: true }, "replaced"],
  [409, { code: "conflict" }, "unregistered"],
  [400, { detail: "What is wrong." }, "wrong"],
  [200, { items: "something else" }, "wrong"],
  [200, "no object", "wrong"],
  [503, {}, "no answer"],
  [429, {}, "no answer"],
] as const)("an answer %i %j is %s", async (status, body, trouble) => {
  const { url } = await stranger(json(status, body));
  expect(await troubleOf(ask(callsTo(url)))).toMatchObject({ trouble });
});

it("hears when a busy server wants to be asked again", async () => {
  const { url } = await stranger(json(503, { detail: "Busy." }, { "retry-after": "7" }));
  expect(await troubleOf(ask(callsTo(url)))).toMatchObject({ retryAfter: 7_000, message: "Busy." });
});

itOnDay(6)("gives up a call that its caller does not want any more, and one that nobody answers", async () => {
  const { url } = await stranger(() => {});
  const stop = new AbortController();
  const asked = callsTo(url).call(claim, { max: 1, wait_ms: 20_000 }, { waits: 20_000, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  expect(await troubleOf(asked)).toMatchObject({ trouble: "no answer" });
  const started = performance.now();
  const beat = callsTo(url).call(heartbeat, { account: "sandbox", transport: { connected: true }, in_flight: [] });
  expect(await troubleOf(beat)).toMatchObject({ trouble: "no answer" });
  expect(performance.now() - started).toBeGreaterThan(9_000);
});

it.each([-3_600_000, 0, 3_600_000])("knows the server's time although this PC is %i ms wrong", async (wrong) => {
  const clock = new ServerClock();
  const { url } = await stranger(json(200, { items: [] }, { date: new Date(Date.now() + wrong).toUTCString() }));
  await ask(callsTo(url, clock));
  expect(Math.abs(clock.now().getTime() - Date.now() - wrong)).toBeLessThan(2_500);
});
