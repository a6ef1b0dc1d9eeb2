// The bare queue that ours stands beside: node:http and better-sqlite3 with the same durability, one transaction a call, and
// nothing else: no sign-in, no checks, no gate, no trail.
//   node tests/bench/bare-queue.mjs FILE ITEMS
import { createServer } from "node:http";
import Database from "better-sqlite3";

const [file, items] = process.argv.slice(2);
const database = new Database(file);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec(
  `CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT, status TEXT, token INTEGER DEFAULT 0);
   CREATE INDEX item_status ON item (status, id)`,
);
const insert = database.prepare("INSERT INTO item (text, status) VALUES ('How was your evening?', 'PENDING')");
database.transaction(() => {
  for (let count = 0; count < Number(items); count++) insert.run();
})();
const CALLS = {
  "/claim": database.prepare(
    `UPDATE item SET status = 'IN_PROGRESS', token = token + 1
     WHERE id IN (SELECT id FROM item WHERE status = 'PENDING' ORDER BY id LIMIT @max) RETURNING *`,
  ),
  "/begin": database.prepare("UPDATE item SET status = 'SENDING' WHERE id = @id AND token = @token RETURNING id"),
  "/ack": database.prepare("UPDATE item SET status = 'SENT' WHERE id IN (SELECT value FROM json_each(@ids)) RETURNING id"),
};

const server = createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  const body = Buffer.from(JSON.stringify({ items: CALLS[request.url].all(JSON.parse(text)) }));
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => console.log(`listens on http://127.0.0.1:${server.address().port}`));
