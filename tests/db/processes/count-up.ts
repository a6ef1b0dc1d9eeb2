// Adds to one counter so many times, each time reading it first and writing it afterwards, in one transaction. Says how
// often the transactions' work was begun.
import { openStore } from "../../../lib/db/store";
import { writeQuietly } from "../../support/by";

const [file = "", times = "0"] = process.argv.slice(2);
const store = openStore("table", file);
console.log("ready");
await new Promise((resolve) => process.stdin.once("data", resolve));
let runs = 0;
for (let time = 0; time < Number(times); time++) {
  await writeQuietly(store, async (tx) => {
    runs++;
    const { version } = await tx.savedTable.findUniqueOrThrow({ where: { id: "counter" } });
    await tx.savedTable.update({ where: { id: "counter" }, data: { version: version + 1 } });
  });
}
console.log(`${runs} runs`);
await store.close();
process.exit(0);
