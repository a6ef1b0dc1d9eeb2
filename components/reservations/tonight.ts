import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { KEPT_MS } from "@/components/app-base/kept-answers";
import { mayAsk, useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { callUnlessUnchanged } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { reservationsAtHome } from "@/lib/reservations/day/contract";
import { RESERVATION_RIGHTS } from "@/lib/reservations/rights";

const days = contractsOf(() => import("@/lib/reservations/day/contract"));

const POLL_MS = 15_000;

export type Tonight = AnswerOf<typeof reservationsAtHome>["branches"][number];

/** Tonight of every restaurant in which somebody works; nothing where they may not see reservations. */
export function useTonight() {
  const session = useSession();
  return useQuery({
    queryKey: [...backendKey(), "reservations-home"],
    enabled: session.can(RESERVATION_RIGHTS.view) && mayAsk(RESERVATION_RIGHTS.view),
    gcTime: KEPT_MS,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callUnlessUnchanged(days.reservationsAtHome, { signal }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });
}

/** `18 bookings · 64 guests · 1 to confirm · 2 not here yet · 3 waiting`: enough for the section to stay closed. */
export function tonightInShort(sums: Sums): string {
  return joined([...ofTheEvening(sums), toDoInWords(sums), ...ofTheDoor(sums)]);
}

/** The same with who sits, and without what somebody is to confirm or decide: that stands by itself. */
export function tonightInWords(sums: Sums): string {
  const { seated_covers } = sums;
  return joined([...ofTheEvening(sums), seated_covers > 0 && `${seated_covers} seated`, ...ofTheDoor(sums)]);
}

/** `2 to confirm · 1 asks to cancel`: what waits for a person; empty where nothing does. */
export function toDoInWords({ requested, to_decide }: Pick<Sums, "requested" | "to_decide">): string {
  return joined([requested > 0 && `${requested} to confirm`, to_decide > 0 && `${to_decide} asked to cancel: decide`]);
}

const joined = (words: (string | false)[]) => words.filter(Boolean).join(" · ");
const ofTheEvening = ({ bookings, covers }: Sums) => [counted(bookings, "booking"), counted(covers, "guest")];

function ofTheDoor({ late, waiting }: Sums) {
  const overdue = late.filter((one) => one.overdue).length;
  return [overdue > 0 && `${overdue} not here yet`, waiting.length > 0 && `${waiting.length} waiting`];
}

type Sums = Pick<Tonight, "bookings" | "covers" | "seated_covers" | "requested" | "to_decide"> & {
  late: readonly { overdue: boolean }[];
  waiting: readonly unknown[];
};

/** All restaurants of somebody together, or the one that the device is of. */
export function summaryOf(branches: readonly Tonight[], here: string): Sums | null {
  const own = branches.filter(({ branch }) => branch === here);
  const counted = own.length > 0 ? own : branches;
  if (counted.length === 0) return null;
  return counted.reduce<Sums>(
    (sum, one) => ({
      bookings: sum.bookings + one.bookings,
      covers: sum.covers + one.covers,
      seated_covers: sum.seated_covers + one.seated_covers,
      requested: sum.requested + one.requested,
      to_decide: sum.to_decide + one.to_decide,
      late: [...sum.late, ...one.late],
      waiting: [...sum.waiting, ...one.waiting],
    }),
    { bookings: 0, covers: 0, seated_covers: 0, requested: 0, to_decide: 0, late: [], waiting: [] },
  );
}
