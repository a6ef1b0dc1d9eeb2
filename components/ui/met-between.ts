/** What two people made of the same fields while neither saw the other's. */
export interface MetBetween<Name> {
  /** Changed by both, to something else. */
  both: Name[];
  /** Changed by the other alone. */
  only: Name[];
}

export const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** @param base the fields as both found them */
export function metBetween<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): MetBetween<keyof Fields> {
  const names = Object.keys(theirs) as (keyof Fields)[];
  const other = names.filter((name) => !isSameValue(theirs[name], base[name]));
  const isMine = (name: keyof Fields) => !isSameValue(mine[name], base[name]);
  return {
    both: other.filter((name) => isMine(name) && !isSameValue(theirs[name], mine[name])),
    only: other.filter((name) => !isMine(name)),
  };
}
