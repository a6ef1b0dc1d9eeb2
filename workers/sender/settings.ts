import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { type TransportName, transportName } from "../../lib/queue/workers/contract";
import { writeWholeFile } from "../whole-file";

/** Everything that a worker must be told, and keeps in `worker.json` of its folder. */
export interface WorkerSettings {
  /** `http://HOST:PORT`, without `/api`. */
  server: string;
  token: string;
  /** By which the server knows this worker; two PCs must not share one. */
  name: string;
  branch: string;
  transport: TransportName;
  /** Messages under way at once. */
  capacity: number;
}

/** What was given by flags or the environment: it wins over what is kept. */
export interface GivenSettings extends Partial<WorkerSettings> {
  folder: string;
  /** Only to be paired: it ends when address and token are known to be right, and are kept. */
  pair?: true;
}

/** Something that a person must put right; the message says what. */
export class SettingsWrong extends Error {
  override readonly name = "SettingsWrong";
}

const server = z.string().transform((text, context) => {
  const address = /^https?:\/\//i.test(text.trim()) ? text.trim() : `http://${text.trim()}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && !url.username && !url.password && !url.search && !url.hash)
    return (url.origin + url.pathname).replace(/\/+$/, "").replace(/\/api$/, "");
  context.addIssue("Write the server's address as http://HOST:PORT, for example http://192.168.1.10:8000.");
  return z.NEVER;
});
const token = z
  .string()
  .trim()
  .regex(
    /^[\x21-\x7e]{32,}$/,
    "The token is the one that Whatsapp Live Queue, Workers, Tokens made for this worker: 32 characters or more, without blanks.",
  );
const name = z
  .string()
  .trim()
  .regex(/^[\w.-]{1,60}$/, "A worker's name has letters, digits, dots, dashes and underscores, at most 60.");

const kept = z.object({
  server,
  token,
  name,
  branch: z
    .string()
    .trim()
    .regex(/^[\w-]{0,40}$/, "Name a branch by its key, for example jounieh.")
    .default(""),
  transport: transportName.default("sandbox"),
  capacity: z.coerce.number().int().min(1, "At least one message at once.").max(50, "At most 50 messages at once.").default(1),
});

const FLAGS = {
  server: { type: "string" },
  "token-file": { type: "string" },
  name: { type: "string" },
  folder: { type: "string" },
  branch: { type: "string" },
  transport: { type: "string" },
  capacity: { type: "string" },
  pair: { type: "boolean" },
} as const;

type Flags = ReturnType<typeof readFlags>;
/** The settings that the environment may give too. */
type Word = Exclude<keyof Flags, "pair">;

/** The settings that flags and environment give. @throws SettingsWrong */
export function givenSettings(args: string[], environment: Record<string, string | undefined>): GivenSettings {
  const flags = readFlags(args);
  const given = (flag: Word) => flags[flag] ?? (environment[`WORKER_${flag.replace("-", "_").toUpperCase()}`] || undefined);
  const tokenFile = given("token-file");
  const { folder = "worker-data", ...rest } = {
    folder: given("folder"),
    server: given("server"),
    token: tokenFile ? readToken(tokenFile) : environment.WORKER_TOKEN || undefined,
    name: given("name"),
    branch: given("branch"),
    transport: given("transport"),
    capacity: given("capacity"),
  };
  return { folder: path.resolve(folder), ...(flags.pair ? { pair: true } : {}), ...checked(kept.partial(), withoutNothing(rest)) };
}

function readFlags(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS }).values;
  } catch {
    throw new SettingsWrong(
      `The worker knows these: ${Object.keys(FLAGS)
        .map((flag) => `--${flag}`)
        .join(", ")}.`,
    );
  }
}

function readToken(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new SettingsWrong(`The token's file cannot be read: ${file}`);
  }
}

/** Without the fields that nobody gave: a missing one must not get its default here, which would win over what is kept. */
function withoutNothing<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function checked<T extends object>(schema: z.ZodType<T>, fields: object): Partial<T> {
  const parsed = schema.safeParse(fields);
  if (!parsed.success)
    throw new SettingsWrong(parsed.error.issues.map(({ message, path: [field] }) => `${String(field)}: ${message}`).join("\n"));
  return withoutNothing(Object.fromEntries(Object.keys(fields).map((key) => [key, parsed.data[key as keyof T]])) as Partial<T>);
}

/** Makes the worker's folder, and takes from others what they may do with it. @throws SettingsWrong */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch {
    throw new SettingsWrong(`The worker's folder cannot be made, or belongs to somebody else: ${folder}`);
  }
}

/** What is kept in the folder; nothing at the first start. @throws SettingsWrong when somebody damaged it */
export function keptSettings(folder: string): Partial<WorkerSettings> {
  const file = path.join(folder, "worker.json");
  if (!existsSync(file)) return {};
  try {
    const fields: unknown = JSON.parse(readFileSync(file, "utf8"));
    return checked(kept.partial(), fields as object);
  } catch {
    throw new SettingsWrong(
      `${file} cannot be read. Delete it and start again: the worker asks for the address and the token anew, and loses nothing.`,
    );
  }
}

/** Keeps the settings for the next start, whole or not at all. */
export function keepSettings(folder: string, settings: WorkerSettings): void {
  writeWholeFile(path.join(folder, "worker.json"), JSON.stringify(settings, null, 2));
}

/** The PC's own name with what a worker's name may hold. */
export function usualName(): string {
  return (
    hostname()
      .replace(/[^\w.-]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "worker"
  );
}

/** What a first start asks for: the question, and the answer that Enter gives. */
export interface Question {
  field: "server" | "token" | "name";
  words: string;
  usual: string;
}

export const QUESTIONS: Question[] = [
  { field: "server", words: "Address of the Daftar server, for example http://192.168.1.10:8000", usual: "" },
  { field: "token", words: "Token of this worker, made in Whatsapp Live Queue, Workers, Tokens (it is not shown)", usual: "" },
  { field: "name", words: "Name of this worker", usual: usualName() },
];

/** One answer as it is kept. @throws SettingsWrong with what is wrong with it */
export function answerTo(field: Question["field"], text: string): string {
  const parsed = kept.shape[field].safeParse(text);
  if (parsed.success) return parsed.data;
  throw new SettingsWrong(parsed.error.issues.map(({ message }) => message).join("\n"));
}

/** All settings, with defaults. @throws SettingsWrong that names what is missing */
export function wholeSettings(known: Partial<WorkerSettings>): WorkerSettings {
  const settings = { name: usualName(), branch: "", transport: "sandbox" as const, capacity: 1, ...known };
  if (!settings.server) throw new SettingsWrong("The server's address is missing: --server http://HOST:PORT, or WORKER_SERVER.");
  if (!settings.token)
    throw new SettingsWrong(
      "The token is missing: --token-file FILE, or WORKER_TOKEN. Whatsapp Live Queue, Workers, Tokens makes one for this worker.",
    );
  return { ...settings, server: settings.server, token: settings.token };
}
