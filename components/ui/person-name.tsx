/** A name as it is. `GuestName` marks what was searched for, and brings the library that knows phones along for it. */
export function PersonName({ name }: { name: string }) {
  return name.trim() ? <bdi>{name}</bdi> : <span style={{ color: "var(--muted)" }}>No name</span>;
}
