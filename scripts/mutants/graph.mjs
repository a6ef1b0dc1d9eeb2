// Who imports whom: which tests may reach a guard at all, and how far they are from it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A test calls a route by its contract: whoever imports that one of its file, and runs handlers, runs the route. */
const CONTRACTS = /^import \{([^}]*)\} from ["']([^"']+\/contract)["']/gm;
/** What a file starts, or loads by a pattern. */
const STARTS = {
  "lib/db/bulk-steps.ts": ["workers/bulk.ts"],
  "lib/db/deep-check.ts": ["workers/deep-check.ts"],
  "tests/support/real-server.ts": ["server.ts"],
  "tests/kill/worker-process.ts": ["workers/worker.ts"],
};
const IMPORTS = /^(?!\s*(?:import|export) type\b).*?(?:\bfrom\s+|\bimport\s*\(?\s*)["']((?:@|\.{1,2})\/[^"']+)["']/gm;
const ENDINGS = ["", ".ts", ".tsx", ".mjs"];

export class Graph {
  constructor(root) {
    this.root = root;
    this.imports = new Map();
    this.distances = new Map();
    this.routes = null;
  }

  /** @returns how many imports lie between a file and another one; Infinity where no way leads there */
  distance(from, to) {
    let known = this.distances.get(from);
    if (!known) {
      known = new Map([[from, 0]]);
      for (const [file, steps] of known) for (const next of this.#importsOf(file)) if (!known.has(next)) known.set(next, steps + 1);
      this.distances.set(from, known);
    }
    return known.get(to) ?? Number.POSITIVE_INFINITY;
  }

  #importsOf(file) {
    let found = this.imports.get(file);
    if (!found) {
      const text = readFileSync(path.join(this.root, file), "utf8");
      found = [...text.matchAll(IMPORTS)].flatMap(([, place]) => this.#fileAt(file, place) ?? []);
      found.push(...(STARTS[file] ?? []));
      if (file.startsWith("tests/")) found.push(...this.#contractsOf(file, text).flatMap((name) => this.#routes().get(name) ?? []));
      this.imports.set(file, found);
    }
    return found;
  }

  /** The contracts that a file imports, each by its own file and its name there. */
  #contractsOf(file, text) {
    return [...text.matchAll(CONTRACTS)].flatMap(([, names, place]) =>
      names.split(",").map((name) => `${this.#fileAt(file, place)} ${name.trim().split(" as ")[0]}`),
    );
  }

  /** The route of each contract. */
  #routes() {
    if (!this.routes) {
      const files = readdirSync(path.join(this.root, "app/api"), { recursive: true }).map((name) => `app/api/${name}`);
      const contracts = (file) => this.#contractsOf(file, readFileSync(path.join(this.root, file), "utf8"));
      const routes = files.filter((file) => file.endsWith("/route.ts"));
      this.routes = new Map(routes.flatMap((file) => contracts(file).map((name) => [name, file])));
    }
    return this.routes;
  }

  #fileAt(file, place) {
    const bare = place.startsWith("@/") ? place.slice(2) : path.posix.join(path.posix.dirname(file), place);
    const ending = ENDINGS.find((one) => /\.\w+$/.test(bare + one) && existsSync(path.join(this.root, bare + one)));
    return ending === undefined || !/\.(ts|tsx|mjs)$/.test(bare + ending) ? null : bare + ending;
  }
}
