import { holds } from "@/lib/caller";
import { route } from "@/lib/http/route";
import { RESERVATION_RIGHTS } from "@/lib/reservations/rights";
import { liveRows } from "@/lib/stats/contract";
import { liveRows as read } from "@/lib/stats/live-rows";

export const GET = route(liveRows, ({ allBranches, branches, query, ...caller }) =>
  read(allBranches(), query, { mine: branches, seesBookers: holds(caller, RESERVATION_RIGHTS.view) }),
);
