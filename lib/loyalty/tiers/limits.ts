/** As many as sit at the largest table. */
export const MOST_TIERS_ASKED = 200;

/** What is offered where there are none: from so many visits in twelve months on. */
export const PROPOSED_TIERS = [
  { name: "Friend", visits: 2 },
  { name: "Regular", visits: 5 },
  { name: "House", visits: 12 },
  { name: "Legend", visits: 24 },
];
