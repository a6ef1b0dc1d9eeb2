import { rightsWord } from "@/lib/auth/signed-in";
import { health } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/health";
import { houseSwitches } from "@/lib/health/house";
import { route } from "@/lib/http/route";
import { sendingInShort } from "@/lib/queue/list";

export const GET = route(health, async ({ signedIn, branches }) => ({
  ...(await readHealth()),
  rights: rightsWord(signedIn?.user ?? null),
  // If the hub cannot be read, `stores` says so; the other stores are still reported.
  house: signedIn ? await houseSwitches().catch(() => null) : null,
  sending: signedIn ? await sendingInShort(branches, signedIn.user.permissions).catch(() => null) : null,
}));
