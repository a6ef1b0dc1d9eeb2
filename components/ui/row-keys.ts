/**
 * Keys for rows without ids, by what they say and, of those who say the same, which of them it is: whoever comes before
 * them takes neither the focus nor an open menu from them.
 */
export function keysOf<Row>(rows: readonly Row[], say: (row: Row) => string): string[] {
  const times = new Map<string, number>();
  return rows.map((row) => {
    const words = say(row);
    const before = times.get(words) ?? 0;
    times.set(words, before + 1);
    return `${words}/${before}`;
  });
}
