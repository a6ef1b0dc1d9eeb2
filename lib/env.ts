import { existsSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import * as z from "zod";
import { USUAL_HOURS } from "./business-day";
import { cleanText } from "./clean-text";
import { timestamp } from "./clock";
import { dateFormat } from "./date-format";
import { type BranchKey, branchKeys, CENTRAL, DEFAULT_BRANCH, isBranchKey, knownBranches, mayBeKey } from "./known-branches";
import { DEFAULT_TIME_ZONE, isTimeZone } from "./local-time";
import type { PublicSettings } from "./public-settings";
import { switchText } from "./switch-fields";

/** A setting that is there but empty counts as absent: `.env` files are full of `NAME=`. */
const setting = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === "" ? undefined : value), schema);

const list = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Whose headers about the caller are believed: nobody's, everybody's, or those of some addresses. */
const proxies = z
  .string()
  .default("")
  .transform((text, context): boolean | string[] => {
    const addresses = list(text);
    if (addresses.length > 0 && addresses.every((address) => isIP(address) !== 0)) return addresses;
    const said = switchText(false).safeParse(text);
    if (said.success) return said.data;
    context.addIssue({ code: "custom", message: "Name the proxy's addresses, for example 127.0.0.1, or say true or false." });
    return z.NEVER;
  });

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write a time of day as HH:MM, for example 23:15.");

/** Whether there is such a branch is known when the hub is open: `unknownBranches`. */
const isKeyOfBranch = (text: string) => text === CENTRAL || mayBeKey(text);
const branchList = z
  .string()
  .transform(list)
  .refine((keys) => keys.every(isKeyOfBranch), "Name branches by their keys, for example jounieh.");

const bases = z
  .string()
  .transform((text) =>
    list(text).map((pair) => [pair.slice(0, pair.indexOf("=")).trim(), pair.slice(pair.indexOf("=") + 1).trim()] as const),
  )
  .refine(
    (pairs) => pairs.every(([key, base]) => isKeyOfBranch(key) && isBase(base)),
    "Write branch=address pairs, for example batroun=http://10.0.2.5:8000/api.",
  )
  .transform((pairs) => Object.fromEntries(pairs.map(([key, base]) => [key, base.replace(/\/+$/, "")])) as Record<BranchKey, string>);

/** Servers that help two browsers find each other; `none` for no server at all, since empty means the default. */
const iceUrls = (shape: RegExp, message: string) =>
  z
    .string()
    .transform((text) => (text.trim().toLowerCase() === "none" ? [] : list(text)))
    .refine((urls) => urls.every((url) => shape.test(url)), message);

/** A public STUN server (docs/design/spec-shell.md 9): it hears of no picture, only that somebody asks for their address. */
const PUBLIC_STUN = "stun:stun.l.google.com:19302";
/** An address that calls can be put behind; a name and a password in it would stand in every page. */
function isBase(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username === "" && password === "" && search === "" && hash === "";
}

/** An address below which the server asks for something; without name and password. */
const webBase = z
  .string()
  .transform((text) => text.replace(/\/+$/, ""))
  .refine(isBase, "Write an address, for example https://api.drand.sh: no name, no password, nothing behind a question mark.");

/** Headers that calls and browsers use already. */
const OUR_HEADERS = [
  "authorization",
  "x-token",
  "x-branch",
  "x-worker",
  "x-request-id",
  "idempotency-key",
  "if-none-match",
  "accept",
  "content-type",
  "content-length",
  "cookie",
  "host",
  "origin",
  "connection",
];

