import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BUILD } from "../../lib/build";
import { RESTAURANTS } from "../support/restaurants";
import { type Call, clientOf } from "./http";
import { type Bench, inParallel } from "./server";

export const WORKER_TOKEN = "the-worker-token-of-the-bench-is-long-enough";
/** A branch queues 5,000 a day at most, so each has its share. */
export const branchOf = (batch: number) => ({ "x-branch": RESTAURANTS[batch % RESTAURANTS.length] ?? "" });
/** As many go into the queue in one call. */
const BATCH = 500;

/** Menus, which wait for no quiet hours: the bench runs by the machine's own clock. */
export const guest = (number: number) => ({
  name: `Guest ${number}`,
  phone: `+9613${100_000 + number}`,
  table_name: "bench",
  pdf_path: "menu.pdf",
});

/** The menu of these messages, in the data folder of a server that is about to start. */
export function layMenu(data: string): void {
  const menus = path.join(data, "menus");
  mkdirSync(menus, { recursive: true });
  writeFileSync(path.join(menus, "menu.pdf"), "%PDF-1.4");
}

/** @returns how many were taken */
export function enqueueMenus(bench: Bench, count: number): Promise<number> {
  return enqueue(bench, count, (items) => ({ items }));
}

/** Letters of a campaign: they wait for the quiet hours, and for the turn of a number. @returns how many were taken */
export function enqueueLetters(bench: Bench, count: number): Promise<number> {
  const letter = (items: ReturnType<typeof guest>[]) => ({
    items: items.map(({ name, phone }) => ({ name, phone: phone.replace("+9613", "+96170") })),
    message: "Hello {name}, we have a new menu.",
  });
  return enqueue(bench, count, letter);
}

async function enqueue({ call }: Bench, count: number, body: (items: ReturnType<typeof guest>[]) => object): Promise<number> {
  const batches = Array.from({ length: count / BATCH }, (_, batch) =>
    Array.from({ length: BATCH }, (_, index) => guest(batch * BATCH + index)),
  );
  let enqueued = 0;
  await inParallel([...batches.entries()], 1, async ([batch, items]) => {
    const { status, text } = await call("POST", "/api/queue/enqueue", body(items), branchOf(batch));
    if (status !== 200) throw new Error(`Enqueuing answered ${status}: ${text}`);
    enqueued += (JSON.parse(text) as { enqueued: number }).enqueued;
  });
  return enqueued;
}

export const workerOf = ({ server }: Bench) => clientOf(server.url, () => ({ authorization: `Bearer ${WORKER_TOKEN}` }));

export const who = (index: number) => ({ worker_id: `pc-${index}`, boot_id: `019aaaaa-0000-7000-8000-${String(index).padStart(12, "0")}` });

/** @param account whose turns and caps are kept; the sandbox has none */
export async function register(call: Call, index: number, account = "sandbox"): Promise<void> {
  const transport = account.split(":")[0];
  const body = { ...who(index), name: `PC ${index}`, version: BUILD, transport, account };
  const { status, text } = await call("POST", "/api/worker/register", body);
  if (status !== 200) throw new Error(`Registering answered ${status}: ${text}`);
}

/** A linked phone that is online and takes nothing, until it is ended: it is its turns that what waits is counted through by. */
export async function keepOnline(bench: Bench): Promise<() => void> {
  const { call, close } = workerOf(bench);
  await register(call, 0, "baileys:9613000001");
  const beat = () => call("POST", "/api/worker/heartbeat", { ...who(0), transport: { connected: true } });
  await beat();
  const beats = setInterval(() => void beat().catch(() => {}), 10_000);
  return () => {
    clearInterval(beats);
    close();
  };
}
