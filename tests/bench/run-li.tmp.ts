import { mkdtempSync } from "node:fs";
import { benchLargeImport } from "./large-import";
import { summarise } from "./report";
const folder = mkdtempSync("/tmp/daftar-li-");
console.log(folder);
benchLargeImport(folder).then(() => { summarise(); process.exit(0); }, (e) => { console.error(e); process.exit(1); });
