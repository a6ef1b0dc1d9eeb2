import { type Birthday, birthdayProblem, type DateOrder } from "../birthday-dates";
import { plainDay, readBirthday } from "./dates";
import { REASONS } from "./reasons";

/** A birthday whose day hangs on the order in which the whole file writes day and month. */
export interface SlashedBirthday {
  text: string;
  /** What a column of its own says of the year. */
  birthYear: string;
  /** The order that a value over 12 proves. */
  proves: DateOrder | null;
}

/**
 * The birthday as something between slashes that hangs on the order; null for `5/5`, for `14 May` and for all that is no day.
 * @param dayFirst what it says when it is read day first
 */
export function slashedBirthday(text: string, birthYear: string, dayFirst: Birthday | null, today: string): SlashedBirthday | null {
  const parts = /^(\d{1,2})\/(\d{1,2})(?:\/\d+)?$/.exec(plainDay(text));
  if (!parts) return null;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  if (first === second) return null;
  if (!dayFirst?.birthday && !readBirthday(text, birthYear, { order: "mdy", today })?.birthday) return null;
  return { text, birthYear, proves: first > 12 ? "dmy" : second > 12 ? "mdy" : null };
}

/** How a file's birthdays were read, for the person who brought it in. */
export interface DatesAnswer {
  order: DateOrder;
  /** Whether a birthday of the file proves this order, and none another. */
  proven: boolean;
  message: string;
}

/**
 * Learns from all rows of a file in which order it writes day and month, and then reads each of them in that one order:
 * never half of a file one way and half the other (docs/design/domain.md, Birthdays).
 */
export class DateOrderOfFile {
  private count = 0;
  private first: Record<DateOrder, number | null> = { dmy: null, mdy: null };

  /** @param asked the order that the caller named */
  constructor(private readonly asked?: DateOrder) {}

  see(line: number, { proves }: SlashedBirthday): void {
    this.count += 1;
    if (proves) this.first[proves] ??= line;
  }

  get order(): DateOrder {
    return this.asked ?? (this.first.mdy !== null && this.first.dmy === null ? "mdy" : "dmy");
  }

  /** Month first is never taken unasked; where both are proven, neither is taken for what might be the other. */
  get isUnsure(): boolean {
    return this.asked === undefined && this.first.mdy !== null;
  }

  /** The birthday in the order of the file, or the reason why it is left out. To be asked when all rows were seen. */
  read({ text, birthYear, proves }: SlashedBirthday, today: string): Birthday | { reason: string } {
    if (this.isUnsure && proves !== "dmy") return { reason: REASONS.monthFirst };
    const reading = { order: this.order, today };
    const birthday = readBirthday(text, birthYear, reading);
    if (birthday) return birthday;
    if (proves && proves !== this.order) return { reason: proves === "mdy" ? REASONS.monthFirst : REASONS.dayFirst };
    return { reason: birthdayProblem(plainDay(text), reading) ?? REASONS.birthday };
  }

  answer(): DatesAnswer {
    const { order } = this;
    const other = order === "dmy" ? "mdy" : "dmy";
    return { order, proven: this.first[order] !== null && this.first[other] === null, message: this.message() };
  }

  private message(): string {
    const { dmy, mdy } = this.first;
    if (this.count === 0) return "No birthday in this file hangs on the order of day and month.";
    const seen = [
      ...(dmy === null ? [] : [`the birthday in line ${dmy} can only be day/month`]),
      ...(mdy === null ? [] : [`the birthday in line ${mdy} can only be month/day`]),
    ].join(", and ");
    const asSeen = seen
      ? `${seen[0]?.toUpperCase()}${seen.slice(1)}.`
      : "No birthday in this file proves whether the day or the month stands first.";
    return `${asSeen} ${this.consequence()}`;
  }

  private consequence(): string {
    const { dmy, mdy } = this.first;
    const [read, other] = this.order === "dmy" ? ["day first", "mdy"] : ["month first", "dmy"];
    if (this.isUnsure)
      return dmy === null
        ? `So this file is written month first, and such birthdays were left out: their guests came in without them. ${howToAsk("mdy")}`
        : `So nothing was guessed: only birthdays that can be nothing but day/month were read, and the others were left out. ${howToAsk("dmy", "mdy")}`;
    const misfits = this.order === "dmy" ? mdy : dmy;
    const rest = misfits === null ? "" : " Birthdays that do not fit were left out.";
    if (this.asked) return `All such birthdays were read ${read}, as you asked.${rest}`;
    return dmy === null
      ? `All such birthdays were read ${read}. If that is wrong: ${howToAsk(other as DateOrder)}`
      : `All such birthdays were read ${read}.`;
  }
}

function howToAsk(...orders: DateOrder[]): string {
  const [call, command] = [orders.map((order) => `dates=${order}`).join(" or "), orders.map((order) => `--dates ${order}`).join(" or ")];
  return `Bring the file in again with ${call} (the command: ${command}).`;
}
