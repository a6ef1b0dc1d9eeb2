import { type Dice, dice } from "../sequences/people";
import { FAMILY, GIVEN } from "./names";

/** A guest as somebody recorded them. */
export interface Recorded {
  name: string;
  phones: string;
  birthday: string;
  email: string;
}

/** Two records, and whether they are one person's. */
export interface Labelled {
  kind: string;
  isSame: boolean;
  two: [Recorded, Recorded];
}

/** Who somebody is, however they are written. */
interface Someone {
  given: readonly string[];
  family: readonly string[];
  /** Eight digits, or seven behind an area code of one. */
  number: string;
  birthday: string;
}

/** The three parts share no name; the third is for the end. */
export type Part = 0 | 1 | 2;

const SAME = { otherForm: 30, slip: 20, birthday: 30, turned: 5, short: 5, email: 5, nothingElse: 5 } as const;
const OTHER = { brothers: 20, father: 10, twins: 12, namesake: 18, namesakeUnknown: 20, alike: 10, likeNumber: 10 } as const;

/** Generates pairs: as many of one person as of two. Each number, birthday and spelling comes from the seed. */
export class LabelledSet {
  private readonly random: Dice;
  private next = 0;

  constructor(
    private readonly part: Part,
    seed = 20_261_129,
  ) {
    this.random = dice(seed + part * 7919);
  }

  pairs(ofEach: number): Labelled[] {
    const kinds = <Kind extends string>(of: Record<Kind, number>) => Object.entries<number>(of).flatMap(([kind, times]) => Array<Kind>(times).fill(kind as Kind)); // biome-ignore format: one line
    const same = Array.from({ length: ofEach }, () => this.same(this.random.pick(kinds(SAME))));
    const other = Array.from({ length: ofEach }, () => this.other(this.random.pick(kinds(OTHER))));
    return [...same, ...other];
  }

  /** Guests who are nobody else. */
  background(count: number): Recorded[] {
    return Array.from({ length: count }, () => this.first(this.someone(), this.random.chance(0.4)));
  }

  private names = (all: readonly string[][]) => all.filter((_, index) => index % 3 === this.part);

  private someone(like: Partial<Someone> = {}): Someone {
    const prefix = this.random.pick(["3", "70", "71", "76", "78", "79", "81"]);
    // Multiples of a prime run through all numbers: no two are one digit apart by chance.
    const rest = String((++this.next * 104_729 + this.part * 331_777) % 1_000_000).padStart(6, "0");
    const month = String(1 + this.random.below(12)).padStart(2, "0");
    const birthday = `--${month}-${String(1 + this.random.below(28)).padStart(2, "0")}`;
    return {
      given: this.random.pick(this.names(GIVEN)),
      family: this.random.pick(this.names(FAMILY)),
      number: prefix + rest,
      birthday,
      ...like,
    };
  }

  private spelled = ({ given, family }: Someone) => `${this.random.pick(given)} ${this.random.pick(family)}`;
  private inOneScript({ given, family }: Someone): string {
    return this.random.chance(0.3)
      ? `${given.at(-1)} ${family.at(-1)}`
      : `${this.random.pick(given.slice(0, -1))} ${this.random.pick(family.slice(0, -1))}`;
  }

  private first(someone: Someone, hasBirthday: boolean): Recorded {
    return { name: this.inOneScript(someone), phones: `+961 ${someone.number}`, birthday: hasBirthday ? someone.birthday : "", email: "" };
  }

  private again(someone: Someone, { phones = "", birthday = "", email = "" }: Partial<Recorded> = {}): Recorded {
    return { name: this.random.chance(0.8) ? this.inOneScript(someone) : this.spelled(someone), phones, birthday, email };
  }

  private another = () => `+961 ${this.someone().number}`;

