/** A map that keeps so many at most: what was set longest ago goes first. Setting a key again makes it the newest. */
export class LimitedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    super.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.most) break;
      super.delete(oldest);
    }
    return this;
  }
}
