// `npm run test:injection`: sqlmap against a throwaway server with a few guests (docs/design/reliability.md S-06), call by call. It
// needs sqlmap, which Debian has. Minutes for each call: `npm run test:injection -- contacts` runs those whose path says so.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { type RealServer, startServer } from "../support/real-server";

const ADMIN = { username: "admin", password: "seven brass lanterns" };
const GUESTS = [
  { name: "Maya Khoury", phones: "03 111111", birthday: "1990-11-20" },
  { name: "Karim Saab", phones: "71 222333" },
];
const METADATA = { hostess: "Rima", waiter: "Jad", table_number: "7" };
const ID = "01900000-0000-7000-8000-000000000000";
const LOSS = "x".repeat(43);
const DATE = "2026-11-20";

/** A call with a value for each field; `*` marks a place in the path. */
interface Target {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: object;
}

/** Each call that looks something up by what the caller says. */
const TARGETS: Target[] = [
  { method: "GET", path: "/contacts?search=maya&limit=20&offset=0" },
  { method: "GET", path: "/search?search=maya&source=contacts&limit=20&offset=0" },
  { method: "GET", path: `/search-by-date?date=${DATE}&limit=20&offset=0` },
  { method: "GET", path: `/stats/history?from=${DATE}&to=${DATE}&branches=jounieh&by=day&compare=year` },
  { method: "GET", path: `/stats/live/rows?measure=guests&of=jounieh&date=${DATE}&limit=20&offset=0` },
  { method: "GET", path: "/table/2026-11-20%20table%207*" },
  { method: "GET", path: "/all-data?text=maya&company=cedar&language=ar&of_branch=jounieh&added_from=2026-01-01&sort=name&size=50" },
  { method: "GET", path: "/all-data/count?text=maya&company=cedar&of_branch=jounieh" },
  {
    method: "POST",
    path: "/all-data/change",
    body: { filters: { text: "maya", company: "cedar" }, set: { company: "Cedar" }, count: 1 },
  },
  { method: "POST", path: "/backups/verify", body: { store: "jounieh/contacts", backup: "daily" } },
  { method: "POST", path: "/all-data/export", body: { filters: { text: "maya", company: "cedar" }, format: "csv", reason: "a letter" } },
  { method: "POST", path: "/all-data/change/undo", body: { undo_id: ID } },
  { method: "GET", path: `/all-data/bin?cursor=${ID}` },
  { method: "POST", path: "/all-data/bin/put-back", body: { id: ID } },
  { method: "GET", path: `/contacts/${ID}*/card` },
  { method: "GET", path: `/contacts/${ID}*/where-from` },
  { method: "GET", path: `/contacts/${ID}*/duplicates` },
  { method: "GET", path: `/contacts/${ID}*/receipts` },
  { method: "GET", path: `/duplicates?cursor=80%20${ID}%20${ID}` },
  { method: "POST", path: "/duplicates/find", body: {} },
  { method: "POST", path: "/duplicates/not", body: { identifier: { name: "Maya", id: ID }, other: { name: "Rima", id: ID } } },
  { method: "GET", path: `/guests/${ID}*` },
  { method: "GET", path: `/guests/${ID}/more?of=messages&next=2026-11-20` },
  { method: "GET", path: `/guests/${ID}*/statement` },
  { method: "GET", path: `/reservations?date=${DATE}&shift=dinner&status=CONFIRMED&source=phone&search=maya` },
  { method: "GET", path: "/reservations/search?search=maya" },
  { method: "GET", path: `/reservations/availability?date=${DATE}&party=2&time=20:00&area=Hall&except=${ID}` },
  { method: "GET", path: `/reservations/measures?from=${DATE}&to=${DATE}` },
  { method: "GET", path: `/reservations/${ID}*` },
  {
    method: "POST",
    path: "/reservations",
    body: { date: DATE, time: "20:00", party: 2, name: "Maya", phones: "03 111111", tables: ["7"] },
  },
  { method: "PATCH", path: `/reservations/${ID}*`, body: { version: 1, tables: ["7"], name: "Maya" } },
  { method: "POST", path: `/reservations/${ID}*/step`, body: { version: 1, to: "SEATED", tables: ["7"] } },
  { method: "GET", path: `/birthdays?date=${DATE}&limit=20&offset=0` },
  { method: "GET", path: "/vouchers/check?name=maya&phone=03111111" },
  { method: "GET", path: "/loyalty/customers/search?q=03111111" },
  { method: "GET", path: `/audit?from=${DATE}&to=${DATE}&who=${ID}&group=guests&store=jounieh&request=${ID}&limit=5` },
  { method: "GET", path: `/queue/${ID}*` },
  { method: "GET", path: `/queue/menus/sent?table_name=2026-11-20%20table%207` },
  { method: "GET", path: `/menus/versions/${ID}*/file` },
  { method: "POST", path: `/menus/versions/${ID}*/publish`, body: { counts_from: "2026-12-01" } },
  {
    method: "POST",
    path: `/menus/versions/${ID}*/prices`,
    body: { changes: [{ id: "0-0-7", text: "5" }], name: "Winter", accepted: [ID] },
  },
  { method: "GET", path: "/menus/calibration?pdf=menus/menu.pdf&docKey=menu" },
  {
    method: "PUT",
    path: "/menus/calibration",
    body: { version_id: ID, seen: 0, fields: [{ id: "0-0-7", kind: "price", name: "Hummus" }] },
  },
  { method: "GET", path: "/competitions" },
  { method: "GET", path: `/competitions/${ID}*` },
  { method: "GET", path: `/competitions/${ID}*/entries?which=all&search=maya&limit=5&offset=0` },
  {
    method: "POST",
    path: "/competitions",
    body: {
      ...{ title: "Dinner", branches: ["jounieh"], prize: "Dinner", opens_at: "2026-11-20T10:00:00Z", closes_at: "2026-12-20T10:00:00Z" },
      filters: { keyword: "word", excluded: ["maya.k"] },
    },
  },
  { method: "PATCH", path: `/competitions/${ID}*`, body: { version: 1, title: "Dinner" } },
  { method: "POST", path: `/competitions/${ID}*/step`, body: { version: 1, to: "CANCELLED", reason: "No prize" } },
  { method: "POST", path: `/competitions/${ID}*/places/${ID}/disqualify`, body: { version: 1, reason: "No follower" } },
  {
    method: "POST",
    path: `/competitions/${ID}*/places/${ID}/guest`,
    body: { version: 1, branch: "jounieh", name: "Maya", phones: "03 111111" },
  },
  { method: "DELETE", path: `/menus/versions/${ID}*` },
  { method: "POST", path: "/menus/end", body: { key: "menu", language: "" } },
  { method: "DELETE", path: `/delete-contact?id=${ID}&store=contacts` },
  { method: "POST", path: "/auth/login", body: { username: "maya", password: "anything at all" } },
  { method: "POST", path: "/save-table", body: { metadata: METADATA, contacts: GUESTS } },
  { method: "PATCH", path: "/contacts", body: { identifier: { name: "Maya Khoury", phones: "03 111111" }, company: "Cedar" } },
  {
    method: "POST",
    path: "/contacts/two-people",
    body: { identifier: { name: "Maya Khoury", phones: "03 111111", id: ID }, names: ["Rima"] },
  },
  {
    method: "POST",
    path: "/contacts/one-person",
    body: { identifier: { name: "Maya", id: ID }, other: { name: "Rima", id: ID }, values: { company: "Cedar" } },
  },
  { method: "POST", path: "/contacts/decision/end", body: { undo_id: ID } },
  { method: "POST", path: "/contacts/import/undo", body: { import_id: ID, accept_loss: LOSS } },
  { method: "POST", path: "/update-company-by-date/undo", body: { undo_id: ID, accept_loss: LOSS } },
  { method: "POST", path: "/update-contact", body: { id: ID, name: "Maya", phones: "03 111111" } },
  { method: "POST", path: "/update-company-by-date", body: { date: "2026-01-01", company: "Cedar" } },
  { method: "POST", path: "/queue/opted-out", body: { phones: ["03 111111"] } },
  { method: "POST", path: "/queue/in-doubt", body: { items: [{ name: "Maya", phone: "03 111111", message: "Hello" }] } },
  { method: "POST", path: "/queue/template", body: { phones: ["03 111111"] } },
  { method: "POST", path: "/personal-data/find", body: { id: ID, phones: "03 111111" } },
  { method: "POST", path: "/vouchers/take-back", body: { code: "7K3F-92QD", used_at: "2026-11-20T19:30:00.000Z" } },
  { method: "POST", path: "/loyalty/visit", body: { customer_id: ID, table_number: "7", points: 5, table_name: "2026-11-20 table 7" } },
  { method: "GET", path: "/loyalty/programme" },
  { method: "GET", path: "/loyalty/expiry/preview?months=12" },
  { method: "GET", path: "/loyalty/tiers/preview?visits=2,5" },
  { method: "POST", path: "/loyalty/tiers/of", body: { names: ["Maya"], phones: ["03 111111"] } },
  { method: "POST", path: "/loyalty/adjustments", body: { guest: ID, points: 5, reason: "Lost card" } },
  { method: "POST", path: `/guests/${ID}*/statement/send` },
  { method: "POST", path: `/guests/${ID}*/card`, body: { reason: "The guest lost it" } },
  { method: "POST", path: `/loyalty/adjustments/${ID}*/decide`, body: { approve: true } },
  { method: "POST", path: "/loyalty/redemptions", body: { guest: ID, reward: ID, way: "card" } },
  { method: "POST", path: `/loyalty/redemptions/${ID}*/confirm`, body: { code: "123456" } },
  { method: "POST", path: `/loyalty/redemptions/${ID}*/finish`, body: { what: "release" } },
  { method: "POST", path: "/branches/ehden*/rename", body: { name: "Ehden" } },
  { method: "POST", path: "/staff/jounieh/add", body: { role: "waiter", name: "Elio" } },
];

