/** What happens to competitions: no comment, and no user's name but a winner's initials, stands in these. `branch` where it is one restaurant's alone. */
export interface CompetitionEvents {
  "competition.made": { title: string; branch?: string };
  /** `changed`: the names of the fields. */
  "competition.changed": { title: string; branch?: string; changed: string[] };
  "competition.stepped": { title: string; branch?: string; from: string; to: string; reason: string };
  "competition.entries_taken": {
    title: string;
    branch?: string;
    source: string;
    added: number;
    doubles: number;
    edited: number;
    wrong: number;
  };
  "competition.locked": {
    title: string;
    branch?: string;
    sha256: string;
    entries: number;
    way: string;
    round: number | null;
    commitment: string | null;
  };
  "competition.drawn": { title: string; branch?: string; randomness: string; round: number | null; winners: number; reserves: number };
  "competition.disqualified": { title: string; branch?: string; position: number; initials: string; reason: string };
  "competition.winner_linked": { title: string; branch?: string; position: number };
  "competition.voucher_given": { title: string; branch?: string; position: number; serial: string };
  "competition.winner_told": { title: string; branch?: string; position: number; told: string };
  "competition_staff.changed": { old: number; new: number };
  /** In a contacts store: a winner came into the book; the rest as of every merge (`MergedRows`). */
  "winners.taken": {
    winners: number;
    inserted: number;
    skipped: number;
    filled: number;
    united: number;
    also: number;
    may_be_same: number;
    first_seq: number | null;
    last_seq: number | null;
  };
}
