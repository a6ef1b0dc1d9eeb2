import { birthdayStats } from "@/lib/birthday-search/contract";
import { birthdayStats as count } from "@/lib/birthday-search/reads";
import { route } from "@/lib/http/route";

export const GET = route(birthdayStats, ({ branch, query }) => count(branch, query.date));
