import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { clockAt } from "../support/clocks";
import { enterHouse, tokenFor } from "../support/house";
import { serveHandlers } from "../support/server";
import { EVENING, seat } from "../support/tables";

/** The bytes as they come over the line: a fetch would unpack them. */
function ask(base: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>((resolve, reject) => {
    const asking = request(`${base}/table-log`, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }));
    });
    asking.on("error", reject).end();
  });
}

describe("an answer over the line", () => {
  it("comes compressed to whoever takes it so, word for word the same, and is known by its ETag in either form", async () => {
    enterHouse();
    clockAt(EVENING);
    const guests = Array.from({ length: 100 }, (_, at) => ({ name: `Guest ${at}`, phones: `71 200 ${String(at).padStart(3, "0")}` }));
    await seat(guests);
    const base = await serveHandlers();
    const authorization = `Bearer ${await tokenFor("staff")}`;
    const whole = await ask(base, { authorization });
    expect(whole.headers).not.toHaveProperty("content-encoding");
    expect(whole.headers.vary).toContain("Accept-Encoding");
    for (const accepts of ["gzip, deflate, br", "gzip", "br;q=1, gzip;q=0.5"]) {
      const small = await ask(base, { authorization, "accept-encoding": accepts });
      expect(small.headers).toMatchObject({ "content-encoding": "gzip", etag: `W/${whole.headers.etag}` });
      expect(small.body.length).toBeLessThan(whole.body.length / 5);
      expect(gunzipSync(small.body).equals(whole.body)).toBe(true);
    }
    for (const accepts of ["identity", "br", "gzip;q=0", "gzip;q=0.0, br"])
      expect((await ask(base, { authorization, "accept-encoding": accepts })).body.equals(whole.body)).toBe(true);
    const etag = String(whole.headers.etag);
    for (const known of [etag, `W/${etag}`])
      expect(await ask(base, { authorization, "accept-encoding": "gzip", "if-none-match": known })).toMatchObject({ status: 304 });
  });

  it("that is short is sent as it is", async () => {
    enterHouse();
    const base = await serveHandlers();
    const authorization = `Bearer ${await tokenFor("staff")}`;
    expect((await ask(base, { authorization, "accept-encoding": "gzip" })).headers).not.toHaveProperty("content-encoding");
  });
});
