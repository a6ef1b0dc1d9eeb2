import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { timestamp } from "../../clock";
import { searchTextOf } from "../../contacts/bulk";
import { type UnbookedPart, withoutCorrected } from "../../contacts/unbooked/bulk";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import type { Tx } from "../../db/clients";
import { env } from "../../env";
import { AppError } from "../../errors";
import type { Outcome } from "../../events";
import { foldText } from "../../fold-text";
import { PERSON_FIELDS } from "../../guest-columns";
import { pickFields } from "../../guest-fields";
import { GUEST_TEXTS } from "../../guest-texts";
import { alsoNames } from "../../names";
import type { Person, WhoIsMeant } from "../../person";
import { type PhoneNumber, readPhones, samePhone, shownNumbers } from "../../phones";
import { failpoint } from "../../test-hooks";
import type { deleteContact, updateContact } from "../contract";
import { correctedNumbers, correctionOf, isMeant, whoStays } from "../rules";

type Corrected = AnswerOf<typeof updateContact>;
type Deleted = AnswerOf<typeof deleteContact>;

const NUMBERS = { orderBy: { position: "asc" } } as const;

/**
 * Corrects a guest of the guest book. Merges of what was recorded before do not undo it, and central's guest no longer
 * follows a table in what was corrected.
 * @throws AppError `not_found`, `conflict` when several guests are meant or the guest was changed since, `invalid_request`
 */
export async function correctContact(branch: Branch, body: BodyOf<typeof updateContact>, by: WriteBy): Promise<Corrected> {
  const { identifier, ...said } = body;
  const store = await branch.contacts();
  return store.write(by, async (tx): Promise<Outcome<Corrected>> => {
    const was = await contactMeant(tx, identifier);
    const changes = correctionOf(was, said);
    const now = { ...was, ...changes };
    const before = was.numbers.map((number) => ({ typed: "", ...number }));
    const isNewNumbers = changes.phones !== undefined;
    const numbers = isNewNumbers ? correctedNumbers(now.phones, before, env().DEFAULT_COUNTRY_CODE) : before;
    const may_be_same = isNewNumbers ? await othersWith(tx, numbers, was.seq) : [];
    const answer = { ok: true as const, message: GUEST_TEXTS.updatedInContacts, contact: shown(now), may_be_same };
    if (Object.keys(changes).length === 0) return { answer, happened: [] };
    await changeContact(tx, was, changes, isNewNumbers ? numbers : null);
    failpoint("correct-contact:written");
    const takenAway = before.some(({ digits }) => !numbers.some((number) => number.digits === digits));
    if (takenAway || foldText(now.name) !== foldText(was.name)) await decide(tx, "corrected", was);
    await holdCorrected(tx, was.seq, changes);
    const old = Object.fromEntries(Object.keys(changes).map((field) => [field, was[field as keyof Person]]));
    return { answer, happened: [{ kind: "contact.changed", subjects: [was.id], payload: { why: "correction", old, new: changes } }] };
  });
}

/**
 * Takes a guest out of the guest book. People of other names who were known by the same numbers stay, and are told.
 * @returns null when no guest has the id
 */
export async function deleteFromBook(branch: Branch, id: string, by: WriteBy): Promise<Deleted | null> {
  const store = await branch.contacts();
  if (!(await store.read.contact.findUnique({ where: { id }, select: { seq: true } }))) return null;
  return store.write(by, async (tx): Promise<Outcome<Deleted>> => {
    const was = await tx.contact.findUnique({ where: { id }, include: { numbers: NUMBERS } });
    if (!was) throw gone();
    await decide(tx, "deleted", was);
    await tx.unbookedPart.deleteMany({ where: { contact_seq: was.seq } });
    await tx.unbookedRow.deleteMany({ where: { contact_seq: was.seq } });
    const answer = { ok: true as const, message: GUEST_TEXTS.deletedFromContacts, deleted: 1, kept_names: alsoNames(was.also) };
    const stays = whoStays(was);
    if (stays) {
      await changeContact(tx, was, stays, null);
      const old = Object.fromEntries(Object.keys(stays).map((field) => [field, was[field as keyof Person]]));
      return { answer, happened: [{ kind: "contact.changed", subjects: [id], payload: { why: "deletion", old, new: stays } }] };
    }
    await tx.contactPhone.deleteMany({ where: { contact_seq: was.seq } });
    await tx.contact.delete({ where: { seq: was.seq } });
    failpoint("delete-contact:written");
    return { answer, happened: [{ kind: "contact.deleted", subjects: [id], payload: { gone: { ...was } } }] };
  });
}

export function gone(): AppError {
  return new AppError("not_found", "There is no such guest in this branch: somebody deleted the row already. Nothing was changed.");
}

