import { lstatSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lockFolder } from "@/workers/sender/folder-lock";
import {
  answerTo,
  givenSettings,
  keepSettings,
  keptSettings,
  makeFolder,
  SettingsWrong,
  usualName,
  wholeSettings,
} from "@/workers/sender/settings";
import { runProcess } from "../support/process";
import { emptyFolder } from "./folder";

const TOKEN = "a token of a worker, longer than 32".replaceAll(" ", "-");
const SETTINGS = {
  server: "http://10.0.0.5:8000",
  token: TOKEN,
  name: "till-2",
  branch: "jounieh",
  transport: "sandbox" as const,
  capacity: 1,
};

describe("what a worker is told", () => {
  it("by flags wins over the environment, which wins over nothing", () => {
    const file = path.join(emptyFolder(), "token");
    writeFileSync(file, `${TOKEN}\n`);
    const given = givenSettings(["--server", "10.0.0.5:8000/api/", "--token-file", file], {
      WORKER_SERVER: "other",
      WORKER_NAME: "till-2",
      WORKER_TOKEN: "x",
    });
    expect(given).toEqual({ folder: path.resolve("worker-data"), server: "http://10.0.0.5:8000", token: TOKEN, name: "till-2" });
    expect(givenSettings(["--folder", "/srv/w"], {})).toEqual({ folder: "/srv/w" });
    expect(givenSettings(["--folder", "/srv/w", "--pair"], {})).toEqual({ folder: "/srv/w", pair: true });
  });

  it.each([
    ["192.168.1.10:8000", "http://192.168.1.10:8000"],
    [" https://daftar.example/ ", "https://daftar.example"],
    ["http://host/one/api", "http://host/one"],
    ["HTTP://Host:8000/api/", "http://host:8000"],
  ])("the address %s is %s", (typed, address) => {
    expect(answerTo("server", typed)).toBe(address);
  });

  it.each([
    ["server", "", "Write the server's address"],
    ["server", "http://user:secret@host", "Write the server's address"],
    ["server", "http://host/?token=x", "Write the server's address"],
    ["token", "short", "32 characters or more"],
    ["token", `${TOKEN} and blanks`, "without blanks"],
    ["name", "till 2", "letters, digits, dots"],
    ["name", "x".repeat(61), "at most 60"],
  ] as const)("of the kind %s, %j is refused in words", (field, typed, words) => {
    expect(() => answerTo(field, typed)).toThrow(words);
  });

  it("is refused in words where it is wrong or missing, and no secret stands in them", () => {
    expect(() => givenSettings(["--tokn", "x"], {})).toThrow("The worker knows these: --server, --token-file");
    expect(() => givenSettings(["--token-file", "/nowhere/token"], {})).toThrow("cannot be read: /nowhere/token");
    expect(() => givenSettings(["--transport", "pigeon"], {})).toThrow("transport:");
    expect(() => givenSettings(["--capacity", "0"], {})).toThrow("At least one message");
    expect(() => givenSettings([], { WORKER_TOKEN: "secret words" })).toThrow(expect.not.stringContaining("secret words"));
    expect(() => wholeSettings({})).toThrow("--server");
    expect(() => wholeSettings({ server: "http://host" })).toThrow("WORKER_TOKEN");
    expect(wholeSettings({ server: "http://host", token: TOKEN })).toMatchObject({ name: usualName(), transport: "sandbox", capacity: 1 });
  });

  it("by the PC's own name can be a name", () => {
    expect(answerTo("name", usualName())).toBe(usualName());
  });
});

describe("the worker's folder", () => {
  it("keeps the settings for nobody else, and gives them back", () => {
    const folder = path.join(emptyFolder(), "worker-data");
    makeFolder(folder);
    expect(keptSettings(folder)).toEqual({});
    keepSettings(folder, SETTINGS);
    expect(keptSettings(folder)).toEqual(SETTINGS);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual(["worker.json"]);
    expect(lstatSync(path.join(folder, "worker.json")).mode & 0o777).toBe(0o600);
  });

  it("with damaged settings says what to do", () => {
    const folder = emptyFolder();
    writeFileSync(path.join(folder, "worker.json"), "{");
    expect(() => keptSettings(folder)).toThrow(SettingsWrong);
    expect(() => keptSettings(folder)).toThrow("Delete it and start again");
  });

  it("is one process's, by whatever way to it, and free again when that is killed", async () => {
    const folder = emptyFolder();
    const alias = path.join(emptyFolder(), "alias");
    symlinkSync(folder, alias);
    const holder = runProcess("workers/processes/folder-holder.ts", [folder]);
    expect(await holder.says()).toBe("held");
    await expect(lockFolder(folder)).rejects.toThrow("Another worker runs on this folder");
    await expect(lockFolder(alias)).rejects.toThrow("Another worker runs on this folder");
    const other = await lockFolder(emptyFolder());
    holder.kill();
    await holder.ended;
    const mine = await lockFolder(alias);
    mine();
    other();
  });
});
