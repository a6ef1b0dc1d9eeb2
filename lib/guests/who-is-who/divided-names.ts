import type { About, BookGuest, Decision, SourceRecord } from "../../book/record-shapes";
import { AppError } from "../../errors";
import { foldText } from "../../fold-text";
import { alsoNames, namesAgree } from "../../names";
import type { Person } from "../../person";
import type { PhoneNumber } from "../../phones";

/** A guest whose records are to be shared out. */
export interface Undivided {
  guest: BookGuest;
  /** The guest's cluster. */
  records: readonly SourceRecord[];
  decisions: readonly Decision[];
}

/** The two people of one guest. */
export interface TwoPeople {
  one: About;
  other: About;
}

/** What a guest is called in a sentence. */
export const calledBy = (name: string) => name || "the guest without a name";

/** The other names of a guest that the call lists. @throws AppError `conflict` for one that the guest does not have */
export function otherNamesMeant(was: Pick<Person, "name" | "also">, meant: readonly string[]): string[] {
  const also = alsoNames(was.also);
  return meant.map((name) => {
    const found = also.find((one) => foldText(one) === foldText(name));
    if (found !== undefined) return found;
    throw new AppError("conflict", `${name} is no other name of ${calledBy(was.name)} now. Nothing was changed. Search again.`);
  });
}

/**
 * Shares a guest's records out: whose name is meant, and not part of what the guest goes by, is the other person's. What somebody gave
 * the guest's name by hand stays the guest's.
 * @throws AppError `conflict` where no record speaks of one of the two alone
 */
export function partedBy({ guest, records, decisions }: Undivided, names: readonly string[]): TwoPeople {
  const all = records.filter(({ id }) => guest.records.includes(id));
  const named = new Set(decisions.flatMap((one) => (one.kind === "fields" && one.values.name !== undefined ? one.about.records : [])));
  const isMeant = (name: string) => names.some((one) => namesAgree(one, name));
  const theirs = all.filter(({ id, person }) => isMeant(person.name) && !namesAgree(person.name, guest.name) && !named.has(id));
  const own = all.filter((record) => guest.own.includes(record.id) && !theirs.includes(record));
  const lacking = names.find((name) => !theirs.some(({ person }) => namesAgree(name, person.name)));
  if (lacking !== undefined || own.length === 0) throw cannotBeTold(guest.name, lacking ?? names.join(", "));
  const digits = new Set(theirs.flatMap(({ numbers }) => numbers.map((number) => number.digits)));
  const ownNumbers = [...own.flatMap(({ numbers }) => numbers), ...guest.numbers.filter((number) => !digits.has(number.digits))];
  return {
    one: aboutThe(own, [guest.name], ownNumbers),
    other: aboutThe(theirs, names, theirs.flatMap(({ numbers }) => numbers)), // biome-ignore format: one line
  };
}

function aboutThe(records: readonly SourceRecord[], names: readonly string[], numbers: readonly PhoneNumber[]): About {
  return {
    records: records.map(({ id }) => id),
    numbers: [...new Map(numbers.map((number) => [number.digits, number])).values()],
    names: [...new Set([...names, ...records.map(({ person }) => person.name)])],
    evening: records[0]?.evening ?? "",
  };
}

function cannotBeTold(name: string, other: string): AppError {
  const what = `${other} was never recorded alone: the name came together with ${calledBy(name)}, or before Daftar kept who said what.`;
  const help = `If this guest is ${other}, write that name with Edit. If both come, record ${other} at a table with a number of their own.`;
  return new AppError("conflict", `${what} So nobody can say what is whose, and nothing was changed. ${help}`);
}

/** The same decision without its words: that some records are one guest's. */
export const onlyIds = ({ records, evening }: About): About => ({ records, numbers: [], names: [], evening });
