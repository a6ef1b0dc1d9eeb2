import { authSecret } from "./auth/secret";
import { probeStores, type StoreState } from "./db/find-store";
import { type Migrated, takeMigrated } from "./db/migrations-at-start";
import { env, unknownBranches } from "./env";
import { emptyUploads } from "./import/large-import-at-start";
import { endInterruptedJobs } from "./jobs/run";
import { eraseWhoCameBack } from "./personal-data/erase-again";
import { replayAfterRestore } from "./queue/hub-journal/replay-after-restore";
import { makeFirstStaff } from "./staff/change";
import { makeFirstUser } from "./users/create";

type FirstUser = NonNullable<Started["firstUser"]>;

/** Whoever has forgotten the password tries the setting first. */
const IGNORED =
  "ADMIN_PASSWORD is ignored: there is an admin already, whose password stays as it is. For a new one: npm run user -- reset NAME";

/** Prints the made-up password, the only time that anybody sees it. */
function announceFirstUser({ username, password }: FirstUser): void {
  console.log(`First start: sign in as ${username} with the password ${password}`);
  console.log("This password is shown only now. Write it down.");
}

/** The messages of a start. */
export interface Started {
  /** The first user, when a password was made up for them; it has been announced. */
  firstUser: { username: string; password: string } | null;
  broken: StoreState[];
  /** The stores that were of an older version. */
  migrated: Migrated[];
}

/**
 * Opens every store, makes what a first start needs, and says what is wrong; a broken branch does not stop the others.
 * @throws Error in readable lines for settings that name a branch which is none
 */
export async function start(announce: (first: FirstUser) => void = announceFirstUser): Promise<Started> {
  const states = await probeStores("start");
  await emptyUploads();
  const migrated = takeMigrated();
  const broken = states.filter((state) => state.code !== null);
  if (broken.some((state) => state.kind === "hub")) return { firstUser: null, broken, migrated };
  const unknown = unknownBranches();
  if (unknown.length > 0) throw new Error(`These settings are wrong (see .env.example):\n${unknown.join("\n")}`);
  if (states.some(({ kind, missing }) => kind === "hub" && missing)) await replayAfterRestore();
  await endInterruptedJobs();
  await eraseWhoCameBack();
  authSecret(); // a torn one must stop the start, and not every sign-in
  const made = await makeFirstUser();
  const firstUser = made?.password ? { username: made.username, password: made.password } : null;
  if (firstUser) announce(firstUser); // at once: whatever fails from here on, nobody can be told this password again
  if (!made && env().ADMIN_PASSWORD) console.log(IGNORED);
  await makeFirstStaff();
  return { firstUser, broken, migrated };
}
