import { processWide } from "../process-wide";

/** A store that this start has brought to its version. */
export interface Migrated {
  /** `jounieh/table`, as people name it in commands. */
  store: string;
  kind: string;
  migrations: string[];
  /** The copy that was made before, below the data folder. */
  backup: string;
}

const sinceStart = () => processWide("stores that were migrated", () => [] as Migrated[]);

export function noteMigrated(one: Migrated): void {
  sinceStart().push(one);
}

/** The stores that were migrated since the last look. */
export function takeMigrated(): Migrated[] {
  return sinceStart().splice(0);
}

/** One line for whoever started the server: what was done, to how many stores, and where the copies lie. Null where nothing was. */
export function migratedInWords(migrated: readonly Migrated[]): string | null {
  if (migrated.length === 0) return null;
  const names = new Map<string, Set<string>>();
  for (const { kind, migrations } of migrated) {
    const known = names.get(kind) ?? new Set();
    for (const name of migrations) known.add(name);
    names.set(kind, known);
  }
  const what = [...names].map(([kind, some]) => `${kind}: ${[...some].join(", ")}`).join("; ");
  const count = `${migrated.length} ${migrated.length === 1 ? "store was" : "stores were"}`;
  return `${count} brought to this version (${what}). Backups from before: ${migrated.map(({ backup }) => backup).join(", ")}`;
}
