const ALTERNATES: Record<string, string> = { bday: "birthday", created_at: "added_at", _id: "id", rowid: "id", phone: "phones" };

/**
 * Field names are read case-insensitively, and a few have alternates (second specification, section 3). Two spellings
 * of one field keep the first that says something. Anything that is no plain object is left for the schema to refuse.
 */
export function asObjectWithKnownNames(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const known: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const lower = name.toLowerCase();
    const key = Object.hasOwn(ALTERNATES, lower) ? (ALTERNATES[lower] ?? lower) : lower;
    const taken = known[key];
    if (taken === undefined || taken === "" || taken === null) known[key] = field ?? undefined;
  }
  return known;
}
