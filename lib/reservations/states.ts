/** Where a reservation stands, in the words of docs/design/open-screens.md 2.1, point 3, and which step may follow which. */
export const STATUSES = [
  "REQUESTED",
  "CONFIRMED",
  "LATE",
  "ARRIVED",
  "PARTLY_SEATED",
  "SEATED",
  "STARTER",
  "MAIN",
  "DESSERT",
  "BILL",
  "FINISHED",
  "DECLINED",
  "CANCELLED",
  "NO_SHOW",
  "WAITING",
  "CALLED",
  "LEFT",
] as const;
export type ReservationStatus = (typeof STATUSES)[number];

/** In which part of a list each status stands. */
export const STATUS_GROUPS = {
  upcoming: ["REQUESTED", "CONFIRMED", "LATE"],
  waitlist: ["WAITING", "CALLED"],
  arrived: ["ARRIVED"],
  in_house: ["PARTLY_SEATED", "SEATED", "STARTER", "MAIN", "DESSERT", "BILL"],
  finished: ["FINISHED"],
  removed: ["DECLINED", "CANCELLED", "NO_SHOW", "LEFT"],
} as const satisfies Record<string, readonly ReservationStatus[]>;
export type StatusGroup = keyof typeof STATUS_GROUPS;

export function groupOf(status: ReservationStatus): StatusGroup {
  const found = (Object.keys(STATUS_GROUPS) as StatusGroup[]).find((group) =>
    (STATUS_GROUPS[group] as readonly ReservationStatus[]).includes(status),
  );
  return found ?? "removed"; // every status is of a group, which the tests say
}

const COURSES = ["STARTER", "MAIN", "DESSERT", "BILL"] as const;

const later = (course: (typeof COURSES)[number]) => COURSES.slice(COURSES.indexOf(course) + 1);

/**
 * The steps that are offered as buttons, the usual one first. Courses may be left out, never gone back; only the exits, a first
 * "arrived" and a seating are taken back, and only on the same business day (`undoOf`).
 */
const NEXT: Record<ReservationStatus, readonly ReservationStatus[]> = {
  REQUESTED: ["CONFIRMED", "DECLINED", "CANCELLED"],
  CONFIRMED: ["ARRIVED", "SEATED", "PARTLY_SEATED", "LATE", "CANCELLED", "NO_SHOW"],
  LATE: ["ARRIVED", "SEATED", "PARTLY_SEATED", "CANCELLED", "NO_SHOW"],
  ARRIVED: ["SEATED", "PARTLY_SEATED", "CANCELLED"],
  PARTLY_SEATED: ["SEATED", "FINISHED"],
  SEATED: [...COURSES, "FINISHED"],
  STARTER: [...later("STARTER"), "FINISHED"],
  MAIN: [...later("MAIN"), "FINISHED"],
  DESSERT: [...later("DESSERT"), "FINISHED"],
  BILL: ["FINISHED"],
  FINISHED: [],
  DECLINED: [],
  CANCELLED: [],
  NO_SHOW: [],
  WAITING: ["CALLED", "SEATED", "LEFT"],
  CALLED: ["SEATED", "LEFT"],
  LEFT: [],
};

/** A slip of the finger that may be taken back, and only to where the reservation was before. */
const TAKEN_BACK: Partial<Record<ReservationStatus, readonly ReservationStatus[]>> = {
  NO_SHOW: ["CONFIRMED", "LATE"],
  CANCELLED: ["REQUESTED", "CONFIRMED", "LATE", "ARRIVED"],
  DECLINED: ["REQUESTED"],
  ARRIVED: ["CONFIRMED", "LATE"],
  LEFT: ["WAITING", "CALLED"],
  CALLED: ["WAITING"],
  PARTLY_SEATED: ["CONFIRMED", "LATE", "ARRIVED"],
  SEATED: ["CONFIRMED", "LATE", "ARRIVED", "PARTLY_SEATED", "WAITING", "CALLED"],
};

/** Those that hold their tables for the whole stay. */
const HOLDING: readonly ReservationStatus[] = ["REQUESTED", ...STATUS_GROUPS.upcoming, ...STATUS_GROUPS.arrived, ...STATUS_GROUPS.in_house];
export const holdsTables = (status: ReservationStatus) => HOLDING.includes(status);
export const HOLDING_STATUSES = STATUSES.filter(holdsTables);

export const IN_HOUSE: readonly ReservationStatus[] = STATUS_GROUPS.in_house;

/** What a step is decided by. */
export interface StepFacts {
  status: ReservationStatus;
  /** Where it was before its last step; null before the first. */
  was: ReservationStatus | null;
  /** Whether its last step was made on this business day. */
  isSameDay: boolean;
  /** Whether it is of this business day: nobody arrives, sits or fails to come on another one. */
  isToday: boolean;
  /** Whether its time has come: nobody is a no-show before. */
  hasBegun: boolean;
  /** Whether a table was saved for it: its guests sit there. */
  hasTable: boolean;
}

const ONLY_TODAY: readonly ReservationStatus[] = ["LATE", "ARRIVED", ...STATUS_GROUPS.in_house, "FINISHED"];

/** The steps that are legal now, the usual one first; what is taken back is not among them. */
export function nextSteps({ status, isToday, hasBegun }: StepFacts): ReservationStatus[] {
  return NEXT[status].filter((to) => {
    if (to === "NO_SHOW") return hasBegun;
    // Who was seated yesterday and never closed is finished late.
    if (to === "FINISHED") return true;
    return isToday || !ONLY_TODAY.includes(to);
  });
}

/** Where the last step is taken back to; null where it is not. Who sits at a saved table stays there: that table has its own undo. */
export function undoOf({ status, was, isSameDay, hasTable }: StepFacts): ReservationStatus | null {
  if (was === null || !isSameDay || (hasTable && IN_HOUSE.includes(status))) return null;
  return TAKEN_BACK[status]?.includes(was) ? was : null;
}

/** Whether a step is legal. */
export function mayStep(facts: StepFacts, to: ReservationStatus): boolean {
  return nextSteps(facts).includes(to) || undoOf(facts) === to;
}
