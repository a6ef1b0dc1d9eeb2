import { hasPhoneKey } from "../phones";
import { nameStrand, strandsOf, strandsOfDecision } from "./apply-decisions";
import type { Decision, SourceRecord } from "./record-shapes";

/** Records and decisions that share strands, with each other and with nothing else: they are folded by themselves. */
export interface Cluster {
  records: SourceRecord[];
  decisions: Decision[];
}

/** Everything that was said and decided, in clusters (docs/design/book.md, Match and fold). */
export function clustersOf(records: readonly SourceRecord[], decisions: readonly Decision[]): Cluster[] {
  const joined = new Joined();
  const byName = new Set(
    records.filter(({ numbers }) => !hasPhoneKey(numbers)).map(({ person, evening }) => nameStrand(person.name, evening)),
  );
  for (const strand of decisions.flatMap(strandsOfDecision)) if (strand.startsWith("name ")) byName.add(strand);
  const strands = (record: SourceRecord) => {
    const name = nameStrand(record.person.name, record.evening);
    return byName.has(name) ? [...strandsOf(record), name] : strandsOf(record);
  };
  for (const record of records) joined.join(strands(record));
  for (const decision of decisions) joined.join([`decision ${decision.id}`, ...strandsOfDecision(decision)]);
  const clusters = new Map<string, Cluster>();
  const clusterAt = (strand: string) => {
    const root = joined.rootOf(strand);
    const known = clusters.get(root);
    if (known) return known;
    const cluster: Cluster = { records: [], decisions: [] };
    clusters.set(root, cluster);
    return cluster;
  };
  for (const record of records) clusterAt(`record ${record.id}`).records.push(record);
  for (const decision of decisions) clusterAt(`decision ${decision.id}`).decisions.push(decision);
  return [...clusters.values()];
}

/** Strands that are joined, each group known by one of them. */
class Joined {
  private readonly parents = new Map<string, string>();

  join(strands: readonly string[]): void {
    const [first, ...others] = strands.map((strand) => this.rootOf(strand));
    if (first !== undefined) for (const other of others) this.parents.set(this.rootOf(other), this.rootOf(first));
  }

  rootOf(strand: string): string {
    let root = strand;
    for (let parent = this.parents.get(root); parent !== undefined && parent !== root; parent = this.parents.get(root)) root = parent;
    for (let at = strand; at !== root; ) {
      const next = this.parents.get(at) ?? root;
      this.parents.set(at, root);
      at = next;
    }
    return root;
  }
}
