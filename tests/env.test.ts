import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { env, forgetSettings, publicSettings, type Settings, VERSION } from "@/lib/env";

const before = { ...process.env };

afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  forgetSettings();
});

/** The settings of a server that is started with these alone. */
function settingsOf(given: Record<string, string>): Settings {
  const names = [
    "NODE_ENV",
    "PORT",
    "HOST",
    "PUBLIC_PORT",
    "PUBLIC_URL",
    "DATA_DIR",
    "AUTH_SECRET",
    "ADMIN_USERNAME",
    "ADMIN_PASSWORD",
    "BRANCH",
    "BRANCHES",
    "API_BASES",
    "AUTH_STYLE",
    "ACCESS_LASTS",
    "SEARCHES_PER_MINUTE",
    "LONG_WORK_PER_HOUR",
    "BRANCH_HEADER",
    "TIME_ZONE",
    "END_OF_DAY_AT",
    "DAY_ENDS_AT",
    "BRANCHES_ROOTS",
    "GROUP_NAME",
    "CORS_ORIGINS",
    "TRUST_PROXY",
    "DEFAULT_COUNTRY_CODE",
    "LOG_LEVEL",
    "WORKER_TOKEN",
    "INSTAGRAM_TOKEN",
    "INSTAGRAM_GRAPH_URL",
    "DRAND_URL",
  ];
  for (const name of names) delete process.env[name];
  Object.assign(process.env, given);
  forgetSettings();
  return env();
}

const DEFAULTS = {
  NODE_ENV: "production",
  PORT: 8000,
  HOST: "0.0.0.0",
  DATA_DIR: path.resolve("data"),
  ADMIN_USERNAME: "admin",
  BRANCH: "jounieh",
  BRANCHES: null,
  API_BASES: {},
  TIME_ZONE: "Asia/Beirut",
  END_OF_DAY_AT: "23:15",
  DAY_ENDS_AT: "05:00",
  BRANCHES_ROOTS: [],
  GROUP_NAME: "The house",
  AUTH_STYLE: "bearer",
  ACCESS_LASTS: 900,
  SEARCHES_PER_MINUTE: 100,
  LONG_WORK_PER_HOUR: 120,
  INSTAGRAM_GRAPH_URL: "https://graph.facebook.com/v23.0",
  CORS_ORIGINS: [],
  TRUST_PROXY: false,
  STUN_URLS: ["stun:stun.l.google.com:19302"],
  TURN_URLS: [],
  TURN_CREDENTIALS_LAST: 7200,
  DEFAULT_COUNTRY_CODE: "961",
  LOG_LEVEL: "info",
};