/** Answers of a call that finds nothing, or refuses, are looked at like any other. */
const ANSWERS = "400,401,403,404,409,415,429";

/** How many ways of asking are tried, and how bold they may be: what S-06 names. */
const ZEAL = ["--level", "3", "--risk", "2"];

async function call(server: RealServer, where: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${server.url}/api${where}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${where} answered ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** @returns what speaks against the call, or null */
async function attack(url: string, token: string, { method, path: where, body }: Target, folder: string): Promise<string | null> {
  const data = body ? ["--data", JSON.stringify(body), "--headers", "Content-Type: application/json"] : [];
  const args = ["-u", `${url}${where}`, "--method", method, ...data, "--auth-type", "Bearer", "--auth-cred", token];
  const quiet = [
    "--batch",
    "--disable-coloring",
    "--flush-session",
    "--output-dir",
    folder,
    "--dbms",
    "sqlite",
    "--ignore-code",
    ANSWERS,
    "--skip",
    "user-agent,referer,host",
  ];
  const child = spawn("sqlmap", [...args, ...quiet, ...ZEAL], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  await new Promise((resolve) => child.once("close", resolve));
  if (/identified the following injection point/.test(said)) return said.slice(said.indexOf("identified the following")).slice(0, 2_000);
  if (/\b5\d\d \([^)]*\) - \d+ times/.test(said)) return `a failure of the server: ${/5\d\d \([^)]*\) - \d+ times/.exec(said)?.[0]}`;
  if (!/do not appear to be injectable/.test(said)) return `sqlmap did not come to an end: ${said.slice(-1_000)}`;
  return null;
}

/** A server that can be injected: had sqlmap nothing to say of it, its silence about ours would mean nothing. */
async function findsAHole(folder: string): Promise<boolean> {
  const database = new Database(":memory:");
  database.exec("CREATE TABLE guest (name TEXT); INSERT INTO guest VALUES ('maya'), ('karim')");
  const careless = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://x").searchParams.get("name") ?? "";
    try {
      response.end(JSON.stringify(database.prepare(`SELECT name FROM guest WHERE name = '${name}'`).all()));
    } catch {
      response.writeHead(400).end("{}");
    }
  }).listen(0, "127.0.0.1");
  await once(careless, "listening");
  const { port } = careless.address() as AddressInfo;
  const against = await attack(`http://127.0.0.1:${port}`, "none", { method: "GET", path: "/guest?name=maya" }, folder);
  careless.closeAllConnections();
  careless.close();
  return against?.includes("injection point") ?? false;
}

async function run(): Promise<boolean> {
  if (spawnSync("sqlmap", ["--version"]).status !== 0) throw new Error("sqlmap is missing: apt-get install sqlmap");
  const wanted = process.argv.slice(2);
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-injection-"));
  const server = await startServer({ dataDir: path.join(folder, "data"), settings: { ADMIN_PASSWORD: ADMIN.password } });
  let found = (await findsAHole(path.join(folder, "sqlmap"))) ? 0 : 1;
  console.log(`A server with a hole: ${found === 0 ? "found" : "NOT FOUND, so the rest says nothing"}`);
  try {
    const { access_token } = await call(server, "/auth/login", ADMIN);
    await call(server, "/save-table", { metadata: METADATA, contacts: GUESTS }, String(access_token));
    await call(server, "/merge-tables", {}, String(access_token));
    for (const target of TARGETS.filter(({ path: where }) => wanted.length === 0 || wanted.some((word) => where.includes(word)))) {
      const started = performance.now();
      const against = await attack(`${server.url}/api`, String(access_token), target, path.join(folder, "sqlmap"));
      if (against) found++;
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${target.method} ${target.path}: ${against ?? "nothing"} (${seconds} s)`);
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return found === 0;
}

process.exit((await run()) ? 0 : 1);
