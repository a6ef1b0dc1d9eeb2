import { businessDayOf, eveningHours } from "../business-day";
import type { Caller } from "../caller";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { fileNameOf } from "../file-names";
import { awardsOf } from "../guest-page/awards";
import type { PointsLine } from "../guest-page/contract";
import type { FileAnswer } from "../http/file-route";
import { branchName, isBranchKey } from "../known-branches";
import { cardNumber } from "../loyalty/cards";
import { programmeNow } from "../loyalty/programme/programme";
import { dayIn } from "../personal-data/document/sections";
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from "../personal-data/document/words";
import { codeOfCard } from "../rewards/codes";
import { customersNow, type LoyaltyGuest, loyaltyOfGuest } from "../rewards/loyalty-of-guest";
import { ensureVoucherKeys } from "../vouchers/ensure-keys";
import { placeIn } from "../vouchers/shapes";
import { drawStatement, MOST_MOVEMENTS } from "./draw-statement";
import { STATEMENT_WORDS } from "./words";

const languageOf = (wanted: string): DocumentLanguage => DOCUMENT_LANGUAGES.find((one) => one === wanted) ?? "en";

/** A guest's points as a picture, and whose they are. */
export interface Statement {
  contact: LoyaltyGuest["contact"];
  language: DocumentLanguage;
  balance: number;
  /** What the points are called in that language. */
  unit: string;
  picture: Buffer;
}

/**
 * A guest's points as a picture, with the card by which they say yes to a reward. Movements of branches that the caller may not see are left out,
 * as on the guest's page.
 * @throws AppError `not_found` for nobody, and for a guest who never had a point
 */
export async function drawnStatement(branch: Branch, id: string, { branches }: Pick<Caller, "branches">, by: WriteBy): Promise<Statement> {
  const known = await loyaltyOfGuest(branch, id);
  const hub = await hubStore();
  const [customer] = await customersNow(hub.read, known);
  const name = known.contact.name;
  if (!customer) throw new AppError("not_found", `${name || "This guest"} has no points yet, so there is no statement.`);
  const { addresses } = await ensureVoucherKeys(by);
  const { items, total } = awardsOf(hub.sql, known.guest, branches, { after: null, books: [] });
  const language = languageOf(known.contact.language);
  const words = STATEMENT_WORDS[language];
  const rules = programmeNow(hub.sql);
  const face = {
    house: `${env().GROUP_NAME} · ${rules.name}`,
    name,
    balance: total,
    unit: words.points(total, rules.unit),
    asOf: words.asOf(dayIn(language, businessDayOf(now(), eveningHours(env())))),
    lines: items
      .filter(({ type }) => type !== "REDEEM_REWARD")
      .slice(0, MOST_MOVEMENTS)
      .map((line) => movementOf(line, language)),
    nothing: words.nothing,
    cardTitle: words.card,
    cardHint: words.show,
    code: codeOfCard({ customer, number: await cardNumber(hub.read, customer) }, addresses),
    isArabic: language === "ar",
  };
  return { contact: known.contact, language, balance: total, unit: face.unit, picture: await drawStatement(face) };
}

/** The same as a file. @throws AppError `not_found` */
export async function statementOf(branch: Branch, id: string, caller: Pick<Caller, "branches">, by: WriteBy): Promise<FileAnswer> {
  const { contact, picture } = await drawnStatement(branch, id, caller, by);
  const body = Uint8Array.from(picture);
  return { body, length: body.length, fileName: `${fileNameOf(contact.name, "points")}.png` };
}

/** The reason of points by hand is the house's own note, and is not told. */
function movementOf({ at, branch, points, type, reason }: PointsLine, language: DocumentLanguage) {
  const place = isBranchKey(branch) ? placeIn(branchName(branch), language === "ar") : "";
  const isReward = type === "CREATE_REWARD" || type === "DELETE_REWARD";
  const isBack = type === "EXPIRE_POINTS" && points > 0;
  return { day: shortDay(language, at), what: STATEMENT_WORDS[language].line[isBack ? "OTHER" : type](isReward ? reason : place), points };
}

/** `20 November 2026` without its year: the movements are the last ones. */
const shortDay = (language: DocumentLanguage, at: string) => dayIn(language, at).replace(/\s+\d{4}$/, "");
