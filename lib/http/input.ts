import type * as z from "zod";
import type { BodyOf, CallContract, ParamsOf, QueryOf } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { AppError } from "../errors";
import { isFormType, parseForm, parseJson } from "./body";

/**
 * The three parts of a call, as its contract has them. A call that changes something takes nothing that its contract
 * does not name: `POST /end-of-day` with `{"dry_run": true}` must not run for real.
 * @throws AppError `invalid_request` with every field that is wrong or holds what is no text, `bad_json`, `unsupported_media_type`
 */
export async function parseInput<E extends CallContract>(
  contract: E,
  params: Promise<Record<string, string | string[] | undefined>>,
  url: URL,
  text: string,
  contentType: string | null,
) {
  const query = Object.fromEntries(url.searchParams);
  delete query.branch; // read by namedBranch, wherever it stands
  const isForm = contract.reads === "form" && isFormType(contentType);
  const json = contract.reads === "file" ? undefined : isForm ? await parseForm(text, contentType) : parseJson(text, contentType);
  refuseBroken([query, isForm || mayBeBroken(text) ? json : undefined]);
  if (contract.method !== "GET") refuseUnknown(contract, query, json);
  return {
    params: parse(contract.params, await params) as ParamsOf<E>,
    query: parse(contract.query, contract.method === "GET" ? withoutEmpty(contract.query, query) : query) as QueryOf<E>,
    body: parse(contract.body, json) as BodyOf<E>,
  };
}

/** A field that was left empty, as forms send it, is none; one that must be there is refused with its own sentence. */
function withoutEmpty(schema: z.ZodType | undefined, query: Record<string, string>): Record<string, string> {
  const fields = (schema as Partial<z.ZodObject> | undefined)?.shape ?? {};
  const isNone = (name: string, text: string) => {
    const field = Object.hasOwn(fields, name) ? (fields[name] as z.ZodType) : null;
    return text.trim() === "" && field?.safeParse(undefined).success === true;
  };
  return Object.fromEntries(Object.entries(query).filter(([name, text]) => !isNone(name, text)));
}

/** JSON in valid UTF-8 can name such a character only by an escape; most bodies have none, and are not walked through. */
const mayBeBroken = (text: string) => /\\u(?:0000|d[89a-f])/i.test(text);

/** NUL, which ends a text elsewhere, and halves of a character, which no UTF-8 holds. */
const BROKEN = /[\0\p{Cs}]/u;

/** So many fields are named; of more, nobody reads. */
const MOST_NAMED = 20;

/**
 * Other characters that nobody sees are taken out by the contract's own `cleanText`; these are no text at all, and what
 * was meant is not guessed.
 * @throws AppError `invalid_request` with every field that holds one
 */
function refuseBroken(parts: unknown[]): void {
  const issues: { path: string; message: string }[] = [];
  // A list of what is still to be looked at, and no recursion: a body may be as deep as it is long.
  const left: { value: unknown; path: Path | null }[] = parts.toReversed().map((value) => ({ value, path: null }));
  for (let next = left.pop(); next && issues.length < MOST_NAMED; next = left.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      if (BROKEN.test(value)) issues.push(brokenText(stepsOf(path), null));
    } else if (typeof value === "object" && value !== null) {
      const entries = Object.entries(value);
      if (!Array.isArray(value) && entries.some(([name]) => BROKEN.test(name))) issues.push(brokenText(stepsOf(path), "A field's name"));
      for (const [name, inner] of entries.toReversed())
        left.push({ value: inner, path: { before: path, step: Array.isArray(value) ? Number(name) : name } });
    }
  }
  if (issues[0]) throw new AppError("invalid_request", issues[0].message, { issues });
}

interface Path {
  before: Path | null;
  step: string | number;
}

function stepsOf(path: Path | null): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at = path; at; at = at.before) steps.push(typeof at.step === "number" ? at.step : cleanText(at.step));
  return steps.reverse();
}

