import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setClock } from "@/lib/clock";
import { makings } from "@/lib/vouchers/progress";
import { clockAt } from "../support/clocks";
import { enterHouse } from "../support/house";
import { serveHandlers } from "../support/server";
import { END_OF_DAY } from "../support/tables";
import { eventsOf } from "../support/vouchers";
import { followLink, MAYA, OldClient } from "./old-client";

const DATE = "date=2026-11-20";
const STREAM = `/birthdays/generate-vouchers-stream?${DATE}`;

let base = "";
let client: OldClient;
let cookie = "";

beforeEach(async () => {
  enterHouse();
  clockAt(END_OF_DAY);
  base = await serveHandlers();
  client = new OldClient(base);
  const { body } = await client.logIn("admin");
  cookie = `next-auth.session-token=${body.refresh_token}`; // what our own sign-in leaves in the browser
  await client.post("/save-table", { metadata: { hostess: "Rima", waiter: "Jad", table_number: "12" }, contacts: [MAYA] });
  await client.post("/end-of-day");
});
afterEach(() => {
  setClock(null);
  vi.useRealTimers();
});

const follow = (path: string, headers: Record<string, string> = {}) => followLink(base, path, cookie, headers);
/** A quarter of an hour in which no page of ours renews the cookie. */
const waitLong = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });

describe("a plain link on the pages' own origin", () => {
  it.each(["at once", "an hour later"])("brings the files and the server's folder by the cookie alone, %s", async (when) => {
    const { filename } = (await client.post("/logs/pack-zip")).body;
    if (when !== "at once") waitLong();
    for (const [path, holds] of [
      [`/export-vcf?${DATE}`, "Maya Khoury"],
      [`/birthdays/export-vcf?${DATE}`, "Maya Khoury"],
      [`/birthdays/export-csv?${DATE}`, "Maya Khoury"],
      [`/logs/download/${filename}`, "PK"],
      ["/backend/browse", "<html"],
      ["/docs", "<html"],
    ] as const) {
      const { status, text } = await follow(path);
      expect([path, status, text.includes(holds)], text).toEqual([path, 200, true]);
    }
    expect((await followLink(base, `/export-vcf?${DATE}`, "")).status, "nobody's").toBe(401);
  });

  it("shows the folder and the page of calls in a frame of our own pages, and in nobody else's", async () => {
    for (const path of ["/backend/browse", "/docs"])
      expect((await follow(path)).headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  });
});

describe("a native EventSource of the voucher stream", () => {
  const own = () => ({ referer: `${new URL(base).origin}/birthdays` });
  const watch = async (headers: Record<string, string>) => {
    const { status, body, text } = await follow(STREAM, { accept: "text/event-stream", ...headers });
    return status === 200 ? eventsOf(text).at(-1)?.data : { status, code: body?.code };
  };
  const made = async () => (await client.get("/vouchers/check", { phone: MAYA.phones })).body.files.length;

  it.each(["at once", "an hour later"])("on our own page makes them, where the browser says whose page it is, %s", async (when) => {
    if (when !== "at once") waitLong();
    expect(await watch({ "sec-fetch-site": "same-origin" })).toMatchObject({ current: 1, total: 1 });
  });

  it("on our own page makes them over plain http too, where its Referer alone says whose it is", async () => {
    expect(await watch(own())).toMatchObject({ current: 1, total: 1 });
    expect(await made()).toBe(1);
  });

  it("of a stranger begins nothing, whatever the browser says of it", async () => {
    const port = new URL(base).port;
    const strangers: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", ...own() },
      { "sec-fetch-site": "none", ...own() },
      { referer: "https://evil.example/" },
      { referer: `http://127.0.0.1.evil.example:${port}/` },
      { referer: "no address" },
      { origin: "https://evil.example", ...own() },
      {},
    ];
    for (const headers of strangers) expect(await watch(headers), JSON.stringify(headers)).toEqual({ status: 403, code: "cross_site" });
    expect(await made()).toBe(0);
  });

  it("of nobody knows whom joins a making that runs", async () => {
    const contacts = Array.from({ length: 12 }, (_, number) => ({ ...MAYA, name: `Guest ${number}`, phones: `9613${100_000 + number}` }));
    await client.post("/save-table", { metadata: { hostess: "Rima", waiter: "Jad", table_number: "13" }, contacts });
    await client.post("/end-of-day");
    const making = watch(own());
    await vi.waitFor(() => expect(makings().get("jounieh")).toBeDefined(), { interval: 1 });
    expect(await watch({})).toMatchObject({ current: 13, total: 13 });
    expect(await making).toMatchObject({ current: 13, total: 13 });
  });
});
