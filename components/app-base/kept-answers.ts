import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from "@tanstack/react-query";
import { createStore, delMany, get, keys, set } from "idb-keyval";
import { currentBackend, keyHere } from "@/lib/api/backends";
import { SHELL_CACHE } from "@/lib/offline-shell";
import { backendKey } from "./backend-key";
import type { HealthCheck } from "./server-health";
import { readSession } from "./session-store";

/**
 * The last answers of the lists, and the tables that were opened, for a page that is opened again without network. They
 * are one person's and one server's: whoever else signs in gets nothing of them, another server's page neither, and
 * logging out throws them away.
 */
const KEY = "answers";
const KEPT = [
  "table-log",
  "saved-tables",
  "staff",
  "table",
  "newest-guests",
  "reservations",
  "reservation-sheet",
  "reservation-rules",
  "reservations-home",
];
/** An evening long. */
export const KEPT_MS = 12 * 3_600_000;
const SAVE_AFTER_MS = 1_500;

interface Kept {
  user: string;
  at: number;
  /** Milliseconds that the server's clock was ahead of this device's, where that was known. */
  clockOffset?: number;
  state: DehydratedState;
}

// Only when it is needed: a browser that blocks its storage throws here.
const store = () => createStore("daftar", "kept");

/** Brings back what this person saw last, then keeps what comes in. Returns the way to stop. */
export function keepAnswers(client: QueryClient): () => void {
  let timer = 0;
  const save = () => {
    timer = 0;
    const user = readSession().user?.id;
    if (!user) return;
    const state = dehydrate(client, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false });
    const clockOffset = client.getQueryData<HealthCheck>([...backendKey(), "health"])?.clockOffset;
    set(keyHere(KEY), { user, at: Date.now(), clockOffset, state } satisfies Kept, store()).catch(() => undefined);
  };
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && isKept(query) && timer === 0) timer = window.setTimeout(save, SAVE_AFTER_MS);
  });
  void restore(client).catch(() => undefined);
  return () => {
    stop();
    window.clearTimeout(timer);
  };
}

async function restore(client: QueryClient): Promise<void> {
  const kept = await get<Kept>(keyHere(KEY), store());
  if (!kept || kept.user !== readSession().user?.id || Date.now() - kept.at >= KEPT_MS) return;
  const { clockOffset = 0 } = kept;
  // What the page was drawn with has its age by the server's clock: on a device whose clock is wrong, the newer would lose.
  const queries = kept.state.queries.map((query) => {
    const dataUpdatedAt = Math.min(query.state.dataUpdatedAt + clockOffset, Date.now());
    return { ...query, state: { ...query.state, dataUpdatedAt } };
  });
  // What no screen shows yet would be thrown away after minutes.
  hydrate(client, { ...kept.state, queries }, { defaultOptions: { queries: { gcTime: KEPT_MS } } });
  const fromBefore = new Map(queries.map(({ queryHash, state }) => [queryHash, state.dataUpdatedAt]));
  // It is from before this page, however new its time says that it is.
  await client.invalidateQueries(
    { predicate: ({ queryHash, state }) => fromBefore.get(queryHash) === state.dataUpdatedAt },
    { cancelRefetch: false },
  );
}

function isKept(query: Query): boolean {
  const [base, , name] = query.queryKey;
  return query.state.data !== undefined && base === currentBackend().base && KEPT.includes(String(name));
}

/** Throws away what this device kept of the person who was signed in: the answers, and the frames of their pages. */
export async function forgetAnswers(): Promise<void> {
  try {
    await delMany(await keys(store()), store());
  } catch {
    // Nothing can have been kept where nothing can be thrown away.
  }
  if (!("caches" in window)) return;
  const pages = await window.caches.open(SHELL_CACHE).catch(() => null);
  for (const page of (await pages?.keys()) ?? []) if (new URL(page.url).pathname !== "/login") await pages?.delete(page);
}