async function contactMeant(tx: Tx<"contacts">, meant: WhoIsMeant) {
  const countryCode = env().DEFAULT_COUNTRY_CODE;
  if (meant.id) {
    const one = await tx.contact.findUnique({ where: { id: meant.id }, include: { numbers: NUMBERS } });
    if (!one) throw gone();
    const isNamed = meant.name !== "" || meant.phones !== "";
    if (!isNamed || isMeant(one, meant, countryCode)) return one;
    const changed = "Somebody else changed this guest in the meantime. Nothing was overwritten.";
    throw new AppError("conflict", changed, { fields: { current: shown(one) } });
  }
  if (meant.name === "" && meant.phones === "") {
    const message = "Say the guest's name and phones as they stand in the guest book. Nothing was changed.";
    throw new AppError("invalid_request", message, { issues: [{ path: "identifier", message }] });
  }
  const candidates = await candidatesFor(tx, meant);
  const exact = candidates.filter(({ name, phones }) => name === meant.name && phones === meant.phones);
  const found = exact.length > 0 ? exact : candidates.filter((one) => isMeant(one, meant, countryCode));
  const [one, ...others] = found;
  if (!one) throw new AppError("not_found", "No guest of this branch has this name and these phones. Nothing was changed. Search again.");
  if (others.length === 0) return one;
  const several = `${found.length} guests have this name and these phones. Nothing was changed. Choose one of them by its id.`;
  throw new AppError("conflict", several, { fields: { matches: found.slice(0, 20).map(shown) } });
}

/** So many letters of a name are in the index of names. */
const NAME_START = 16;

/** Everybody who may be meant: by a number, or where none tells people apart, by the beginning of the name. */
async function candidatesFor(tx: Tx<"contacts">, { name, phones }: WhoIsMeant) {
  const numbers = readPhones(phones, env().DEFAULT_COUNTRY_CODE);
  const keys = numbers.map(({ key }) => key).filter(Boolean);
  const include = { numbers: NUMBERS };
  // An import may have read a number with another country's code: the very text is looked for too.
  if (name === "") {
    const some = keys.length > 0 ? { key: { in: keys } } : { digits: { in: numbers.map(({ digits }) => digits) } };
    return tx.contact.findMany({ where: { name: "", numbers: { some } }, include });
  }
  const start = [...foldText(name)].slice(0, NAME_START).join("");
  const named = await tx.$queryRaw<{ seq: number | bigint }[]>`SELECT seq FROM contact WHERE name <> ''
    AND substr(search_text, 1, 16) >= ${start} AND substr(search_text, 1, 16) < ${`${start}\u{10ffff}`} AND (name = ${name} OR phones = ${phones})`;
  const some = { key: { in: keys } };
  const byNumber = keys.length > 0 ? await tx.contact.findMany({ where: { numbers: { some } }, include }) : [];
  const seqs = named.map(({ seq }) => Number(seq)).filter((seq) => !byNumber.some((one) => one.seq === seq));
  return [...byNumber, ...(await tx.contact.findMany({ where: { seq: { in: seqs.slice(0, MOST_NAMESAKES) } }, include }))];
}

/** Of more namesakes without a number in common, nobody can be told apart anyhow. */
const MOST_NAMESAKES = 10_000;

type Row = NonNullable<Awaited<ReturnType<typeof contactMeant>>>;

async function changeContact(tx: Tx<"contacts">, was: Row, changes: Partial<Person>, numbers: PhoneNumber[] | null): Promise<void> {
  const search_text = searchTextOf({ ...was, ...changes }, numbers ?? was.numbers.map((number) => ({ typed: "", ...number })));
  await tx.contact.update({ where: { seq: was.seq }, data: { ...changes, search_text, version: { increment: 1 } } });
  if (!numbers) return;
  await tx.contactPhone.deleteMany({ where: { contact_seq: was.seq } });
  const data = numbers.map(({ digits, key, calling_code }, position) => ({ contact_seq: was.seq, position, digits, key, calling_code }));
  if (data.length > 0) await tx.contactPhone.createMany({ data });
}

/** Keeps what was decided against what was recorded before (`decisionsOf`). */
async function decide(tx: Tx<"contacts">, kind: "deleted" | "corrected", was: Row): Promise<void> {
  const numbers = was.numbers.map(({ digits, key, calling_code }) => ({ typed: "", digits, key, calling_code }));
  const { id: contact_id, name, added_at } = was;
  const data = { id: uuid(), kind, contact_id, name, added_at, numbers: JSON.stringify(numbers), decided_at: timestamp() };
  await tx.decision.create({ data });
}

/** In central: what somebody wrote by hand is no longer only a table's word. */
async function holdCorrected(tx: Tx<"contacts">, contact_seq: number, changes: Partial<Person>): Promise<void> {
  const kept = await tx.unbookedPart.findUnique({ where: { contact_seq } });
  if (!kept) return;
  const left = withoutCorrected(JSON.parse(kept.part) as UnbookedPart, changes);
  if (left) await tx.unbookedPart.update({ where: { contact_seq }, data: { part: JSON.stringify(left) } });
  else {
    await tx.unbookedPart.delete({ where: { contact_seq } });
    await tx.unbookedRow.deleteMany({ where: { contact_seq } });
  }
}

async function othersWith(tx: Tx<"contacts">, numbers: readonly PhoneNumber[], seq: number) {
  const keys = numbers.map(({ key }) => key).filter(Boolean);
  const rows = await tx.contact.findMany({ where: { seq: { not: seq }, numbers: { some: { key: { in: keys } } } }, include: { numbers: NUMBERS }, take: 20 }); // biome-ignore format: one line
  const isSame = (row: Row) => row.numbers.some((one) => numbers.some((number) => samePhone(one, number)));
  return rows.filter(isSame).map(({ id, name, phones }) => ({ id, name, phones }));
}

function shown(row: Omit<Row, "numbers">) {
  const { id, branch, phones } = row;
  return { ...pickFields(row, PERSON_FIELDS), id, branch, numbers: shownNumbers(phones, env().DEFAULT_COUNTRY_CODE) };
}
