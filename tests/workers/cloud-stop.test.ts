import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { cloudApi, outgoing, somePdf, transportFor } from "./outgoing";

/** Takes every connection, and never says anything. */
async function silentServer(): Promise<{ url: string; lines: () => number }> {
  let lines = 0;
  const server = createServer((socket) => {
    lines++;
    socket.on("error", () => {});
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, lines: () => lines };
}

it("a stop waits for no upload: its message is proven not sent", async () => {
  const { options } = await cloudApi();
  const { url, lines } = await silentServer();
  const { transport } = transportFor({ url, options });
  const sending = transport.send(outgoing({ kind: "document", media: somePdf() }));
  await expect.poll(lines).toBe(1);
  await transport.stop();
  expect(await sending).toMatchObject({ outcome: "not_sent", fault: "network", code: "ABORTED" });
  expect(lines()).toBe(1);
});

it("a stop waits for no look at the number, and nothing is told of it", async () => {
  const { options } = await cloudApi();
  const { url, lines } = await silentServer();
  const { transport, states } = transportFor({ url, options }, { looks: { failed: 20, well: 40 } });
  const starting = transport.start();
  await expect.poll(lines).toBe(1);
  await transport.stop();
  await starting;
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([lines(), states]).toEqual([1, []]);
});

it.each([
  ["of words", () => outgoing()],
  ["with a menu", () => outgoing({ kind: "document", media: somePdf() })],
])("a message %s that a stop overtakes before its first byte is proven not sent", async (_, message) => {
  const api = await cloudApi();
  const { transport } = transportFor(api);
  const sending = transport.send(message());
  await transport.stop();
  expect(await sending).toMatchObject({ outcome: "not_sent", fault: "network", code: "ABORTED" });
  expect(api.calls).toEqual([]);
});
