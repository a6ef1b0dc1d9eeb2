import { IN_THE_FUTURE, isLeapYear, liesAhead, parseBirthday } from "../birthday-dates";
import { asciiDigits } from "../digits";
import { AppError } from "../errors";
import { foldText } from "../fold-text";
import { ASKED_FIELDS, GAP_FIELDS, NOTHING_SAID, pickFields } from "../guest-fields";
import { alsoNames, namesAgree } from "../names";
import type { Person, PersonChanges, WhoIsMeant } from "../person";
import { hasPhoneKey, type PhoneMatch, type PhoneNumber, readPhones, sharesPhone } from "../phones";

/** Fields that are corrected each by itself; a birthday is with its year. */
const BY_ITSELF = ASKED_FIELDS.filter((field) => field !== "birthday");

/**
 * What a correction changes in a guest, and nothing that it only says again. A known year stays beside a corrected day; a
 * name that becomes the guest's own is no other name any more.
 * @throws AppError `invalid_request` when nobody is left, or for a birthday that lies ahead
 */
export function correctionOf(was: Person, said: PersonChanges): Partial<Person> {
  const changes: Partial<Person> = {};
  for (const field of BY_ITSELF) if (said[field] !== undefined && said[field] !== was[field]) changes[field] = said[field];
  Object.assign(changes, birthdayCorrection(was, said));
  const now = { ...was, ...changes };
  if (now.name === "" && !/\p{Nd}/u.test(now.phones)) {
    throw refused("name", "A guest needs a name or a phone. Nothing was changed. To take the guest away, delete them.");
  }
  if (changes.name !== undefined) {
    const also = alsoNames(was.also)
      .filter((name) => foldText(name) !== foldText(now.name))
      .join("\n");
    if (also !== was.also) changes.also = also;
  }
  return changes;
}

function birthdayCorrection(was: Person, said: PersonChanges): Partial<Person> {
  if (said.birthday === undefined && said.birth_year === undefined) return {};
  const read = said.birthday === undefined ? { birthday: was.birthday, birth_year: null } : parseBirthday(said.birthday);
  if (!read) throw refused("birthday", IN_THE_FUTURE); // its text was read before: only the day itself can lie ahead by now
  const isGone = said.birthday === "" && said.birth_year === undefined;
  let year = isGone ? null : (read.birth_year ?? said.birth_year ?? was.birth_year);
  if (year !== null && read.birthday === "--02-29" && !isLeapYear(year) && said.birth_year === undefined) year = null;
  if (liesAhead({ birthday: read.birthday, birth_year: year })) throw refused("birthday", IN_THE_FUTURE);
  return {
    ...(read.birthday === was.birthday ? {} : { birthday: read.birthday }),
    ...(year === was.birth_year ? {} : { birth_year: year }),
  };
}

function refused(path: string, message: string): AppError {
  return new AppError("invalid_request", message, { issues: [{ path, message }] });
}

type Named = Pick<Person, "name" | "phones">;

/** Whether somebody is who is meant: the very name and numbers, however they are written. */
export function isMeant(one: Named, meant: Pick<WhoIsMeant, "name" | "phones">, countryCode: string): boolean {
  if (one.name === meant.name && one.phones === meant.phones) return true;
  const digits = (phones: string) =>
    readPhones(phones, countryCode)
      .map((number) => number.digits)
      .sort()
      .join(" ");
  return foldText(one.name) === foldText(meant.name) && digits(one.phones) === digits(meant.phones);
}

/**
 * The numbers of a corrected phones string. One that stands there as before keeps the country code that it was read with:
 * an import may have read it with another than the usual one.
 */
export function correctedNumbers(phones: string, before: readonly PhoneNumber[], countryCode: string): PhoneNumber[] {
  const national = (typed: string) => asciiDigits(typed).replace(/\D/g, "").replace(/^0+/, "");
  const numbers = readPhones(phones, countryCode).map((number) => {
    if (before.some(({ digits }) => digits === number.digits)) return number;
    const same = before.find(({ digits }) => national(number.typed) !== "" && digits.endsWith(national(number.typed)));
    return same ? { ...same, typed: number.typed } : number;
  });
  return numbers.filter((number, index) => numbers.findIndex(({ digits }) => digits === number.digits) === index);
}

interface WithNumbers {
  name: string;
  numbers: readonly PhoneMatch[];
}

/**
 * Whether two rows of one evening are one person: a number in common and names that agree, or no number and the same name.
 * Who shares a number under another name is somebody else, and is not touched by what is done to the first.
 */
export function isSamePerson(one: WithNumbers, other: WithNumbers): boolean {
  if (hasPhoneKey(one.numbers)) return sharesPhone(one.numbers, other.numbers) && namesAgree(one.name, other.name);
  return !hasPhoneKey(other.numbers) && foldText(one.name) === foldText(other.name);
}

/** What stays of a deleted row that has other names: the first of these, without the values of the deleted guest. */
export function whoStays(gone: Person): Partial<Person> | null {
  const [name, ...others] = alsoNames(gone.also);
  if (name === undefined) return null;
  return { ...pickFields(NOTHING_SAID, GAP_FIELDS), name, also: others.join("\n") };
}

export function gone(): AppError {
  return new AppError("not_found", "There is no such guest in this branch: somebody deleted the row already. Nothing was changed.");
}
