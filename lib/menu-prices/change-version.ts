import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { AppError, type Issue } from "../errors";
import type { Outcome } from "../events";
import { onceKnown } from "../menu-pdf/known";
import { numbersIn, readPrice } from "../menu-pdf/prices/price-text";
import { readPdf } from "../menu-pdf/process";
import type { PriceChanged, PriceInPdf } from "../menu-pdf/tasks";
import { hasVersionFile, keepVersionFile, sizeOfVersion, versionFile } from "../menu-versions/files";
import { menuDay, type VersionRow } from "../menu-versions/in-force";
import { nextNumber } from "../menu-versions/of-folder";
import { menuInWords, versionInWords } from "../menu-versions/words";
import { shownVersion } from "../menus/versions/list";
import { requireMayChange } from "../menus/versions/rights";
import type { changeMenuPrices as contract } from "./contract";
import { numbersOfVersion, versionToRead } from "./of-version";

type Changed = AnswerOf<typeof contract>;

/** More than so much dearer or cheaper, in parts, is accepted one by one: a zero is typed too many as quickly as one too few. */
const MUCH = 0.25;

/**
 * Makes a draft of a version with other prices: all of them, or none.
 * @throws AppError `not_found`, `branch_forbidden`, `invalid_request` with why a price cannot be changed, `conflict` with `guards`
 */
export async function changeMenuPrices(id: string, body: BodyOf<typeof contract>, by: WriteBy, caller: Caller): Promise<Changed> {
  const of = await versionToRead(id, caller);
  requireMayChange(of, caller);
  const { key, language, branch } = of;
  const place = { key, language, branch };
  const file = versionFile(of.sha256);
  const prices = await numbersOfVersion(of);
  requireNumbers(body.changes, prices);
  requireAccepted(body, prices);
  const wanted = body.changes.map(({ id: price, text }) => ({ id: price, text }));
  const asked = `${of.sha256} ${JSON.stringify(wanted)}`;
  const { sha256, done } = await onceKnown(
    "changes",
    asked,
    () => changed(file, wanted),
    (known) => hasVersionFile(known.sha256),
  );
  if (done.length === 0)
    throw new AppError("invalid_request", "Every price says this already. Nothing was changed. Write another price first.");
  const hub = await hubStore();
  return hub.write(by, async (tx): Promise<Outcome<Changed>> => {
    const known = await tx.menuVersion.findFirst({ where: { ...place, sha256 } });
    const changes = done.map(({ id: _, page, ...one }) => ({ ...one, page: page + 1 }));
    const bytes = sizeOfVersion(sha256);
    if (bytes === null) throw new AppError("conflict", "Somebody has just discarded the same menu. Nothing was changed. Try again.");
    const row = {
      id: uuid(),
      ...place,
      number: await nextNumber(tx, place),
      name: body.name,
      sha256,
      bytes,
      pages: of.pages,
      links: of.links,
    };
    const made =
      known ??
      (await tx.menuVersion.create({
        data: {
          ...row,
          ...{ source: "prices", made_of: id, changes: JSON.stringify(changes), made_at: timestamp(), made_by: by.actor.id },
        },
      }));
    const version = shownVersion(hub.sql, made as VersionRow, [], menuDay());
    const words = { menu: menuInWords(place), version: versionInWords(version), of: versionInWords(of), sha256 };
    const count = `${changes.length} other ${changes.length === 1 ? "price" : "prices"}`;
    const message = `${words.version} of ${words.menu} is here, with ${count} than ${words.of}. Guests get it once it is published.`;
    const told = changes.map(({ before, text, beside }) => ({ before, text, beside }));
    return {
      answer: { message, version },
      happened: known ? [] : [{ kind: "menu.prices_changed", subjects: [made.id, id], payload: { ...words, changes: told } }],
    };
  });
}

/** Keeps a menu with other prices. @throws AppError `invalid_request` with why one cannot be changed */
async function changed(file: string, changes: { id: string; text: string }[]): Promise<{ sha256: string; done: PriceChanged[] }> {
  let done: PriceChanged[] = [];
  const sha256 = await keepVersionFile(async (out) => {
    done = await readPdf<"change">({ step: "change", file, changes, out });
  });
  return { sha256, done };
}

/** @throws AppError `invalid_request` for what is no price, or changes one twice */
function requireNumbers(changes: BodyOf<typeof contract>["changes"], prices: readonly PriceInPdf[]): void {
  const issues: Issue[] = changes.flatMap(({ id, text }, place) => {
    const [number] = numbersIn(text);
    if (number?.start !== 0 || number.end !== text.length)
      return { path: `changes.${place}.text`, message: `“${text}” is no price. Nothing was changed. Write digits as the menu does.` };
    if (!prices.some((price) => price.id === id))
      return { path: `changes.${place}.id`, message: "There is no such price in this menu. Nothing was changed. Open it again." };
    const isTwice = changes.findIndex((one) => one.id === id) !== place;
    return isTwice ? { path: `changes.${place}.id`, message: "One price is there twice. Nothing was changed. Change it once." } : [];
  });
  if (issues[0]) throw new AppError("invalid_request", issues[0].message, { issues });
}

/** @throws AppError `conflict` for changes that somebody must have seen */
function requireAccepted({ changes, accepted }: BodyOf<typeof contract>, prices: readonly PriceInPdf[]): void {
  const guards = changes.flatMap(({ id, text }) => {
    const price = prices.find((one) => one.id === id);
    const why = price && guardOf(price, readPrice(text).value);
    return why && !accepted.includes(id) ? [{ id, why }] : [];
  });
  if (guards.length === 0) return;
  const sentence = `${guards.length === 1 ? "One price needs" : `${guards.length} prices need`} a second look. Nothing was changed. Accept ${guards.length === 1 ? "it" : "them"}, or write another price.`;
  throw new AppError("conflict", sentence, { fields: { guards } });
}

function guardOf({ value, beside, text }: PriceInPdf, now: number): string | null {
  const what = beside || text;
  if (now === 0) return `${what}: it would cost nothing.`;
  const change = value === 0 ? 0 : now / value - 1;
  if (Math.abs(change) <= MUCH) return null;
  return `${what}: ${Math.round(Math.abs(change) * 100)} % ${change > 0 ? "dearer" : "cheaper"} than ${text}.`;
}
