import { birthdayStats } from "@/lib/birthdays/contract";
import { birthdayStats as count } from "@/lib/birthdays/search";
import { route } from "@/lib/http/route";

export const GET = route(birthdayStats, ({ branch, query }) => count(branch, query.date));
