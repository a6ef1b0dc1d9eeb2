/** Remembers things until the event loop turns. Within one turn nothing that another process does could be met sooner. */
export function cacheForThisTick<Thing>() {
  const things = new Set<Thing>();
  return {
    has: (thing: Thing) => things.has(thing),
    add(thing: Thing) {
      if (things.size === 0) setImmediate(() => things.clear());
      things.add(thing);
    },
    delete: (thing: Thing) => things.delete(thing),
  };
}
