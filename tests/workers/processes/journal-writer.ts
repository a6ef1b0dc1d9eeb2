// Writes messages into the journal of a folder until it is killed, and notes in another file each line that the journal has confirmed.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { Journal } from "../../../workers/sender/journal";

const [folder = ""] = process.argv.slice(2);
process.stdout.write("writing\n");
const journal = new Journal(folder);
for (let token = 1; ; token++) {
  const message_id = `3EB0${String(token).padStart(18, "0")}`;
  journal.write({ did: "sending", id: crypto.randomUUID(), token, message_id, account: "sandbox" }, true);
  appendFileSync(path.join(folder, "confirmed"), `${message_id}\n`);
  if (token % 50 === 0) journal.shorten(new Date());
}
