import { asciiDigits } from "../digits";
import { foldText } from "../fold-text";

/** What somebody has said of a number of a menu: it is the price of a dish, or no price at all. */
export interface PriceField {
  kind: "price" | "other";
  /** The dish, and its code in the house's own lists; both may be empty. */
  name: string;
  code: string;
  /** Where it stood when that was said: pages from 1 on, boxes in parts of the page. */
  page: number;
  beside: string;
  box: Place;
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A number as it is found in a version. */
interface Found {
  page: number;
  beside: string;
  is_sure: boolean;
  box: Place;
}

/** `unmapped`: a number that may be anything; `suggested`: it looks like a price; `conflict`: two fields mean it. */
export const FIELD_STATES = ["unmapped", "suggested", "confirmed", "other", "conflict"] as const;
export type FieldState = (typeof FIELD_STATES)[number];

export interface Matched<Number_ extends Found> {
  price: Number_;
  state: FieldState;
  field: PriceField | null;
  /** It is the same dish, and stands elsewhere than before. */
  has_moved: boolean;
}

/** What of a line says which dish it is: its words, whatever the prices on it say. */
const wordsOf = (beside: string) =>
  foldText(asciiDigits(beside).replace(/[\d.,\u066b\u066c·…_-]+/g, " "))
    .replace(/\s+/g, " ")
    .trim();

/** How far apart, in parts of the page, something stands in the same place. */
const NEAR = 0.01;

/**
 * Finds again in a version what was said of an earlier one: by the words of the line, of several alike by their place; and where a line has no
 * words by its place alone.
 * @returns every number with what is known of it, and the fields that are not found any more
 */
export function matchFields<Number_ extends Found>(
  prices: readonly Number_[],
  fields: readonly PriceField[],
): { matched: Matched<Number_>[]; lost: PriceField[] } {
  const meant = new Map<Number_, PriceField[]>();
  const lost: PriceField[] = [];
  const taken = new Set<Number_>();
  // Those that stand where they stood come first: of two alike each keeps its own.
  const sorted = [...fields].sort((one, other) => distance(one, nearest(prices, one)) - distance(other, nearest(prices, other)));
  for (const field of sorted) {
    const alike = prices.filter(
      (price) => wordsOf(price.beside) === wordsOf(field.beside) && (wordsOf(field.beside) !== "" || distance(field, price) < NEAR),
    );
    const free = alike.filter((price) => !taken.has(price));
    const found = nearest(free.length > 0 ? free : alike, field);
    if (!found) {
      lost.push(field);
      continue;
    }
    taken.add(found);
    meant.set(found, [...(meant.get(found) ?? []), field]);
  }
  const matched = prices.map((price): Matched<Number_> => {
    const [field = null, another] = meant.get(price) ?? [];
    const has_moved = field !== null && distance(field, price) >= NEAR;
    return { price, field, has_moved, state: another ? "conflict" : stateOf(price, field) };
  });
  return { matched, lost };
}

function stateOf({ is_sure }: Found, field: PriceField | null): FieldState {
  if (field) return field.kind === "price" ? "confirmed" : "other";
  return is_sure ? "suggested" : "unmapped";
}

function nearest<Number_ extends Found>(prices: readonly Number_[], field: PriceField): Number_ | undefined {
  return [...prices].sort((one, other) => distance(field, one) - distance(field, other))[0];
}

/** In parts of the page; another page is farther than anything on the same. */
function distance(one: Pick<PriceField, "page" | "box">, other: Pick<Found, "page" | "box"> | undefined): number {
  if (!other) return Number.POSITIVE_INFINITY;
  const [right, left] = [one.box.x + one.box.width, other.box.x + other.box.width];
  // A longer price of the same place has moved one of its edges alone.
  const across = Math.min(Math.abs(one.box.x - other.box.x), Math.abs(right - left));
  return Math.abs(one.page - other.page) * 10 + Math.hypot(across, one.box.y - other.box.y);
}
