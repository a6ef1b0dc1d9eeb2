import { route } from "@/lib/api/route";
import { health } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/reads";

export const GET = route(health, () => readHealth());
