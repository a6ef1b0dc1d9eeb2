// npm run user -- list                 everybody who can sign in
// npm run user -- reset NAME           gives somebody a new password; their sign-ins are over
// npm run user -- create-admin NAME    makes somebody who may do everything, in every branch
// The way back in when nobody can sign in any more, for whoever has the server's own machine. It works beside a running
// server and without one. At a terminal it asks for the password; elsewhere, or on Enter, it makes one up and prints it once.
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { branchesInWords } from "../lib/audit/people";
import { newPassword, newUser } from "../lib/auth/contract";
import { weaknessOf } from "../lib/auth/password-strength";
import { madeUpPassword } from "../lib/auth/passwords";
import { listRoles } from "../lib/auth/signed-in";
import { usernameKey } from "../lib/auth/username-key";
import { bySystem, type WriteBy } from "../lib/db/actor";
import { hubFile } from "../lib/db/files";
import { closeStores } from "../lib/db/find-store";
import { pendingMigrations } from "../lib/db/migrate";
import { keepPrivate } from "../lib/db/private-files";
import { FolderTaken, lockDataFolder, type ServerLock } from "../lib/db/server-lock";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { EVERYTHING } from "../lib/permissions";
import { isSomebodyThere, openTerminal, type Terminal } from "../lib/terminal";
import { giveNewPassword } from "../lib/users/change";
import type { ListedUser } from "../lib/users/contract";
import { createUser } from "../lib/users/create";
import { listUsers } from "../lib/users/list";

const USAGE = "Say what to do: npm run user -- list, npm run user -- reset NAME or npm run user -- create-admin NAME.";
const NOTHING = "Nothing was changed.";

async function main(): Promise<void> {
  const [what, name, ...more] = parseArgs({ allowPositionals: true, strict: false }).positionals;
  if (more.length > 0)
    throw new Error(`A password on the command line can be read by others: leave it out, and it is asked for. ${NOTHING}`);
  const work = { list, reset, "create-admin": createAdmin }[what ?? ""];
  if (!work) throw new Error(USAGE);
  if (work !== list && !name) throw new Error(`Say whom: npm run user -- ${what} NAME. ${NOTHING}`);
  if (!existsSync(hubFile())) throw new Error(`There is no hub.db in this data folder. The first start makes the first user: npm start`);
  const lock = lockUnlessServed();
  try {
    await work(name ?? "");
  } finally {
    await closeStores({ checkpoint: lock !== null });
    lock?.release();
  }
}

/**
 * With the server stopped, none can start meanwhile. A server that runs has the hub open, and shares it as SQLite lets
 * processes share a file; it asks there at each call who is signed in, so that it needs to be told nothing.
 * @throws FolderTaken by another command, which may be exchanging the very file; Error beside a server of another version
 */
function lockUnlessServed(): ServerLock | null {
  try {
    return lockDataFolder(env().PORT, "npm run user");
  } catch (error) {
    if (!(error instanceof FolderTaken) || error.command) throw error;
    keepPrivate();
    if (isOfThisVersion()) return null;
    throw new Error(`The server that runs is of another version than this command. Restart it first: npm start. ${NOTHING}`, {
      cause: error,
    });
  }
}

function isOfThisVersion(): boolean {
  try {
    return pendingMigrations(hubFile(), "hub").length === 0;
  } catch {
    return false; // it knows migrations that are not known here
  }
}

/** Whoever has the machine has everything; the trail says by which account of the machine it was. */
function byThisAccount(): WriteBy {
  return bySystem(`user command, by ${userInfo().username}`);
}

const everybody = () => listUsers({ permissions: [EVERYTHING], branches: null });

async function list(): Promise<void> {
  const users = await everybody();
  if (users.length === 0) console.log("There is nobody yet. The first start makes the first user: npm start");
  const roles = await listRoles();
  const width = Math.max(...users.map(({ username }) => username.length));
  for (const user of users) {
    const disabled = user.disabled ? ", disabled" : "";
    console.log(`${user.username.padEnd(width)}  ${rightsInWords(user, roles)}, in ${branchesInWords(user.branches)}${disabled}`);
  }
}

