import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { login, me } from "@/lib/auth/contract";
import { hubFile } from "@/lib/db/files";
import { closeStores, hubStore } from "@/lib/db/find-store";
import { lockDataFolder } from "@/lib/db/server-lock";
import { changeUser } from "@/lib/users/contract";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { alter } from "../support/stores";

const COMMAND = ["dist-test/user.mjs"];

/** The command as somebody types it after `npm run user --`, where nobody can be asked. */
async function runUser(data: string, ...words: string[]) {
  const child = spawn(process.execPath, [...COMMAND, ...words], {
    env: { ...process.env, DATA_DIR: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (said += String(piece)));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, said };
}

/** This process is the server from now on: it has the folder, and its stores are open. */
async function serve(): Promise<void> {
  const lock = lockDataFolder(8000);
  onTestFinished(() => lock.release());
  await hubStore();
}

const passwordIn = (said: string) => /Password: (\S+)/.exec(said)?.[1] ?? "none was shown";
const signInAs = async (username: string, password: string) => {
  const { status, answer } = await call("nobody", login, { body: { username, password } });
  return { status, code: answer.code };
};
const idOf = async (name: string) => (await (await hubStore()).read.user.findUniqueOrThrow({ where: { username_key: name } })).id;

describe("npm run user", () => {
  it("lists everybody who can sign in", async () => {
    const data = enterHouse();
    await call("admin", changeUser, { params: { id: await idOf("staff") }, body: { branches: ["batroun"] } });
    await call("admin", changeUser, { params: { id: await idOf("keyless") }, body: { disabled: true } });
    await closeStores();
    const { status, said } = await runUser(data, "list");
    expect(said).toMatch(/^admin +everything, in every branch/m);
    expect(said).toMatch(/^staff +staff, in Batroun/m);
    expect(said).toMatch(/^keyless +keyless, in every branch, disabled/m);
    expect(status).toBe(0);
  });

  it("gives a new password beside a running server: it counts at once, and every sign-in is over", async () => {
    const data = enterHouse();
    await serve();
    expect((await call("admin", me)).status).toBe(200);
    const { status, said } = await runUser(data, "reset", "ADMIN");
    expect(said).toContain("1 sign-in of admin is over.");
    expect(status).toBe(0);
    expect((await call("admin", me)).status).toBe(401);
    expect(await signInAs("admin", passwordIn(said))).toMatchObject({ status: 200 });
    expect(said.split(passwordIn(said))).toHaveLength(2); // shown once
    await closeStores();
    for (const file of readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()))
      expect(readFileSync(path.join(file.parentPath, file.name)).includes(passwordIn(said)), file.name).toBe(false);
  });

  it("stands in the trail with the account of the machine, and the trail's chain holds", async () => {
    const data = enterHouse();
    await serve();
    await runUser(data, "reset", "staff");
    await runUser(data, "create-admin", "owner");
    const account = userInfo().username;
    expect(hubEvents(data, "user.").slice(-2)).toMatchObject([
      { kind: "user.password_changed", actor_kind: "system", actor_id: `user command, by ${account}`, payload: { by: "machine" } },
      { kind: "user.created", actor_kind: "system", payload: { username: "owner", roles: ["admin"] } },
    ]);
    const { answer } = await call("admin", listAudit, { query: { limit: 10 } });
    expect(answer.entries.map(({ who, what }) => `${who.name}: ${what}`)).toEqual(
      expect.arrayContaining([`Daftar (user command, by ${account}): Gave staff a new password on the server's own machine`]),
    );
  });

  it("works with the server stopped, and leaves the folder to the next one", async () => {
    const data = enterHouse();
    const { said } = await runUser(data, "create-admin", "owner");
    expect(said).toContain("owner may do everything, in every branch.");
    expect(await signInAs("owner", passwordIn(said))).toMatchObject({ status: 200 });
    await serve();
  });

  it("makes an admin who may do everything, also where the role of that name may not any more", async () => {
    const data = enterHouse();
    await closeStores();
    alter(hubFile(), `INSERT INTO role (name, permissions) VALUES ('house', '["*"]')`);
    alter(hubFile(), `UPDATE role SET permissions = '["user_create"]' WHERE name = 'admin'`);
    await runUser(data, "create-admin", "owner");
    expect(hubEvents(data, "user.created").at(-1)?.payload).toMatchObject({ username: "owner", roles: ["house"] });
  });

  it("says what a new password does not do for somebody who is disabled, or who may not do everything", async () => {
    const data = enterHouse();
    const staff = await idOf("staff");
    await call("admin", changeUser, { params: { id: staff }, body: { branches: ["batroun"], disabled: true } });
    await closeStores();
    const { said } = await runUser(data, "reset", "staff");
    expect(said).toContain(
      "staff is disabled and stays so: nobody can sign in by this password until somebody lets them in again (Users).",
    );
    expect(said).toContain(
      "staff may do what the role staff may, in Batroun. For somebody who may do everything: npm run user -- create-admin NAME",
    );
    expect(await signInAs("staff", passwordIn(said))).toMatchObject({ status: 401 });
  });

  it.each([
    [["reset", "nobody"], "There is nobody named nobody. This shows everybody: npm run user -- list"],
    [["reset"], "Say whom: npm run user -- reset NAME"],
    [["create-admin", "ADMIN"], "There is somebody named admin already. For a new password: npm run user -- reset admin"],
    [["create-admin", "..."], "A username needs a letter or a digit."],
    [["delete", "admin"], "npm run user -- list, npm run user -- reset NAME or npm run user -- create-admin NAME"],
    [[], "npm run user -- list, npm run user -- reset NAME or npm run user -- create-admin NAME"],
  ])("says what is wrong with %j", async (words, sentence) => {
    const { status, said } = await runUser(enterHouse(), ...words);
    expect(said).toContain(sentence);
    expect(said).not.toContain("Password:");
    expect(status).toBe(1);
  });

  it("takes no password from the command line, and does not repeat it", async () => {
    const data = enterHouse();
    const { status, said } = await runUser(data, "reset", "staff", "Three-Brass-Lamps");
    expect(said).toContain("A password on the command line can be read by others: leave it out, and it is asked for. Nothing was changed.");
    expect(said).not.toContain("Brass");
    expect(status).toBe(1);
    expect(hubEvents(data, "user.password_changed")).toEqual([]);
  });

  it("makes no data where there is none, and waits for no other command", async () => {
    const empty = path.join(enterHouse(), "elsewhere");
    expect((await runUser(empty, "list")).said).toContain("There is no hub.db in this data folder");
    const data = enterHouse();
    const lock = lockDataFolder(8000, "npm run restore");
    onTestFinished(() => lock.release());
    const { status, said } = await runUser(data, "reset", "staff");
    expect(said).toContain("npm run restore works on this data folder");
    expect(status).toBe(1);
  });

  it("does not bring the data of a running server to another version", async () => {
    const data = enterHouse();
    await serve();
    await closeStores();
    alter(hubFile(), "DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)");
    const before = readdirSync(data);
    const { status, said } = await runUser(data, "reset", "staff");
    expect(said).toContain("The server that runs is of another version than this command.");
    expect(status).toBe(1);
    expect(readdirSync(data).filter((name) => !before.includes(name) && !name.startsWith("hub.db-"))).toEqual([]);
  });

  it("asks at a terminal without showing the password, until it is good enough and the same twice", async () => {
    const data = enterHouse();
    const typed = ["12345678", "seven brass lanterns", "seven brass lamps", "seven brass lanterns", "seven brass lanterns"];
    const said = await atTerminal(data, ["reset", "staff"], typed);
    expect(said).toContain("This password is");
    expect(said).toContain("The two are not the same.");
    expect(said).toContain("staff has a new password.");
    expect(said).not.toMatch(/lanterns|lamps|12345678|Password:/);
    expect(await signInAs("staff", "seven brass lanterns")).toMatchObject({ status: 200 });
  });

  it("changes nothing when somebody thinks better of it at the question", async () => {
    const data = enterHouse();
    const said = await atTerminal(data, ["reset", "staff"], ["\u0003"]);
    expect(said).toContain("Nothing was changed.");
    expect(hubEvents(data, "user.password_changed")).toEqual([]);
  });
});

/** The command at a terminal, which is told one line at each question. */
async function atTerminal(data: string, words: string[], lines: string[]): Promise<string> {
  const command = [process.execPath, ...COMMAND, ...words].join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: { ...process.env, DATA_DIR: data } });
  let said = "";
  let heard = 0;
  child.stdout.on("data", (piece) => {
    said += String(piece);
    const questions = said.split(/(?:makes one up|once more)\)?: /).length - 1;
    for (; heard < questions; heard += 1) child.stdin.write(`${lines[heard] ?? ""}\r`);
  });
  await new Promise((resolve) => child.once("close", resolve));
  return said;
}
