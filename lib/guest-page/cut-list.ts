/** So many lines of a list come at once. */
export const AT_ONCE = 50;

/** A list as far as it is shown. */
export interface Cut<Item> {
  items: Item[];
  more: number;
  next: string | null;
}

/**
 * The newest lines of a list, or those that come after some.
 * @param placeOf where a line stands: a text, the greater the newer, and no two lines have the same
 * @param after as `next` of the lines before; a line that is gone by then is no hindrance
 */
export function cutList<Item>(all: readonly Item[], placeOf: (item: Item) => string, after: string | null): Cut<Item> {
  const placed = all.map((item) => ({ item, place: placeOf(item) })).sort((a, b) => (a.place < b.place ? 1 : -1));
  const left = after === null ? placed : placed.filter(({ place }) => place < after);
  const shown = left.slice(0, AT_ONCE);
  const more = left.length - shown.length;
  return { items: shown.map(({ item }) => item), more, next: more > 0 ? (shown.at(-1)?.place ?? null) : null };
}
