import type * as z from "zod";
import { cleanText } from "./clean-text";

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

/** A number where a text is meant, such as a table's number or an id, is read as its text. */
export function numberAsText(value: unknown): unknown {
  return Number.isFinite(value) ? String(value) : value;
}

/** So many characters of an unknown field's name are told. */
const LONGEST_TOLD = 40;

/**
 * What is kept of an object that may say more than is known here, and the names of the rest, so that an answer can say what was
 * not kept: for the transform of a `z.looseObject` of this shape.
 */
export function withIgnored<Shape extends z.ZodRawShape>(
  shape: Shape,
): (said: Record<string, unknown>) => z.output<z.ZodObject<Shape>> & { ignored?: string[] } {
  return (said) => {
    const known = Object.entries(said).filter(([name]) => Object.hasOwn(shape, name));
    const rest = Object.keys(said).filter((name) => !Object.hasOwn(shape, name));
    // The loose object has checked its known fields by this same shape.
    const checked = Object.fromEntries(known) as z.output<z.ZodObject<Shape>>;
    return { ...checked, ignored: rest.map((name) => cleanText(name).slice(0, LONGEST_TOLD)) };
  };
}

/** A loose object is written field by field, and this one would give it another prototype. */
export function withoutProto(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "__proto__"));
}
