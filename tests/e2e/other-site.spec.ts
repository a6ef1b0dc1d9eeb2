import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { CHROMIUM } from "./browser";
import { ADMIN, test as base, expect, type House, ONE_SIZE, saveElsewhere, signIn } from "./fixtures";

/**
 * A page of somebody else's, in the browser of whoever is signed in here, tries everything that a page may send without being
 * asked (docs/design/reliability.md S-14). Names that end in `.test` lead to this machine: over plain http, as in the restaurants, the
 * browser says nothing of where a call comes from but its Origin.
 */
base.use({ launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, "--host-resolver-rules=MAP *.test 127.0.0.1"] } });

const test = base.extend<{ name: string; baseURL: string }>({
  name: ["127.0.0.1", { option: true }],
  baseURL: async ({ house, name }, use) => use(house.url.replace("127.0.0.1", name)),
});

interface Tried {
  /** Calls whose answer the page could read. */
  read: string[];
}

/** Runs in the other page. */
async function attack(at: string): Promise<Tried> {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const json = JSON.stringify({
    metadata: { hostess: "E", waiter: "E", table_number: "666" },
    contacts: [{ name: "Evil", phones: "03 666666" }],
  });
  /** A form that nobody presses; its answer goes into a frame. */
  const submit = (action: string, enctype: string, fields: Record<string, string>, method = "post") => {
    const frame = Object.assign(document.createElement("iframe"), { name: `frame${Math.random()}` });
    const form = Object.assign(document.createElement("form"), { action: at + action, enctype, method, target: frame.name });
    for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement("input"), { name, value }));
    document.body.append(frame, form);
    form.submit();
  };
  const PATHS = [
    "/api/save-table",
    "/save-table",
    "/api/cancel-sending",
    "/api/queue/cancel-all",
    "/api/merge-tables",
    "/api/end-of-day",
    "/api/dedupe-table",
    "/api/queue/enqueue",
    "/api/contacts/import",
    "/api/auth/logout",
    "/api/auth/new-user",
    "/api/auth/signout",
    "/api/auth/callback/credentials",
    "/api/logs/pack-zip",
    "/api/staff/jounieh/reset-defaults",
    "/api/assist/start",
    "/api/proxy/echo?action=merge_by_date_all_branches&date=2026-11-20&force=true",
  ];
  for (const path of PATHS) {
    submit(path, "text/plain", { [`${json.slice(0, -1)},"x":"`]: '"}' });
    submit(path, "application/x-www-form-urlencoded", { items: '[{"name":"Evil","phone":"03 666666","message":"x"}]', message: "x" });
    submit(path, "multipart/form-data", { file: "name,phones\nEvil,03 666666" });
    submit(path, "application/x-www-form-urlencoded", { action: "merge_by_date_all_branches", date: "2026-11-20", force: "true" }, "get");
  }
  const read: string[] = [];
  const asked: Promise<unknown>[] = [];
  for (const path of PATHS)
    for (const mode of ["no-cors", "cors"] as const)
      for (const type of mode === "cors" ? ["application/json", "text/plain"] : ["text/plain"])
        for (const method of mode === "cors" ? ["POST", "PUT", "DELETE"] : ["POST"]) {
          const headers = { "content-type": type };
          const call = fetch(at + path, { method, mode, credentials: "include", headers, body: json });
          asked.push(call.then(({ status }) => status > 0 && read.push(`${method} ${path}`)).catch(() => {}));
        }
  const GETS = ["/api/auth/me", "/api/auth/session", "/api/contacts?search=a", "/api/export-vcf?date=2026-11-20", "/api/table-log", "/"];
  for (const path of GETS)
    asked.push(
      fetch(at + path, { credentials: "include" })
        .then(() => read.push(`GET ${path}`))
        .catch(() => {}),
    );
  for (const path of [
    "/api/merge-by-date/all-branches?date=2026-11-20&force=true&backup=false",
    "/merge-by-date/all-branches?date=2026-11-20&force=true&backup=false",
    "/api/queue/enqueue?phone=03666666&message=x&name=Evil",
    "/api/cancel-sending",
    "/api/end-of-day",
    "/api/auth/logout",
    "/api/birthdays/generate-vouchers-stream?date=2026-11-20",
  ]) {
    document.body.append(Object.assign(document.createElement("img"), { src: at + path }));
    document.body.append(Object.assign(document.createElement("script"), { src: at + path }));
    document.body.append(Object.assign(document.createElement("iframe"), { src: at + path }));
    navigator.sendBeacon(at + path, "x=1");
  }
  const stream = new EventSource(`${at}/api/birthdays/generate-vouchers-stream?date=2026-11-24`, { withCredentials: true });
  stream.onmessage = () => read.push("the stream");
  const socket = new WebSocket(`${at.replace("http", "ws")}/api/assist/ws?session=${"A".repeat(22)}&role=host&ticket=x`);
  socket.onopen = () => read.push("the socket");
  await Promise.all(asked);
  await pause(1_500);
  stream.close();
  return { read };
}

