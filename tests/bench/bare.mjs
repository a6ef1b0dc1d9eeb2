// The bare server that our figures stand beside: node:http and better-sqlite3 on the same files, and nothing else. No
// sign-in, no checks; one prepared statement a call, with the settings that our own reading connections have.
//   node tests/bench/bare.mjs DATA_DIR
import { createServer } from "node:http";
import path from "node:path";
import Database from "better-sqlite3";

const RESTAURANTS = ["jounieh", "batroun", "tripoli", "zgharta", "ehden"];
const PERSON = "id, name, phones, email, company, title, birthday, birth_year, address, added_at";
const folder = process.argv[2];

function open(...place) {
  const database = new Database(path.join(folder, ...place), { readonly: true, fileMustExist: true });
  database.pragma("mmap_size = 0");
  database.pragma("cache_size = -65536");
  return database;
}

const contacts = open("jounieh", "contacts.db");

const search = contacts.prepare(
  `SELECT ${PERSON.split(", ")
    .map((column) => `c.${column}`)
    .join(", ")}, c.branch
   FROM contact_trigram t JOIN contact c ON c.seq = t.rowid WHERE contact_trigram MATCH ? ORDER BY t.rowid DESC LIMIT 50`,
);
const rowsOfDay = open("jounieh", "table.db").prepare(`SELECT ${PERSON} FROM guest_row WHERE business_day = ? ORDER BY seq DESC`);
const addedBetween = contacts.prepare(`SELECT ${PERSON} FROM contact WHERE added_at >= ? AND added_at < ? ORDER BY seq DESC`);
const user = open("hub.db").prepare("SELECT id, username, name FROM user LIMIT 1");

function feedOf(branch) {
  const database = open(branch, "table.db");
  return {
    branch,
    changed: database.prepare("SELECT count(*) || max(saved_at) FROM saved_table WHERE business_day = ?").pluck(),
    rows: database.prepare(
      `SELECT t.table_number AS "table", t.name AS table_name, t.saved_at AS time, t.hostess, t.waiter,
         (SELECT json_group_array(json_object('name', g.name, 'phones', g.phones, 'birthday', g.birthday))
          FROM table_guest g WHERE g.table_id = t.id ORDER BY g.position) AS contacts
       FROM saved_table t WHERE t.business_day = ? ORDER BY t.saved_at DESC`,
    ),
  };
}

let opened = null;
/** Opened at the first call: other branches' stores may be locked by then, and nobody asks for a feed. */
function feeds() {
  opened ??= RESTAURANTS.map(feedOf);
  return opened;
}

const CALLS = {
  "/search": ({ match }) => {
    const found = search.all(match);
    return { contacts: found, total: found.length };
  },
  "/date": ({ day, from, to }) => {
    const found = [...rowsOfDay.all(day), ...addedBetween.all(from, to)];
    return { contacts: found, total: found.length };
  },
  "/feed": ({ day }) => ({
    logs: feeds().flatMap(({ branch, rows }) => rows.all(day).map((row) => ({ ...row, branch, contacts: JSON.parse(row.contacts) }))),
  }),
  "/row": () => ({ user: user.get() }),
};

const server = createServer((request, response) => {
  const url = new URL(request.url, "http://bare");
  const query = Object.fromEntries(url.searchParams);
  const etag =
    url.pathname === "/feed"
      ? `"${feeds()
          .map(({ changed }) => changed.get(query.day))
          .join(" ")}"`
      : "";
  if (etag && request.headers["if-none-match"] === etag) return response.writeHead(304, { etag }).end();
  const body = Buffer.from(JSON.stringify(CALLS[url.pathname](query)));
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length, ...(etag ? { etag } : {}) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