/** Every setting, its meaning and its default: `.env.example` and `docs/settings.md` say the same. */
const schema = z.object({
  NODE_ENV: setting(z.enum(["development", "production", "test"]).default("production")),
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(8000)),
  HOST: setting(z.string().default("0.0.0.0")),
  PUBLIC_PORT: setting(z.coerce.number().int().min(0).max(65_535).optional()),
  PUBLIC_URL: setting(
    z
      .string()
      .transform((text) => text.replace(/\/+$/, ""))
      .refine(isWebOrigin, "Write the address as guests open it, for example https://tables.example.com: no path.")
      .optional(),
  ),
  DATA_DIR: setting(
    z
      .string()
      .default("./data")
      .transform((folder) => path.resolve(folder)),
  ),
  AUTH_SECRET: setting(z.string().min(32, "Use at least 32 characters.").optional()),
  ACCESS_LASTS: setting(z.coerce.number().int().min(1).max(900).default(900)),
  ADMIN_USERNAME: setting(z.string().overwrite(cleanText).max(100).default("admin")),
  ADMIN_PASSWORD: setting(z.string().min(8, "Use at least 8 characters.").max(200).optional()),
  BRANCH: setting(z.string().refine(isKeyOfBranch, "Name a branch by its key, for example jounieh.").default(DEFAULT_BRANCH)),
  BRANCHES: setting(branchList.nullable().default(null)),
  API_BASES: setting(bases.default({})),
  AUTH_STYLE: setting(z.enum(["bearer", "token"]).default("bearer")),
  BRANCH_HEADER: setting(
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, "Write the name of a header, for example X-City.")
      .refine((name) => !OUR_HEADERS.includes(name.toLowerCase()), "This header has another meaning already.")
      .optional(),
  ),
  TIME_ZONE: setting(z.string().default(DEFAULT_TIME_ZONE).refine(isTimeZone, "Name a time zone such as Asia/Beirut.")),
  END_OF_DAY_AT: setting(timeOfDay.default(USUAL_HOURS.endOfDayAt)),
  DAY_ENDS_AT: setting(timeOfDay.default(USUAL_HOURS.dayEndsAt)),
  BRANCHES_ROOTS: setting(
    z
      .string()
      .default("")
      .transform((text) => list(text).map((folder) => path.resolve(folder))),
  ),
  GROUP_NAME: setting(z.string().overwrite(cleanText).min(1).max(40).default("The house")),
  WORKER_TOKEN: setting(z.string().min(32, "Use at least 32 characters.").optional()),
  WHATSAPP_APP_SECRET: setting(z.string().min(16, "Use the app's secret as Meta shows it.").optional()),
  WHATSAPP_VERIFY_TOKEN: setting(z.string().min(16, "Use at least 16 characters.").optional()),
  INSTAGRAM_TOKEN: setting(z.string().min(16, "Use the access token as Meta shows it.").optional()),
  INSTAGRAM_GRAPH_URL: setting(webBase.default("https://graph.facebook.com/v23.0")),
  DRAND_URL: setting(webBase.optional()),
  CORS_ORIGINS: setting(
    z
      .string()
      .default("")
      .transform((text) => list(text).map((origin) => origin.replace(/\/+$/, "")))
      .refine((origins) => origins.every(isOrigin), "Write origins as browsers do, for example http://10.0.2.5:8000: no path, and no *."),
  ),
  TRUST_PROXY: setting(proxies),
  DEFAULT_COUNTRY_CODE: setting(
    z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "Digits only, for example 961.")
      .default("961"),
  ),
  SEARCHES_PER_MINUTE: setting(z.coerce.number().int().min(0).default(100)),
  LONG_WORK_PER_HOUR: setting(z.coerce.number().int().min(0).default(120)),
  STUN_URLS: setting(iceUrls(/^stuns?:[^\s/]+$/, "Write stun:HOST:PORT, or none.").default([PUBLIC_STUN])),
  TURN_URLS: setting(iceUrls(/^turns?:[^\s/]+$/, "Write turn:HOST:PORT or turns:HOST:PORT, with ?transport=tcp where it is.").default([])),
  TURN_SECRET: setting(z.string().min(16, "Use at least 16 characters, the same as in coturn's static-auth-secret.").optional()),
  TURN_CREDENTIALS_LAST: setting(z.coerce.number().int().min(300).max(86_400).default(7_200)),
  LOG_LEVEL: setting(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info")),
});

