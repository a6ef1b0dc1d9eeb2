/** How long after a failure the missing code is asked for again, in milliseconds. */
const AGAIN_MS = 3000;

const loaders = new Set<() => Promise<unknown>>();
const first = new Set<() => Promise<unknown>>();

/**
 * Code that is no part of the first load, and that is fetched before anybody needs it (`loadEverything`): by the time
 * somebody presses a button the network may be gone. What failed to come is asked for again at the next try.
 * @param isFirst before everything else: an evening cannot go on without it
 */
export function preload<Loaded>(load: () => Promise<Loaded>, isFirst = false): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  const get = () => {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  loaders.add(get);
  if (isFirst) first.add(get);
  return get;
}

/** Fetches what was put first of all. @throws whatever did not come */
export async function loadFirst(): Promise<void> {
  await Promise.all([...first].map((get) => get()));
}

/** Fetches everything that was given to `preload`, and goes on until all of it is there. Returns the way to stop. */
export function loadEverything(onLoaded?: () => void): () => void {
  let timer = 0;
  let stopped = false;
  const go = async () => {
    window.clearTimeout(timer);
    const all = await Promise.allSettled([...loaders].map((get) => get()));
    if (stopped) return;
    if (all.every((one) => one.status === "fulfilled")) {
      onLoaded?.();
      return window.removeEventListener("online", go);
    }
    timer = window.setTimeout(go, AGAIN_MS);
  };
  window.addEventListener("online", go);
  void go();
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    window.removeEventListener("online", go);
  };
}
