import { makeFirstUser } from "./auth/writes";
import { probeStores, type StoreState } from "./db/stores";
import { makeFirstStaff } from "./staff/writes";

/** What a start has to tell the person who started it. */
export interface Started {
  /** The sign-in to print once, when a password was made up. */
  firstUser: { username: string; password: string } | null;
  broken: StoreState[];
}

/** Opens every store, makes what a first start needs, and says what is wrong; a broken branch does not stop the others. */
export async function start(): Promise<Started> {
  const states = await probeStores();
  const broken = states.filter((state) => state.code !== null);
  if (broken.some((state) => state.kind === "hub")) return { firstUser: null, broken };
  const firstUser = await makeFirstUser();
  await makeFirstStaff();
  return { firstUser, broken };
}
