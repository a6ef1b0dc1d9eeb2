import { route } from "@/lib/http/route";
import { daySheet } from "@/lib/reservations/day/contract";
import { sheetOf } from "@/lib/reservations/day/day-sheet";

export const GET = route(daySheet, ({ branch, query, ...caller }) => sheetOf(branch, query, caller));
