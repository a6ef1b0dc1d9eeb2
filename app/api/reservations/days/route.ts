import { route } from "@/lib/http/route";
import { clearDay, listDays, saveDay } from "@/lib/reservations/rules/contract";
import { changeDays, clearDayOf, showDays } from "@/lib/reservations/rules/days";

export const GET = route(listDays, ({ branch, query }) => showDays(branch, query));
export const PUT = route(saveDay, ({ branch, body, by }) => changeDays(branch, body, by));
export const DELETE = route(clearDay, ({ branch, query, by }) => clearDayOf(branch, query, by));
