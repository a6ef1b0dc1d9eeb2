import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { closeGently } from "@/lib/stopping";

async function serve(handler: RequestListener): Promise<{ server: Server; ask: () => Promise<IncomingMessage> }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async () => {
    const [response] = (await once(get({ port, agent }), "response")) as [IncomingMessage];
    response.resume();
    await once(response, "end");
    return response;
  };
  return { server, ask };
}

describe("a server that is asked to stop", () => {
  it("is done although a client polls over a connection that it keeps", async () => {
    const { server, ask } = await serve((_request, response) => void setTimeout(() => response.end("yes"), 20));
    const told: (string | undefined)[] = [];
    const polling = (async () => {
      for (;;) told.push((await ask()).headers.connection);
    })().catch(() => "refused");
    while (told.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const begun = performance.now();
    await closeGently(server, 20_000);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(await polling).toBe("refused");
    expect(told[0]).toBe("keep-alive");
  });

  it("lets a call under way finish", async () => {
    let answer: () => void = () => {};
    const { server, ask } = await serve((_request, response) => {
      answer = () => response.end("yes");
    });
    const asked = ask();
    await once(server, "request");
    const closed = closeGently(server, 20_000);
    setTimeout(answer, 400);
    expect((await asked).statusCode).toBe(200);
    await closed;
  });

  it("cuts what is still open when patience is at its end", async () => {
    const { server, ask } = await serve(() => {});
    const asked = ask().catch((error: { code: string }) => error.code);
    await once(server, "request");
    await closeGently(server, 300);
    expect(await asked).toBe("ECONNRESET");
  });
});
