/** Something that changes beside the page, for `useSyncExternalStore`. */
export class Watched<View extends object> {
  private readonly watchers = new Set<() => void>();

  constructor(private current: View) {}

  readonly read = (): View => this.current;

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  protected set(change: Partial<View>): void {
    this.current = { ...this.current, ...change };
    for (const watcher of this.watchers) watcher();
  }
}
