const ALTERNATES: Record<string, string> = { bday: "birthday", created_at: "added_at", _id: "id", rowid: "id", phone: "phones" };

/**
 * Field names are read case-insensitively, and a few have alternates (docs/design/spec-guests.md 3). Two spellings
 * of one field keep the first that says something. Anything that is no plain object is left for the schema to refuse.
 */
export function asObjectWithKnownNames(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const known = new Map<string, unknown>();
  for (const [name, field] of Object.entries(value)) {
    const lower = name.toLowerCase();
    const key = (Object.hasOwn(ALTERNATES, lower) && ALTERNATES[lower]) || lower;
    if (!known.get(key)) known.set(key, field ?? undefined);
  }
  // Not by assignment: a field named `__proto__` must reach the schema as a field, and be refused there.
  return Object.fromEntries(known);
}