/** Everything that one of the calls would have left behind. */
const left = (house: House) => ({
  tables: house.rows("jounieh/table.db", "SELECT table_number FROM saved_table"),
  guests: house.rows("jounieh/contacts.db", "SELECT name FROM contact ORDER BY name"),
  central: house.rows("central/contacts.db", "SELECT name FROM contact"),
  users: house.rows("hub.db", "SELECT username FROM user ORDER BY username"),
  ended: house.rows("hub.db", "SELECT id FROM session WHERE revoked_at IS NOT NULL"),
  messages: house.rows("hub.db", "SELECT id FROM queue_item"),
  vouchers: house.rows("hub.db", "SELECT id FROM voucher"),
  jobs: house.rows("hub.db", "SELECT kind FROM job"),
  // That a browser was made to fetch a file for whoever is signed in there is written down, and is no change.
  done: house.rows("hub.db", "SELECT kind FROM event WHERE kind NOT IN ('calls.refused', 'session.started', 'data.exported') ORDER BY seq"),
});

/** A server of somebody else's, which gives every address the same page. */
async function theirServer(): Promise<{ port: number; close: () => void }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><body>Win a prize"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** How the server's own name stands to theirs, and whether a browser sends the cookie along. */
for (const [what, name, theirs, sendsCookie] of [
  ["another site", "daftar.test", "evil.test", false],
  ["a neighbour of the same domain over plain http", "daftar.test", "other.daftar.test", true],
  ["another port of the same machine", "127.0.0.1", "127.0.0.1", true],
] as const)
  test.describe(`a page of ${what}`, ONE_SIZE, () => {
    test.use({ name });

    test("sends whatever it likes, and nothing is done, read or ended", async ({ page, context, house, baseURL }) => {
      await saveElsewhere(house, "12");
      await signIn(page, ADMIN);
      await expect(page.getByText("API OK")).toBeAttached();
      const before = left(house);
      const other = await theirServer();
      const tab: Page = await context.newPage();
      const answers: string[] = [];
      tab.on("response", (answer) => {
        const { pathname, origin } = new URL(answer.url());
        if (origin === baseURL) answers.push(`${answer.request().method()} ${pathname} ${answer.status()}`);
      });
      await tab.goto(`http://${theirs}:${other.port}/`);
      const { read } = await tab.evaluate(attack, baseURL);
      expect(read).toEqual([]);
      expect(left(house)).toEqual(before);
      // They did arrive, and were refused for where they came from, or for want of a sign-in.
      expect(answers).toContain(`POST /api/save-table ${sendsCookie ? 403 : 401}`);
      expect(answers.filter((answer) => /^POST .* 2\d\d$/.test(answer) && !/\/api\/auth\/(signout|callback)/.test(answer))).toEqual([]);
      expect(answers.length).toBeGreaterThan(60);
      expect((await (await house.api("/cancel-status")).json()) as object).toMatchObject({ cancelled: false });

      // None of our pages stands in a frame of theirs, where it could be pressed unseen.
      await tab.evaluate(
        (at) => document.body.append(Object.assign(document.createElement("iframe"), { name: "ours", src: `${at}/` })),
        baseURL,
      );
      await expect.poll(() => tab.frame("ours")?.url() ?? "").toMatch(/^chrome-error:/);
      await tab.close();
      other.close();
      // Whoever is signed in here is so still.
      await page.reload();
      await expect(page.getByText("API OK")).toBeAttached();
      await expect(page).toHaveURL(`${baseURL}/`);
    });
  });
