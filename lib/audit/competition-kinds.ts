import type { CompetitionEvents } from "../competition-events";

const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const plainName = (name: string) => name.toLowerCase().replaceAll("_", " ");

/** What happened to competitions, in words. */
export const COMPETITION_KINDS: {
  [Kind in keyof CompetitionEvents]: { group: "competitions"; what: (payload: CompetitionEvents[Kind]) => string; isStep?: () => boolean };
} = {
  "competition.made": { group: "competitions", what: (p) => `Made the competition ${p.title}` },
  "competition.changed": {
    group: "competitions",
    what: (p) => `Changed the competition ${p.title}: ${p.changed.map(plainName).join(", ")}`,
  },
  "competition.stepped": {
    group: "competitions",
    what: (p) => `Competition ${p.title}: ${plainName(p.from)} → ${plainName(p.to)}${p.reason ? ` (${p.reason})` : ""}`,
  },
  "competition.entries_taken": {
    group: "competitions",
    what: (p) =>
      `Brought in comments of ${p.title} (${p.source}): ${p.added} new, ${p.doubles} known, ${p.edited} with another text, ${p.wrong} wrong rows`,
  },
  "competition.locked": {
    group: "competitions",
    what: (p) =>
      `Locked ${p.title}: ${p.entries} entries, SHA-256 ${p.sha256}, drawn by ${p.round === null ? `the secret with SHA-256 ${p.commitment}` : `round ${p.round} of quicknet`}`,
  },
  "competition.drawn": {
    group: "competitions",
    what: (p) =>
      `Drew ${p.title}: ${counted(p.winners, "winner")} and ${counted(p.reserves, "reserve")}, by ${p.round === null ? "the secret" : `round ${p.round}`}`,
  },
  "competition.disqualified": {
    group: "competitions",
    what: (p) => `Disqualified place ${p.position} (${p.initials}) of ${p.title}: ${p.reason}`,
  },
  "competition.winner_linked": { group: "competitions", what: (p) => `Said which guest place ${p.position} of ${p.title} is` },
  "competition.voucher_given": { group: "competitions", what: (p) => `Gave place ${p.position} of ${p.title} voucher ${p.serial}` },
  "competition.winner_told": { group: "competitions", what: (p) => `Told place ${p.position} of ${p.title}: ${p.told}` },
  "competition_staff.changed": {
    group: "competitions",
    what: (p) => `Changed which of the house's people take part in no competition: ${p.old} → ${p.new}`,
  },
  "winners.taken": { group: "competitions", what: (p) => `The guest book heard of winners: ${p.winners}`, isStep: () => true },
};
