import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf, QueryOf } from "../../api/endpoint";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import { runBulk } from "../../db/bulk-steps";
import { hubStore } from "../../db/find-store";
import { AppError } from "../../errors";
import { bookSettings } from "../../guests/correct-contact";
import { masked, shownPhones } from "../../phones";
import { type Asking, filesOf, seesPhones, wantedOf } from "../page";
import type { BinInput, Deleted, PutBackInput } from "./bin-step";
import type { ChangeInput, UndoChangeInput } from "./change-step";
import type { changeTogether, listBin, putBack, undoChange } from "./contract";

/**
 * Changes or deletes many guests of a book as one, beside the event loop.
 * @throws AppError `invalid_request` where nobody is named, `conflict` where they are others by now
 */
export async function changeGuests(
  asking: Asking,
  { ids, filters, set, delete: isDeleted, count }: BodyOf<typeof changeTogether>,
  by: WriteBy,
): Promise<AnswerOf<typeof changeTogether>> {
  if (ids === undefined && filters === undefined) {
    const message = "Say which guests, or by which filters they are found. Nothing was changed.";
    throw new AppError("invalid_request", message, { issues: [{ path: "ids", message }] });
  }
  if (isDeleted === (set !== undefined && Object.keys(set).length > 0)) {
    const message = "Say what they get, or that they are deleted. Nothing was changed.";
    throw new AppError("invalid_request", message, { issues: [{ path: "set", message }] });
  }
  const store = await asking.branch.contacts();
  const { files } = await filesOf(asking);
  const wanted = wantedOf(filters ?? {}, seesPhones(asking.caller));
  const whom = { ids: ids ?? null, wanted, files };
  const input: Omit<ChangeInput, "file" | "by"> = {
    ...bookSettings(),
    ...whom,
    given: isDeleted ? null : (set ?? {}),
    count,
    undoId: uuid(),
  };
  return store.bulk(by, "change-together", input);
}

/** Takes such a change back. @throws AppError `conflict` when it is over, or older than a day */
export async function undoGuests(branch: Branch, undoId: string, by: WriteBy): Promise<AnswerOf<typeof undoChange>> {
  const input: Omit<UndoChangeInput, "file" | "by"> = { ...bookSettings(), undoId };
  return (await branch.contacts()).bulk(by, "undo-change", input);
}

/** So many deleted guests come at once. */
const PAGE = 100;

/** A page of the guests whom somebody deleted. */
export async function binOf({ branch, caller }: Asking, { cursor }: QueryOf<typeof listBin>): Promise<AnswerOf<typeof listBin>> {
  const { file: book } = await branch.contacts();
  const input: BinInput = { book, after: cursor ?? null, most: PAGE };
  const { deleted, next } = await runBulk<{ deleted: Deleted[]; next: string | null }>("all-data-bin", input);
  const { read } = await hubStore();
  const people = await read.user.findMany({
    where: { id: { in: deleted.flatMap(({ by }) => by ?? []) } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const isWhole = seesPhones(caller);
  const shown = ({ typed, digits }: Deleted["numbers"][number]) => (isWhole ? { shown: shownPhones(typed || `+${digits}`), digits } : { shown: masked(digits), digits: "" }); // biome-ignore format: one line
  return {
    deleted: deleted.map(({ numbers, by, ...one }) => ({ ...one, numbers: numbers.map(shown), by: by && (names.get(by) ?? null) })),
    next,
  };
}

/** Puts a deleted guest back. @throws AppError `not_found` */
export async function putGuestBack(branch: Branch, id: string, by: WriteBy): Promise<AnswerOf<typeof putBack>> {
  const { hours } = bookSettings();
  const input: Omit<PutBackInput, "file" | "by"> = { hours, id };
  return (await branch.contacts()).bulk(by, "put-back", input);
}
