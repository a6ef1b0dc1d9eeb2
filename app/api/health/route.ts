import { health } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/reads";
import { route } from "@/lib/http/route";

export const GET = route(health, () => readHealth());