function brokenText(steps: (string | number)[], what: string | null): { path: string; message: string } {
  const subject = what ?? `"${fieldOf(steps).slice(0, 40)}"`;
  const message = `${about(steps)}${subject} holds a character that no text can hold: NUL, or half of one that was cut in two. Nothing was changed. Take it out and send it again.`;
  return { path: steps.join(".").slice(0, 200), message };
}

function refuseUnknown(contract: CallContract, query: Record<string, string>, json: unknown): void {
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  if (!contract.body && json !== undefined && !isObject) {
    const message = "The request must be empty or an object. Nothing was changed.";
    throw new AppError("invalid_request", message, { issues: [{ path: "", message }] });
  }
  const said = isObject ? Object.keys(json) : [];
  const [unknown] = [...(contract.query ? [] : Object.keys(query)), ...(contract.body ? [] : said)];
  if (unknown === undefined) return;
  const message = `This call does not know "${unknown.slice(0, 40)}". Nothing was changed.`;
  throw new AppError("invalid_request", message, { issues: [{ path: unknown.slice(0, 40), message }] });
}

/** Fields that came beside a file. @throws AppError as `parseInput` */
export function parseFields<Fields extends z.ZodType>(schema: Fields, fields: Record<string, unknown>): z.output<Fields> {
  refuseBroken([fields]);
  return parse(schema, fields) as z.output<Fields>;
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: sentenceOf(issue) }));
  throw new AppError("invalid_request", issues[0]?.message ?? "The request is wrong. Nothing was changed.", { issues });
}

/** What zod says by itself is for programmers; what a contract says is for people and stays, with the guest it speaks of. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const field = subjectOf(issue.path);
  if (issue.code === "unrecognized_keys")
    return `${about(issue.path)}"${issue.keys.join('", "').slice(0, 80)}" is not a field of this call.`;
  if (!/^(Invalid|Too (small|big)|Unrecognized)/.test(issue.message)) return about(issue.path) + issue.message;
  if (issue.code === "invalid_type")
    return `${about(issue.path)}${field} is missing or is not ${KINDS[issue.expected] ?? "what it must be"}.`;
  return `${about(issue.path)}${field} ${wrongWith(issue)}.`;
}

/** Says what a value is instead of what it must be, in words for whoever typed it. */
function wrongWith(issue: z.core.$ZodIssue): string {
  if (issue.code === "too_small") {
    if (issue.origin === "string") return issue.minimum === 1 ? "is empty" : `has less than ${issue.minimum} characters`;
    if (issue.origin === "array") return issue.minimum === 1 ? "is an empty list" : `has less than ${issue.minimum} entries`;
    return `is less than ${issue.minimum}`;
  }
  if (issue.code === "too_big") {
    if (issue.origin === "string") return `is longer than ${issue.maximum} characters`;
    return issue.origin === "array" ? `has more than ${issue.maximum} entries` : `is more than ${issue.maximum}`;
  }
  if (issue.code === "invalid_value" && issue.values.length > 0) return `must be one of these: ${issue.values.join(", ")}`;
  return "is not written as this call reads it";
}

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "an object",
  boolean: "true or false",
};

const guestAt = (path: PropertyKey[]) => (path[0] === "contacts" && typeof path[1] === "number" ? path[1] + 1 : null);

function about(path: PropertyKey[]): string {
  const guest = guestAt(path);
  return guest === null ? "" : `Guest ${guest}: `;
}

function subjectOf(path: PropertyKey[]): string {
  if (path.length === 0) return "The request";
  return typeof path.at(-1) === "number" ? "An entry" : `The ${fieldOf(path)}`;
}

function fieldOf(path: PropertyKey[]): string {
  const name = String(path.at(-1) ?? "the request").replaceAll("_", " ");
  return typeof path.at(-1) === "number" ? "an entry" : name;
}