  private same(kind: keyof typeof SAME): Labelled {
    const someone = this.someone();
    const one = this.first(someone, kind === "birthday" || kind === "turned" || kind === "short" || this.random.chance(0.3));
    const knows = this.random.chance(0.3) ? one.birthday : "";
    const make: Record<keyof typeof SAME, () => Recorded> = {
      otherForm: () => this.again(someone, { phones: this.otherForm(someone.number), birthday: knows }),
      slip: () => this.again(someone, { phones: `+961 ${this.withSlip(someone.number)}`, birthday: knows }),
      birthday: () => this.again(someone, { phones: this.random.chance(0.8) ? this.another() : "", birthday: someone.birthday }),
      turned: () => {
        const again = this.again(someone, { phones: this.another(), birthday: someone.birthday });
        const [given = "", ...family] = again.name.split(" ");
        return { ...again, name: [...family, given].join(" ") };
      },
      short: () => ({
        ...this.again(someone, { phones: this.otherForm(someone.number), birthday: knows }),
        name: this.random.pick(someone.given),
      }),
      email: () => this.again(someone, { phones: this.another(), email: `guest${this.next}@example.com` }),
      nothingElse: () => this.again(someone, { phones: this.another() }),
    };
    const other = make[kind]();
    if (kind === "email") one.email = other.email.toUpperCase();
    return { kind, isSame: true, two: this.random.chance(0.5) ? [one, other] : [other, one] };
  }

  /** The same number as it comes from other hands: another country's code, the country's twice, the first digits lost, one digit too many. */
  private otherForm(number: string): string {
    return this.random.pick([
      `+961 961 ${number}`,
      `+963 ${number.padStart(8, "0")}`,
      number.slice(-6),
      `+961 ${number}${this.random.below(10)}`,
      `+961 ${number.slice(1)}`,
      `+1 961 ${number}`,
    ]);
  }

  private withSlip(number: string): string {
    const at = 2 + this.random.below(number.length - 3);
    if (this.random.chance(0.4) && number[at] !== number[at + 1])
      return number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2);
    return number.slice(0, at) + ((Number(number[at]) + 1 + this.random.below(9)) % 10) + number.slice(at + 1);
  }

  private other(kind: keyof typeof OTHER): Labelled {
    const someone = this.someone();
    const relative = (like: Partial<Someone>) => this.someone({ family: someone.family, ...like });
    const otherGiven = () => this.random.pick(this.names(GIVEN).filter((given) => given !== someone.given));
    const neighbour = someone.number.slice(0, -1) + ((Number(someone.number.at(-1)) + 1) % 10);
    const make: Record<keyof typeof OTHER, () => [Recorded, Recorded]> = {
      // Numbers that a family bought together.
      brothers: () => [
        this.first(someone, this.random.chance(0.5)),
        this.first(relative({ given: otherGiven(), number: neighbour }), this.random.chance(0.5)),
      ],
      father: () => {
        const son = relative({ given: otherGiven() });
        const middle = `${this.random.pick(son.given.slice(0, -1))} ${this.random.pick(someone.given.slice(0, -1))} ${this.random.pick(someone.family.slice(0, -1))}`;
        return [this.first(someone, true), { ...this.first(son, this.random.chance(0.5)), name: middle }];
      },
      twins: () => [this.first(someone, true), this.first(relative({ given: otherGiven(), birthday: someone.birthday }), true)],
      namesake: () => [this.first(someone, true), this.first(relative({ given: someone.given }), true)],
      namesakeUnknown: () => [this.first(someone, this.random.chance(0.5)), this.first(relative({ given: someone.given }), false)],
      // A name that is written nearly as the other one.
      alike: () => [
        this.first(someone, true),
        this.first(
          relative({ given: nearest(someone.given, this.names(GIVEN)), birthday: this.random.chance(0.3) ? someone.birthday : "" }),
          true,
        ),
      ],
      likeNumber: () => [
        this.first(someone, true),
        this.first(
          this.someone({
            number:
              someone.number.length === 8
                ? `7${(Number(someone.number[1]) + 1) % 10}${someone.number.slice(2)}`
                : `70${someone.number.slice(1)}`,
            given: otherGiven(),
          }),
          false,
        ),
      ],
    };
    return { kind, isSame: false, two: make[kind]() };
  }
}

/** The other name that has most letters in common. */
function nearest(given: readonly string[], all: readonly string[][]): readonly string[] {
  const letters = (name: string) => [...name.toLowerCase()].sort();
  const shared = (name: readonly string[]) => {
    const mine = letters(given[0] ?? "");
    return letters(name[0] ?? "").filter((letter) => mine.splice(mine.indexOf(letter) >>> 0, mine.includes(letter) ? 1 : 0).length > 0)
      .length;
  };
  return all.filter((name) => name !== given).toSorted((a, b) => shared(b) - shared(a))[0] as string[]; // more than one name
}
