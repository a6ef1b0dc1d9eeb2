// Does some actions to a data folder with the code of the folder that it is started in, by that code's own route handlers:
//   node --import tsx DRIVE ACTIONS.json      (DATA_DIR and the other settings from the environment)
// It knows nothing of today's code: the same file drives that of years ago. It prints each action's status, one JSON line each.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Action } from "./actions";

/** Where stores are found, today and in the older code. */
const STORES = ["lib/db/find-store.ts", "lib/db/stores.ts"].find((file) => existsSync(file)) ?? "";

const load = (file: string) => import(pathToFileURL(path.resolve(file)).href);

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

interface Call {
  method: string;
  /** Below `app/api`. */
  route: string;
  query?: Record<string, string>;
  body?: unknown;
  raw?: string;
  branch?: string;
  params?: Record<string, string>;
}

let token = "";

async function call({ method, route, query = {}, body, raw, branch, params = {} }: Call): Promise<{ status: number; answer: unknown }> {
  const handlers = (await load(`app/api/${route}/route.ts`)) as Record<string, Handler>;
  const headers = new Headers({ "content-type": raw === undefined ? "application/json" : "text/csv" });
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (branch) headers.set("x-branch", branch);
  const address = `http://127.0.0.1/api/${route.replace("[name]", encodeURIComponent(params.name ?? ""))}?${new URLSearchParams(query)}`;
  const request = new Request(address, { method, headers, body: raw ?? (body === undefined ? null : JSON.stringify(body)) });
  const response = await (handlers[method] as Handler)(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, answer: text ? JSON.parse(text) : null };
}

const METADATA = { hostess: "Rima", waiter: "Jad", table_name: "" };

/** The guest of a book who has a number, as a page finds them. */
async function found(branch: string, digits: string): Promise<Record<string, unknown> | undefined> {
  const { answer } = await call({ method: "GET", route: "contacts", query: { search: digits }, branch });
  return (answer as { contacts?: Record<string, unknown>[] }).contacts?.[0];
}

async function identified(branch: string, digits: string) {
  const guest = await found(branch, digits);
  return guest && { name: guest.name, phones: guest.phones, id: guest.id };
}

/** @returns the status; 0 where there was nothing to do */
async function act(action: Action): Promise<number> {
  const { branch } = action;
  switch (action.kind) {
    case "save": {
      const metadata = { ...METADATA, table_number: action.number, branch };
      return (await call({ method: "POST", route: "save-table", body: { metadata, contacts: action.contacts }, branch })).status;
    }
    case "again": {
      const { answer } = await call({ method: "GET", route: "saved-tables", branch });
      const { tables = [] } = answer as { tables?: string[] };
      const name = tables.toSorted().at(-1);
      if (name === undefined) return 0;
      const opened = (await call({ method: "GET", route: "table/[name]", params: { name }, branch })).answer as {
        contacts: Record<string, unknown>[];
        metadata?: Record<string, unknown>;
      };
      const contacts = [
        ...opened.contacts.slice(action.gone).map(({ name, phones, email, company }) => ({ name, phones, email, company })),
        ...action.contacts,
      ];
      const number = name.split(" ").at(-1);
      const body = { metadata: { ...METADATA, table_number: number, branch }, contacts, table_name: name };
      return (await call({ method: "POST", route: "save-table", body, branch })).status;
    }
    case "merge":
      return (await call({ method: "POST", route: "merge-tables", branch })).status;
    case "end":
      return (await call({ method: "POST", route: "end-of-day", branch })).status;
    case "date": {
      const query = { date: action.date, force: "true", backup: "false" };
      return (await call({ method: "GET", route: "merge-by-date/all-branches", query, branch })).status;
    }
    case "import":
      return (await call({ method: "POST", route: "contacts/import", raw: action.csv, branch })).status;
    case "correct": {
      const identifier = await identified(branch, action.digits);
      return identifier ? (await call({ method: "PATCH", route: "contacts", body: { identifier, ...action.fields }, branch })).status : 0;
    }
    case "remove": {
      const guest = await identified(branch, action.digits);
      return guest ? (await call({ method: "DELETE", route: "delete-contact", body: { ...guest }, branch })).status : 0;
    }
    case "company":
      return (await call({ method: "POST", route: "update-company-by-date", body: { date: action.date, company: action.company }, branch }))
        .status;
  }
}

async function main(): Promise<void> {
  const actions = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Action[];
  const { setClock } = (await load("lib/clock.ts")) as { setClock: (clock: () => Date) => void };
  const { start } = (await load("lib/start.ts")) as { start: () => Promise<unknown> };
  const { closeStores } = (await load(STORES)) as { closeStores: () => Promise<unknown> };
  process.stdout.write("begun\n");
  await start();
  const credentials = { username: "admin", password: process.env.ADMIN_PASSWORD };
  const { answer } = await call({ method: "POST", route: "auth/login", body: credentials });
  token = (answer as { access_token: string }).access_token;
  for (const action of actions) {
    setClock(() => new Date(action.at));
    process.stdout.write(`${JSON.stringify({ kind: action.kind, status: await act(action) })}\n`);
  }
  await closeStores();
  process.exit(0);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
