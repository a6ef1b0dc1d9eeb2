// The table of routes, made of what stands in app/api: a call is written down once, in its route.ts.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const FILE = "app/generated/routes.ts";

/** Writes the table, from the root of the repository. A folder that catches every path (`[...]`) is Next's own. */
export function writeRoutes() {
  const folders = readdirSync("app/api", { recursive: true })
    .map((name) => String(name).replaceAll(path.sep, "/"))
    .filter((name) => name.endsWith("/route.ts") && !name.includes("[..."))
    .map((name) => path.posix.dirname(name))
    .sort();
  const text = [
    'import { serving } from "../../lib/http/route";',
    ...folders.map((folder, at) => `import * as call${at} from "../api/${folder}/route";`),
    "",
    `export const ROUTES = serving([${folders.map((_, at) => `call${at}`).join(", ")}].flatMap((handlers) => Object.values(handlers)));`,
    "",
  ].join("\n");
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, text);
}
