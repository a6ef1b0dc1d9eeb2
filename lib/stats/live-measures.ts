import { channelInWords, ofChannels } from "./channels";

/** The figures of Branch Live Stats, in their order: what each is called, and how it is counted, in the words that people read. */
export const LIVE_MEASURES = {
  tables: { label: "Tables", formula: "Tables saved this evening, closed ones too: as in For Data Group." },
  guests: { label: "Guests", formula: "Guests recorded at these tables. Somebody who sits at two tables counts twice." },
  covers: { label: "People", formula: "The party sizes of these tables added up, of those tables at which somebody said it." },
  captured: {
    label: "People recorded",
    formula: "Guests recorded at tables with a party size, of the people at these: the capture rate is the one divided by the other.",
  },
  valid_phone: { label: "With a valid phone", formula: "Guests with at least one number that can be called, of all guests recorded." },
  with_birthday: { label: "With a birthday", formula: "Guests whose birthday is known, of all guests recorded." },
  new_guests: { label: "New", formula: "Guests with a number that this branch's guest book did not have before this evening." },
  returning: { label: "Returning", formula: "Guests with a number that this branch's guest book had before this evening." },
  points: { label: "Points", formula: "Loyalty points given for this evening's tables, without those that were taken back." },
  sent: {
    label: "Messages sent",
    formula: "Messages of this branch that went out since the evening's day began, without those that the sandbox took.",
  },
  arrived: { label: "Arrived", formula: "Of the messages sent, those of which WhatsApp has said that they arrived." },
  failed: {
    label: "Failed",
    formula:
      "Messages that failed since the day began, and were not queued anew. Neither those without an answer nor those to guests who have said no are among them.",
  },
  vouchers: {
    label: "Vouchers redeemed",
    formula: "Birthday vouchers redeemed in this branch since the day began, without those that were taken back.",
  },
  expected: { label: "Still to come", formula: "The parties of tonight's reservations that have not come yet, added up; requests too." },
  late: { label: "Late now", formula: "Reservations whose time has passed and whose party has not come, nor was marked as a no-show." },
  no_shows: { label: "No-shows", formula: "Reservations of tonight that somebody marked as a no-show." },
  waiting: { label: "Waiting", formula: "People on the waitlist who wait for a table, those called too." },
  ...ofChannels(channelInWords),
} as const;

export type LiveMeasure = keyof typeof LIVE_MEASURES;

export const LIVE_MEASURE_KEYS = Object.keys(LIVE_MEASURES) as LiveMeasure[];

/** Those that are a part of all guests. */
export const SHARES_OF_GUESTS: readonly LiveMeasure[] = ["valid_phone", "with_birthday"];

/** A card turns grey so long after its numbers were true, in milliseconds. */
export const STALE_AFTER = 30_000;

/** So long nothing was saved in service, in minutes, before somebody should ask why. */
export const SILENT_MINUTES = 20;

/** Of the messages that are over, this part failed; fewer than so many prove nothing. */
export const FAILING_SHARE = 0.1;
export const FAILING_OF_AT_LEAST = 10;
