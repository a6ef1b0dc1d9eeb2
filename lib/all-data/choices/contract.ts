import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { cleanText } from "../../clean-text";
import { COLUMN_KEYS, type ColumnKey } from "../columns";
import { guestFilters } from "../filters";
import { MOST_VIEWS, PAGE_SIZES, SORTS } from "../orders";

/** Of a filter that is kept: what was looked for by name or phone is of a guest, and stays on the page. */
const { text: _, ...kept } = guestFilters;

const keptText = z.string().overwrite(cleanText).max(200).optional();

/** As they are asked for; a day may be `today`, or `today-90`, so that a view kept today means the same tomorrow. */
const keptFilters = z.strictObject(
  Object.fromEntries(Object.keys(kept).map((name) => [name, keptText])) as Record<keyof typeof kept, typeof keptText>, // of each of them
);
export type KeptFilters = z.output<typeof keptFilters>;

const sort = z.enum(SORTS);

const view = z.strictObject({
  name: z.string().overwrite(cleanText).min(1, "Give the view a name.").max(60),
  filters: keptFilters,
  sort,
});
export type View = z.output<typeof view>;

export const allDataChoices = z.strictObject({
  columns: z.array(z.enum(COLUMN_KEYS as [ColumnKey, ...ColumnKey[]])).max(COLUMN_KEYS.length),
  sort,
  size: z.enum(PAGE_SIZES),
  filters: keptFilters,
  views: z.array(view).max(MOST_VIEWS, `At most ${MOST_VIEWS} views are kept. Remove one first.`),
});
export type AllDataChoices = z.output<typeof allDataChoices>;

export const readChoices = endpoint({
  method: "GET",
  path: "/all-data/choices",
  summary: "Which columns, order, filters and views of one's own somebody chose in All data; null where they never did.",
  permission: "nav_all_data",
  about: "none",
  answer: z.object({ choices: allDataChoices.nullable() }),
});

export const saveChoices = endpoint({
  method: "PUT",
  path: "/all-data/choices",
  worksReadOnly: true,
  summary: "Keep one's own columns, order, filters and views of All data, for every device. No name or phone of a guest is among them.",
  permission: "nav_all_data",
  about: "none",
  body: allDataChoices,
  answer: z.object({ ok: z.literal(true) }),
});
