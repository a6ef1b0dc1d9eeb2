import type { Rules, Shift } from "./contract";

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
/** As the trade counts them (docs/design/open-screens.md 2.1, point 4). */
const STAYS = [
  { up_to: 2, minutes: 90 },
  { up_to: 6, minutes: 120 },
  { up_to: 99, minutes: 150 },
];

const shift = (of: Pick<Shift, "id" | "name" | "from" | "until" | "last_booking">): Shift => ({
  ...of,
  days: EVERY_DAY,
  step_minutes: 15,
  stays: STAYS,
  party_min: 1,
  party_max: 20,
  earliest_days: 365,
  latest_minutes: 0,
  covers_per_slot: null,
});

/** What holds until a branch has said its own: hours that most restaurants keep, no tables, no limit on covers, no public page. */
export const DEFAULT_RULES: Rules = {
  shifts: [
    shift({ id: "lunch", name: "Lunch", from: "12:00", until: "17:00", last_booking: "15:30" }),
    shift({ id: "dinner", name: "Dinner", from: "18:00", until: "01:00", last_booking: "23:00" }),
  ],
  tables: [],
  combinations: [],
  large_party_from: 10,
  guest_cancel_hours: 3,
  overdue_minutes: 15,
  reminder_hours: 24,
  ready_times: 1,
  ready_every: 5,
  messages: true,
  public_page: "off",
  telephone: "",
};
