import type { AnswerOf, QueryOf } from "../../api/endpoint";
import { CAME } from "../../came";
import type { Branch } from "../../db/branch";
import { runBulk } from "../../db/bulk-steps";
import { OCCASIONS, SOURCES } from "../shapes";
import { requireSpan } from "../span";
import type { reservationMeasures } from "./contract";
import type { Measured, MeasuresInput, Sum } from "./measures-step";

/** What reservations come to between two business days, of the store as it stands (docs/design/open-screens.md 2.1). @throws AppError `invalid_request` for more than two years */
export async function measuresOf(
  branch: Branch,
  { from, to }: NonNullable<QueryOf<typeof reservationMeasures>>,
): Promise<AnswerOf<typeof reservationMeasures>> {
  requireSpan(from, to, "to");
  const { file } = await branch.table();
  const input: MeasuresInput = { tables: file, from, to };
  const { sums, capture } = await runBulk<Measured>("measure-reservations", input);
  const isLost = (status: string) => status === "CANCELLED" || status === "NO_SHOW";
  const count = (is: (sum: Sum) => boolean) => sums.filter(is).reduce((all, { bookings }) => all + bookings, 0);
  const covers = (is: (sum: Sum) => boolean) => sums.filter(is).reduce((all, one) => all + one.covers, 0);
  return {
    from,
    to,
    bookings: count(() => true),
    covers: covers(({ status }) => !isLost(status)),
    came: count(({ status }) => CAME.includes(status)),
    no_shows: count(({ status }) => status === "NO_SHOW"),
    cancelled: count(({ status }) => status === "CANCELLED"),
    capture,
    by_source: SOURCES.flatMap((source) => {
      const of = (sum: Sum) => sum.source === source;
      const bookings = count(of);
      if (bookings === 0) return [];
      const no_shows = count((sum) => of(sum) && sum.status === "NO_SHOW");
      return [{ source, bookings, covers: covers((sum) => of(sum) && !isLost(sum.status)), no_shows }];
    }),
    by_occasion: [null, ...OCCASIONS].flatMap((occasion) => {
      const bookings = count((sum) => sum.occasion === occasion);
      return bookings === 0 ? [] : [{ occasion, bookings }];
    }),
  };
}