describe("the settings", () => {
  it("have the defaults that the documents say", () => {
    expect(settingsOf({})).toEqual(DEFAULTS);
  });

  it("that are empty count as absent", () => {
    expect(settingsOf(Object.fromEntries([...Object.keys(DEFAULTS), "AUTH_SECRET", "ADMIN_PASSWORD"].map((name) => [name, ""])))).toEqual(
      DEFAULTS,
    );
  });

  it.each<[Record<string, string>, Partial<Settings>]>([
    [{ PORT: "0" }, { PORT: 0 }],
    [{ BRANCHES: " jounieh , central," }, { BRANCHES: ["jounieh", "central"] }],
    [
      { API_BASES: "batroun=http://10.0.2.5:8000/api/, central = https://c.example/x=1/api" },
      { API_BASES: { batroun: "http://10.0.2.5:8000/api", central: "https://c.example/x=1/api" } },
    ],
    [{ BRANCHES_ROOTS: "a,/b" }, { BRANCHES_ROOTS: [path.resolve("a"), "/b"] }],
    [{ CORS_ORIGINS: "https://a.example, http://b:8000" }, { CORS_ORIGINS: ["https://a.example", "http://b:8000"] }],
    [{ CORS_ORIGINS: "https://a.example/" }, { CORS_ORIGINS: ["https://a.example"] }],
    [
      { AUTH_STYLE: "token", BRANCH_HEADER: "X-City" },
      { AUTH_STYLE: "token", BRANCH_HEADER: "X-City" },
    ],
    [
      { PUBLIC_PORT: "8443", PUBLIC_URL: "https://tables.example/" },
      { PUBLIC_PORT: 8443, PUBLIC_URL: "https://tables.example" },
    ],
    [
      { PORT: "0", PUBLIC_PORT: "0" },
      { PORT: 0, PUBLIC_PORT: 0 },
    ],
    [{ TRUST_PROXY: "true" }, { TRUST_PROXY: true }],
    [{ TRUST_PROXY: "1" }, { TRUST_PROXY: true }],
    [{ TRUST_PROXY: " 127.0.0.1 , ::1" }, { TRUST_PROXY: ["127.0.0.1", "::1"] }],
    [
      { TIME_ZONE: "Europe/Paris", END_OF_DAY_AT: "00:30", DAY_ENDS_AT: "06:00" },
      { TIME_ZONE: "Europe/Paris", END_OF_DAY_AT: "00:30", DAY_ENDS_AT: "06:00" },
    ],
  ])("%j are read", (given, expected) => {
    expect(settingsOf(given)).toEqual({ ...DEFAULTS, ...expected });
  });

  it.each([
    ["PORT", "eighty"],
    ["PORT", "65536"],
    ["PORT", "80.5"],
    ["BRANCH", "Paris!"],
    ["BRANCHES", "jounieh,../paris"],
    ["BRANCHES", "jounieh,hub"],
    ["API_BASES", "p=http://x"],
    ["API_BASES", "batroun=ftp://x"],
    ["API_BASES", "http://x"],
    ["API_BASES", "batroun=http://rima:secret@x"],
    ["API_BASES", "batroun=http://x/api?a=b"],
    ["API_BASES", "batroun=http://"],
    ["AUTH_STYLE", "cookie"],
    ["BRANCH_HEADER", "X City"],
    ["BRANCH_HEADER", "Authorization"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "https://a.example/page"],
    ["CORS_ORIGINS", "null"],
    ["TIME_ZONE", "Lebanon/Beirut"],
    ["END_OF_DAY_AT", "24:00"],
    ["END_OF_DAY_AT", "9:00"],
    ["DAY_ENDS_AT", "five"],
    ["AUTH_SECRET", "short"],
    ["ADMIN_PASSWORD", "1234567"],
    ["PUBLIC_PORT", "8000"],
    ["PUBLIC_PORT", "web"],
    ["PUBLIC_URL", "https://tables.example/reserve"],
    ["PUBLIC_URL", "tables.example"],
    ["DRAND_URL", "api.drand.sh"],
    ["INSTAGRAM_GRAPH_URL", "https://name:word@graph.example"],
    ["PUBLIC_URL", "ftp://tables.example"],
    ["TRUST_PROXY", "maybe"],
    ["TRUST_PROXY", "127.0.0.1,proxy.lan"],
    ["DEFAULT_COUNTRY_CODE", "+961"],
    ["DEFAULT_COUNTRY_CODE", "0"],
    ["LOG_LEVEL", "loud"],
    ["NODE_ENV", "staging"],
  ])("%s=%s stops the start and is named", (name, value) => {
    expect(() => settingsOf({ [name]: value })).toThrow(new RegExp(`^These settings are wrong[^]*\\n  ${name}: `));
  });

  it("that are wrong are all said at once, and no secret among them", () => {
    let words = "";
    try {
      settingsOf({ PORT: "x", BRANCH: "Paris!", AUTH_SECRET: "my short secret", ADMIN_PASSWORD: "secret" });
    } catch (error) {
      words = String(error);
    }
    expect(words.split("\n")).toHaveLength(5);
    expect(words).not.toMatch(/my short secret|: secret/);
  });

  it("that a browser may know are few", () => {
    settingsOf({ AUTH_SECRET: "a secret of more than 32 characters", ADMIN_PASSWORD: "a password", BRANCHES_ROOTS: "/mnt/branches" });
    expect(Object.keys(publicSettings()).sort()).toEqual([
      "apiBases",
      "authStyle",
      "branch",
      "branchHeader",
      "branchRows",
      "branches",
      "dateFormat",
      "dayEndsAt",
      "defaultCountryCode",
      "endOfDayAt",
      "now",
      "timeZone",
      "version",
    ]);
    expect(JSON.stringify(publicSettings())).not.toMatch(/secret|password|mnt/);
  });
});

describe("the version", () => {
  it("is the package's", () => {
    expect(VERSION).toBe((JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version);
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
