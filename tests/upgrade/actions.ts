import { type Dice, dice } from "../sequences/people";

/** What somebody does, in words that the code of every version understands. */
export type Action = { at: string; branch: string } & (
  | { kind: "save"; number: string; contacts: Seated[] }
  /** The newest table again: without so many of its first guests, with others. */
  | { kind: "again"; gone: number; contacts: Seated[] }
  | { kind: "merge" | "end" }
  | { kind: "date"; date: string }
  | { kind: "import"; csv: string }
  | { kind: "correct"; digits: string; fields: Record<string, string> }
  | { kind: "remove"; digits: string }
  | { kind: "company"; date: string; company: string }
);

interface Seated {
  name: string;
  phones: string;
  company?: string;
  email?: string;
}

export type Kind = Action["kind"];

const BRANCHES = ["jounieh", "batroun", "ehden"];
const NAMES = ["Maya", "Maya Khoury", "Karim Saade", "Rita", "Rita Haddad", "زياد مراد", "O'Brien", "Nour Aoun", "Tia", "Tia Saade"];

/** So many people, of whom every fourth shares the number of the one before, and every seventh has none. */
const PEOPLE = 60;
const numberOf = (index: number) => `03 ${String(200_000 + (index % 4 === 3 ? index - 1 : index)).padStart(6, "0")}`;
const hasNone = (index: number) => index % 7 === 5;

function seated(random: Dice, isTold: boolean): Seated {
  const index = random.below(PEOPLE);
  const more = random.chance(0.15) ? ` / 70 ${300_000 + index}` : "";
  const name = random.chance(0.6) ? (NAMES[index % NAMES.length] as string) : random.pick(NAMES);
  const told = isTold && random.chance(0.3) ? { company: `Company ${random.below(9)}` } : {};
  const letter = isTold && random.chance(0.3) ? { email: `guest${random.below(50)}@x.lb` } : {};
  return { name, phones: hasNone(index) ? "" : numberOf(index) + more, ...told, ...letter };
}

const digitsOfSome = (random: Dice) => numberOf(random.below(PEOPLE)).replace("03 ", "3");

/**
 * What a house does in some evenings: tables are saved and saved again, merged and booked; files come in, guests are corrected and deleted.
 * @param kinds what the code knows that does it
 * @param days their dates, in order
 */
export function evenings(seed: number, days: readonly string[], each: number, kinds: ReadonlySet<Kind>): Action[] {
  const random = dice(seed);
  return days.flatMap((day) => {
    let minute = 0;
    const at = () => new Date(Date.parse(`${day}T17:00:00Z`) + minute++ * 60_000).toISOString();
    const actions = Array.from({ length: each }, (_, number) =>
      anyAction(random, { at: at(), branch: random.pick(BRANCHES) }, { day, number }),
    );
    minute = 260; // from 23:15 in Beirut on
    for (const branch of BRANCHES) if (random.chance(0.8)) actions.push({ kind: "end", at: at(), branch });
    actions.push({ kind: "date", date: day, at: at(), branch: "central" });
    return actions.filter(({ kind }) => kinds.has(kind));
  });
}

function anyAction(random: Dice, place: { at: string; branch: string }, { day, number }: { day: string; number: number }): Action {
  const party = () => Array.from({ length: 1 + random.below(4) }, () => seated(random, true));
  const book = random.chance(0.7) ? place : { ...place, branch: "central" };
  const kind = random.pick([
    "save",
    "save",
    "save",
    "again",
    "merge",
    "date",
    "import",
    "correct",
    "correct",
    "remove",
    "company",
  ] as const);
  if (kind === "save") return { ...place, kind, number: String(number + 1), contacts: party() };
  if (kind === "again") return { ...place, kind, gone: random.below(2), contacts: random.chance(0.5) ? party() : [] };
  if (kind === "merge") return { ...place, kind };
  if (kind === "date") return { ...place, branch: "central", kind, date: day };
  if (kind === "company") return { ...book, kind, date: day, company: `Set ${number}` };
  if (kind === "remove") return { ...book, kind, digits: digitsOfSome(random) };
  if (kind === "correct") {
    const name = { name: `By Hand ${number}` };
    const fields = random.pick<Record<string, string>>([name, name, { company: `Own ${number}` }, { title: "Dr." }]);
    return { ...book, kind, digits: digitsOfSome(random), fields };
  }
  const lines = party().map(({ name, phones, email = "" }) => `"${name}","${phones}",${email},2024-0${1 + random.below(9)}-11T10:00:00Z`);
  return { ...book, kind, csv: ["name,phones,email,added_at", ...lines].join("\n") };
}
