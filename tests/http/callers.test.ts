import path from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint, fileEndpoint } from "@/lib/api/endpoint";
import { hubStore } from "@/lib/db/find-store";
import { fileRoute } from "@/lib/http/file-route";
import { type Route, route } from "@/lib/http/route";
import { enterHouse, tokenFor } from "../support/house";
import { rows } from "../support/stores";

const WORKER_TOKEN = "w".repeat(40);

const beat = endpoint({
  method: "POST",
  path: "/worker/beat",
  summary: "A call that only workers have.",
  permission: "worker",
  about: "none",
  answer: z.object({ ok: z.literal(true) }),
});

const beatRoute = route(beat, async ({ by }) => {
  const hub = await hubStore();
  return hub.write(by, async () => ({
    answer: { ok: true },
    happened: [{ kind: "staff.defaults_set", subjects: [], payload: { branches: [] } }],
  }));
});

const file = fileEndpoint({
  method: "GET",
  path: "/some-file",
  summary: "A call that answers with a file.",
  permission: "nav_home",
  query: z.strictObject({ name: z.string().max(100) }),
  gives: "text/csv; charset=utf-8",
});

const fileHandler = fileRoute(file, async ({ query, nameState }) => {
  nameState("v1");
  return { body: "a,b\n1,2\n", fileName: query.name };
});

function ask(handler: Route, headers: Record<string, string>, query = ""): Promise<Response> {
  const { method, path: where } = handler.contract;
  return handler(new Request(`http://127.0.0.1/api${where}${query}`, { method, headers }), { params: Promise.resolve({}) });
}

describe("a worker", () => {
  it("has the calls of workers by its own token, and is the actor of what it writes", async () => {
    const data = enterHouse({ WORKER_TOKEN });
    const response = await ask(beatRoute, { authorization: `Bearer ${WORKER_TOKEN}`, "x-worker": "pc-2" });
    expect(response.status).toBe(200);
    const [event] = rows(path.join(data, "hub.db"), "SELECT actor_kind, actor_id FROM event ORDER BY seq DESC LIMIT 1");
    expect(event).toEqual({ actor_kind: "worker", actor_id: "pc-2" });
    expect((await ask(beatRoute, { "x-token": WORKER_TOKEN })).status).toBe(200);
  });

  it("has no call of a user, and no user has a worker's, not even one who holds everything", async () => {
    enterHouse({ WORKER_TOKEN });
    expect((await ask(fileHandler, { authorization: `Bearer ${WORKER_TOKEN}` }, "?name=x")).status).toBe(403);
    expect((await ask(beatRoute, { authorization: `Bearer ${await tokenFor("admin")}` })).status).toBe(403);
  });

  it("is nobody with a wrong token, and in a cookie", async () => {
    enterHouse({ WORKER_TOKEN });
    expect((await ask(beatRoute, { authorization: `Bearer ${WORKER_TOKEN}x` })).status).toBe(401);
    expect((await ask(beatRoute, { cookie: `next-auth.session-token=${WORKER_TOKEN}` })).status).toBe(401);
  });

  it("is nobody where no token is set", async () => {
    enterHouse();
    for (const token of [WORKER_TOKEN, "undefined", "null"]) {
      expect((await ask(beatRoute, { authorization: `Bearer ${token}` })).status).toBe(401);
    }
  });
});

describe("an answer that is no JSON", () => {
  it("comes with its type and name after the same checks, and its refusals are JSON", async () => {
    enterHouse();
    const authorization = `Bearer ${await tokenFor("staff")}`;
    const response = await ask(fileHandler, { authorization }, `?name=${encodeURIComponent('زبائن "1".csv')}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="_____ _1_.csv"; filename*=UTF-8''${encodeURIComponent('زبائن "1".csv')}`,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toBeTruthy();
    expect(await response.text()).toBe("a,b\n1,2\n");
    for (const [headers, query, status] of [
      [{}, "?name=x", 401],
      [{ authorization: `Bearer ${await tokenFor("keyless")}` }, "?name=x", 403],
      [{ authorization }, "", 400],
      [{ authorization, "x-branch": "nowhere" }, "?name=x", 400],
    ] as const) {
      const refused = await ask(fileHandler, headers, query);
      expect(refused.status).toBe(status);
      expect(await refused.json()).toMatchObject({ code: expect.any(String), request_id: expect.any(String) });
    }
  });

  it("is not sent again to whoever has it", async () => {
    enterHouse();
    const authorization = `Bearer ${await tokenFor("staff")}`;
    expect((await ask(fileHandler, { authorization }, "?name=x")).headers.get("etag")).toBe('"v1"');
    const again = await ask(fileHandler, { authorization, "if-none-match": 'W/"v0", "v1"' }, "?name=x");
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });
});
