import { type Birthday, birthdayFault, isLeapYear, NO_BIRTHDAY, parseBirthday } from "@/lib/birthday-dates";
import { BIRTHDAY_FAULTS } from "@/lib/guests/guest-texts";

/**
 * What a form holds after somebody typed: the day and its year, or the very text where it is no birthday, so that nothing
 * else can be sent in its place.
 * @param known the year that stood there: it stays beside another day
 */
export function readTypedBirthday(typed: string, known: number | null): Birthday {
  if (birthdayFault({ birthday: typed, birth_year: null })) return { birthday: typed, birth_year: known };
  const { birthday, birth_year } = parseBirthday(typed) ?? NO_BIRTHDAY;
  return { birthday, birth_year: birth_year ?? yearBeside(birthday, known) };
}

/** The year that was known stays with another day, except where that year lacks the day or nothing is left to date. */
export function yearBeside(birthday: string, known: number | null): number | null {
  if (birthday === "" || (birthday === "--02-29" && known !== null && !isLeapYear(known))) return null;
  return known;
}

/** Why what stands in a birthday's field cannot be sent, as its field says it; null where it can. */
export function birthdayWrong(born: Birthday): string | null {
  const fault = birthdayFault(born);
  return fault && BIRTHDAY_FAULTS[fault];
}

/** The same as a form says it that is refused. @param whose where several birthdays stand in it */
export function birthdayRefused(born: Birthday, whose = ""): string | null {
  const wrong = birthdayWrong(born);
  return wrong && `Birthday${whose}: ${wrong.charAt(0).toLowerCase()}${wrong.slice(1)}.`;
}
