/**
 * What may be wrong with a row of a file, and what can be done with such a row; the first is done where nobody says anything. `keep`: it
 * comes in as it stands, `without`: without that field, `out`: it stays out.
 */
export const WRONG_KINDS = {
  nobody: ["out"],
  lost_number: ["out", "without"],
  no_number: ["keep", "without", "out"],
  bad_email: ["without", "out"],
  bad_birthday: ["without", "out"],
  damaged: ["out"],
} as const satisfies Record<string, readonly WrongChoice[]>;

export type WrongChoice = "keep" | "without" | "out";
export type WrongKind = keyof typeof WRONG_KINDS;
export const WRONG_KIND_NAMES = Object.keys(WRONG_KINDS) as WrongKind[];

/** What is wrong, and what can be done with it, as people read them. */
export const WRONG_WORDS: Readonly<Record<WrongKind, string>> = {
  nobody: "No name and no number",
  lost_number: "A number that was shortened, or could be several",
  no_number: "No usable number",
  bad_email: "A bad e-mail",
  bad_birthday: "A bad birthday",
  damaged: "A row that cannot be read",
};
export const CHOICE_WORDS: Readonly<Record<WrongChoice, string>> = { keep: "As it stands", without: "Without it", out: "Leave out" };

/** What is done with the rows of each kind. */
export type WrongChoices = { readonly [Kind in WrongKind]: WrongChoice };

/** What is done with them where nobody says anything. */
export const USUAL_CHOICES = Object.fromEntries(WRONG_KIND_NAMES.map((kind) => [kind, WRONG_KINDS[kind][0]])) as WrongChoices; // a choice for each

/** Something wrong with a row: one plain sentence without names or numbers of the guest. */
export interface Wrong {
  kind: WrongKind;
  reason: string;
}

/** What is wrong with one row, each kind once. */
export class WrongOfRow {
  readonly all: Wrong[] = [];

  constructor(private readonly choices: WrongChoices) {}

  add(kind: WrongKind, reason: string): void {
    if (!this.all.some((one) => one.kind === kind)) this.all.push({ kind, reason });
  }

  /** Whether a field of which this is wrong is left out. */
  isWithout(kind: WrongKind): boolean {
    return this.choices[kind] !== "keep";
  }

  /** Why the row stays out, if it does. */
  out(): Wrong | undefined {
    return this.all.find(({ kind }) => this.choices[kind] === "out");
  }

  /** What somebody who comes in comes in without. */
  notes(line: number): { line: number; note: string }[] {
    const without = this.all.filter(({ kind }) => this.choices[kind] === "without");
    return without.map(({ reason }) => ({ line, note: withoutIt(reason) }));
  }
}

/** Why something was left out, and what became of the guest. */
export function withoutIt(reason: string): string {
  return `${reason} The guest comes in without it.`;
}

/** The heading under which a file of wrong rows says why; it is passed over when that file is brought in. */
export const WRONG_HEADING = "What is wrong";
