/**
 * The switch of the guards, compiled into the copy of the product that the mutants run in, and into nothing else. There each chosen
 * guard asks it; which of them are off stands in a file, so that one build serves all of them.
 */

/** The copy's folder for this, which `copy.mjs` writes here. */
const PLACE = "@the place@";

/** What a page is told, which has no files: `copy.mjs` writes it into the built chunks. */
const PAGES = "guards off:;";

/** What a server takes from a page: the number of a guard that was reached there. */
const REACHED = "/@guard-reached/";

/** How long the label of a test counts before it is read again, in milliseconds. */
const LABEL_KEPT = 5;

const fs = typeof window === "undefined" ? globalThis.process?.getBuiltinModule?.("node:fs") : undefined;
const record = fs ? recordInFile(fs) : recordByCall();
const off = new Set((fs ? fs.readFileSync(`${PLACE}/off`, "utf8") : (/off:([\d,]*);/.exec(PAGES)?.[1] ?? "")).split(","));

/** @returns the condition of the guard with that number, or what it says when it is switched off */
export function guarded<T>(guard: number, condition: T, whenOff: boolean): T | boolean {
  record(guard);
  return off.has(String(guard)) ? whenOff : condition;
}

type Recorder = (guard: number) => void;

/** Each test's label and each guard that it has reached, once a process and test, as a line of a file. */
function recordInFile({ appendFileSync, existsSync, readFileSync, symlinkSync }: typeof import("node:fs")): Recorder {
  const { pid, ppid } = process;
  const mine = `${PLACE}/labels/${pid}`;
  // A process that a test starts is the test's, and so is whatever that one starts.
  if (!existsSync(mine) && existsSync(`${PLACE}/labels/${ppid}`)) symlinkSync(`${PLACE}/labels/${ppid}`, mine);
  const seen = new Map<number, string>();
  let kept = { label: "", at: Number.NEGATIVE_INFINITY };
  const labelNow = () => {
    const said = (globalThis as { labelOfTest?: string }).labelOfTest;
    if (said !== undefined) return said;
    if (performance.now() - kept.at > LABEL_KEPT)
      kept = { label: existsSync(mine) ? readFileSync(mine, "utf8") : "", at: performance.now() };
    return kept.label;
  };
  const record = (guard: number) => {
    const label = labelNow();
    if (seen.get(guard) === label) return;
    seen.set(guard, label);
    appendFileSync(`${PLACE}/reached`, `${guard}\t${label}\n`);
  };
  hearPages(record);
  return record;
}

/** Pages tell the server that they came from, before it takes the request for one of its own. */
function hearPages(record: Recorder): void {
  const { Server } = process.getBuiltinModule("node:http");
  const { emit } = Server.prototype;
  if (emit.name === "emitOrHear") return;
  Server.prototype.emit = function emitOrHear(event: string | symbol, ...given: unknown[]) {
    const [request, response] = given as [{ url?: string } | undefined, { writeHead: (status: number) => { end: () => void } }];
    const guard = event === "request" && request?.url?.startsWith(REACHED) ? Number(request.url.slice(REACHED.length)) : null;
    if (guard === null) return Reflect.apply(emit, this, [event, ...given]);
    record(guard);
    response.writeHead(204).end();
    return true;
  };
}

function recordByCall(): Recorder {
  const told = new Set<number>();
  return (guard) => {
    if (told.has(guard)) return;
    told.add(guard);
    fetch(`${REACHED}${guard}`, { method: "POST", keepalive: true }).catch(() => told.delete(guard));
  };
}