const settingsSchema = schema
  .refine((settings) => settings.BRANCHES?.includes(settings.BRANCH) ?? true, {
    path: ["BRANCH"],
    message: "This server's own branch must be one of BRANCHES.",
  })
  .refine(({ PORT, PUBLIC_PORT }) => PORT === 0 || PORT !== PUBLIC_PORT, {
    path: ["PUBLIC_PORT"],
    message: "Guests' pages need a port of their own, another than PORT.",
  })
  .refine((settings) => settings.TURN_URLS.length === 0 || settings.TURN_SECRET !== undefined, {
    path: ["TURN_SECRET"],
    message: "TURN_URLS need a TURN_SECRET: nobody gets a relay without credentials.",
  });

export type Settings = z.output<typeof settingsSchema>;

let read: Settings | null = null;

/** Browsers send their page's origin in this form, and it is compared literally. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && text !== "null";
}

function isWebOrigin(text: string): boolean {
  return isOrigin(text) && /^https?:/.test(text);
}

/**
 * The settings, read once.
 * @throws Error with one readable line for each bad setting
 */
export function env(): Settings {
  if (read) return read;
  // The shell wins over the file. Tests set everything themselves.
  if (process.env.NODE_ENV !== "test" && existsSync(".env")) process.loadEnvFile(".env");
  const parsed = settingsSchema.safeParse(process.env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`These settings are wrong (see .env.example):\n${lines.join("\n")}`);
  }
  read = parsed.data;
  return read;
}

/** Pictures are drawn with our own fonts. To be called before sharp is loaded: Fontconfig looks at this once. */
export function takeOwnFonts(): void {
  process.env.FONTCONFIG_FILE = path.resolve("fonts", "fonts.conf");
}

/** Reads the settings anew at the next call; for tests, which give each server settings of its own. */
export function forgetSettings(): void {
  read = null;
}

/** The branches that this server keeps, in their usual order: those of BRANCHES, else every one, later ones too. */
export function keptBranches(): BranchKey[] {
  const { BRANCHES } = env();
  return branchKeys().filter((key) => BRANCHES?.includes(key) ?? true);
}

/**
 * Settings that name a branch which is in no row, as lines for whoever starts the server. To be asked when the hub is open:
 * a key with a slip in it must not become a server without that branch.
 */
export function unknownBranches(): string[] {
  const { BRANCH, BRANCHES, API_BASES } = env();
  const named = { BRANCH: [BRANCH], BRANCHES: BRANCHES ?? [], API_BASES: Object.keys(API_BASES) };
  return Object.entries(named).flatMap(([setting, keys]) =>
    keys
      .filter((key) => !isBranchKey(key))
      .map(
        (key) =>
          `  ${setting}: There is no branch ${key}. Name branches out of: ${branchKeys().join(", ")}. A new one is opened first, under Options, Branches.`,
      ),
  );
}

/** What the browser may know of the settings. */
export function publicSettings(): PublicSettings {
  const settings = env();
  return {
    version: VERSION,
    now: timestamp(),
    branch: settings.BRANCH,
    branches: keptBranches(),
    branchRows: knownBranches(),
    apiBases: settings.API_BASES,
    authStyle: settings.AUTH_STYLE,
    branchHeader: settings.BRANCH_HEADER ?? "",
    timeZone: settings.TIME_ZONE,
    dateFormat: dateFormat(),
    endOfDayAt: settings.END_OF_DAY_AT,
    dayEndsAt: settings.DAY_ENDS_AT,
    defaultCountryCode: settings.DEFAULT_COUNTRY_CODE,
  };
}

/** Semantic version; a test holds it to package.json and the changelog. */
export const VERSION = "0.1.0";
