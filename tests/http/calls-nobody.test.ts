import dns from "node:dns";
import net from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { login } from "@/lib/auth/contract";
import { makeCompetition } from "@/lib/competitions/contract";
import { importContacts } from "@/lib/import/contract";
import { runMergeByDate } from "@/lib/merging/contract";
import { enqueue } from "@/lib/queue/contract";
import { openTable, saveTable } from "@/lib/tables/contract";
import { SOURCES } from "../structure/sources";
import { call, enterHouse, tokenFor } from "../support/house";
import { METADATA } from "../support/tables";

/** Places to which a server would be sent by somebody who cannot reach them (docs/design/reliability.md S-20). */
const INSIDE = [
  "http://169.254.169.254/latest/meta-data",
  "http://127.0.0.1:22/",
  "http://[::1]:8000/api",
  "http://0x7f000001/",
  "http://[::ffff:127.0.0.1]/",
  "http://2130706433/",
  "http://daftar.example@10.0.0.1/",
  "https://localtest.me/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:25/_x",
  "//10.0.0.1/share",
];

/** Everything that this process asked to be connected to, or for the address of. */
let asked: string[] = [];

beforeEach(async () => {
  enterHouse({ API_BASES: "batroun=http://10.0.2.5:8000/api,central=https://central.example/api", BRANCHES: "jounieh,central" });
  await tokenFor("admin");
  asked = [];
  const note = (what: string) => (place: unknown) => {
    asked.push(`${what} ${JSON.stringify(place)}`);
    throw new Error("nobody is called");
  };
  vi.spyOn(net.Socket.prototype, "connect").mockImplementation(note("connect") as never);
  vi.spyOn(dns, "lookup").mockImplementation(note("lookup") as never);
});
afterEach(() => vi.restoreAllMocks());

it("no address that a caller names is called by the server", async () => {
  for (const [index, at] of INSIDE.entries()) {
    const headers = { "x-forwarded-host": at, forwarded: `host="${at}"`, referer: at, "x-original-url": at, "x-client-ip": at };
    const metadata = { ...METADATA, table_number: String(index), api_base: at, city: at.slice(0, 100) };
    const saved = await call("staff", saveTable, { headers, body: { metadata, contacts: [{ name: at, phones: "03 111111" }] } });
    expect(saved.status).toBe(200);
    expect((await call("staff", openTable, { headers, params: { name: saved.answer.table_name } })).status).toBe(200);
    const query = { action: "merge_by_date_all_branches", date: "2026-11-20", force: "true", branches_root: at } as const;
    expect((await call("admin", runMergeByDate, { headers, query })).status).toBe(400);
    const times = { opens_at: "2026-11-20T10:00:00Z", closes_at: "2026-12-20T10:00:00Z" };
    for (const field of ["post_url", "media_id"])
      expect(
        (await call("admin", makeCompetition, { headers, body: { title: "x", prize: "x", branches: [], ...times, [field]: at } })).status,
      ).toBe(400);
    for (const field of ["pdf_path", "voucher"])
      await call("admin", enqueue, { headers, body: { items: [{ name: "M", phone: "03 111111", message: at, [field]: at }] } });
    await call("nobody", login, { headers, body: { username: at, password: at } });
  }
  const card = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Maya\r\nTEL:03 222222\r\nPHOTO;VALUE=URI:${INSIDE[0]}\r\nURL:${INSIDE[1]}\r\nSOURCE:${INSIDE[2]}\r\nEND:VCARD\r\n`;
  expect((await call("admin", importContacts, { raw: card, headers: { "content-type": "text/vcard" } })).status).toBe(200);
  expect(asked).toEqual([]);
});

it("the merge of all branches reads files here, and calls no other branch's server", async () => {
  const query = { action: "merge_by_date_all_branches", date: "2026-11-20", force: "true" } as const;
  expect((await call("admin", runMergeByDate, { query })).status).toBe(200);
  expect(asked).toEqual([]);
});

it("had something been called, it would be seen here", async () => {
  await expect(fetch("http://127.0.0.1:59999/")).rejects.toThrow();
  expect(asked.length).toBeGreaterThan(0);
});

it("no code of the server's knows how to call anybody but the two addresses of the settings", () => {
  const calling = SOURCES.filter(({ file }) => /^(lib|app)\/|^(server|proxy|routes)\.ts$/.test(file)).filter(({ text }) =>
    /\bfetch\(|\b(https?|net|tls)\.(request|get|connect)\(|\{[^}]*\b(request|get|connect|createConnection)\b[^}]*\} from "node:(https?|net|tls)"|from "(undici|axios)"/.test(
      text,
    ),
  );
  // A round of public randomness, and the comments of a post: whoever calls says a number, and the rest stands in the settings.
  const ofSettings = ["lib/competitions/draw/fetch-round.ts", "lib/competitions/entries/comments-call.ts"];
  expect(calling.map(({ file }) => file)).toEqual(["lib/api/send.ts", ...ofSettings]); // the first is the browser's own
  for (const { file, text } of calling.filter(({ file }) => ofSettings.includes(file)))
    expect([text.match(/\bfetch\(/g)?.length, /redirect: "error"/.test(text)], file).toEqual([1, true]);
});
