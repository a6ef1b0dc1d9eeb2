import { rightsWord } from "@/lib/auth/reads";
import { health } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/reads";
import { route } from "@/lib/http/route";

export const GET = route(health, async ({ signedIn }) => ({ ...(await readHealth()), rights: rightsWord(signedIn?.user ?? null) }));