const holdsEverything = ({ roles }: ListedUser, all: Record<string, string[]>) => roles.some((role) => all[role]?.includes(EVERYTHING));

function rightsInWords(user: ListedUser, all: Record<string, string[]>): string {
  return holdsEverything(user, all) ? "everything" : user.roles.join(" and ") || "no role";
}

async function reset(name: string): Promise<void> {
  const user = (await everybody()).find(({ username }) => usernameKey(username) === usernameKey(name));
  if (!user) throw new Error(`There is nobody named ${name}. This shows everybody: npm run user -- list`);
  const { username } = user;
  const chosen = await choosePassword(username);
  const { ended_sessions: ended } = await giveNewPassword(user.id, chosen.password, byThisAccount());
  console.log(
    `${username} has a new password. ${ended} ${ended === 1 ? "sign-in" : "sign-ins"} of ${username} ${ended === 1 ? "is" : "are"} over.`,
  );
  show(chosen);
  if (user.disabled)
    console.log(`${username} is disabled and stays so: nobody can sign in by this password until somebody lets them in again (Users).`);
  const roles = await listRoles();
  if (!holdsEverything(user, roles) || user.branches)
    console.log(
      `${username} may do what the role ${user.roles.join(" and ")} may, in ${branchesInWords(user.branches)}. For somebody who may do everything: npm run user -- create-admin NAME`,
    );
  console.log("After five wrong passwords from one device the server lets five minutes pass before it looks at the next.");
}

async function createAdmin(name: string): Promise<void> {
  const username = newUser.body?.shape.username.safeParse(name);
  if (!username?.success) throw new Error(`${username?.error.issues[0]?.message} ${NOTHING}`);
  const taken = (await everybody()).find((user) => usernameKey(user.username) === usernameKey(username.data));
  if (taken)
    throw new Error(`There is somebody named ${taken.username} already. For a new password: npm run user -- reset ${taken.username}`);
  const role = roleOfEverything(await listRoles());
  const chosen = await choosePassword(username.data);
  await createUser({ username: username.data, password: chosen.password, roles: [role] }, byThisAccount());
  console.log(`${username.data} may do everything, in every branch.`);
  show(chosen);
}

/** Somebody may have made the role `admin` a smaller one; one that holds everything is there, because the last one stays. */
function roleOfEverything(roles: Record<string, string[]>): string {
  const held = Object.keys(roles).filter((role) => roles[role]?.includes(EVERYTHING));
  const role = held.find((one) => one === "admin") ?? held[0];
  if (!role)
    throw new AppError("conflict", `No role holds everything yet. The first start makes it, and the first user: npm start. ${NOTHING}`);
  return role;
}

interface Chosen {
  password: string;
  /** Nobody has seen it yet. */
  isMadeUp: boolean;
}

async function choosePassword(username: string): Promise<Chosen> {
  const typed = isSomebodyThere() ? await typedPassword(username) : "";
  return typed === "" ? { password: madeUpPassword(), isMadeUp: true } : { password: typed, isMadeUp: false };
}

/** @returns empty for one that is to be made up. @throws Error when the person ends it instead */
async function typedPassword(username: string): Promise<string> {
  const terminal = openTerminal();
  try {
    for (;;) {
      const password = await askFor(terminal, `New password of ${username} (it is not shown; Enter makes one up): `);
      const trouble = password === "" ? null : await troubleWith(password, username, terminal);
      if (!trouble) return password;
      console.log(trouble);
    }
  } finally {
    terminal.close();
  }
}

async function askFor(terminal: Terminal, words: string): Promise<string> {
  try {
    return await terminal.ask(words, { hidden: true });
  } catch {
    throw new Error(NOTHING);
  }
}

async function troubleWith(password: string, username: string, terminal: Terminal): Promise<string | null> {
  const parsed = newPassword.safeParse(password);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? "";
  const weakness = await weaknessOf(password, username);
  if (weakness) return weakness;
  return (await askFor(terminal, "The same once more: ")) === password ? null : "The two are not the same.";
}

/** On the terminal alone: no log and no file of the server's has it. */
function show({ password, isMadeUp }: Chosen): void {
  if (isMadeUp) console.log(`Password: ${password}\nIt is shown only now. Write it down.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
