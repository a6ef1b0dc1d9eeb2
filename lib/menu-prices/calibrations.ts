import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf, QueryOf } from "../api/endpoint";
import { type Caller, mayWorkIn } from "../caller";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import type { VersionRow } from "../menu-versions/in-force";
import { menuInWords } from "../menu-versions/words";
import { requireMayChange } from "../menus/versions/rights";
import { menuNow } from "../queue/menu-choice";
import { isOfAnotherBranch, MENUS, menuPath } from "../queue/menu-files";
import { matchFields, type PriceField } from "./calibration";
import type { readCalibration as readContract, saveCalibration as saveContract } from "./contract";
import { calibrationOf } from "./kept-calibration";
import { numbersOfVersion, versionToRead } from "./of-version";

/**
 * The numbers of the menu that guests get under a name, with what was said of them.
 * @throws AppError `not_found` for a name that leads elsewhere, or has no version yet
 */
export async function readCalibration(
  branch: Branch,
  { pdf, docKey }: QueryOf<typeof readContract>,
  caller: Caller,
): Promise<AnswerOf<typeof readContract>> {
  const named = menuPath(pdf ?? `${MENUS}/${docKey}.pdf`);
  const menu = named && !isOfAnotherBranch(named, branch.key) ? await menuNow(named, branch.key) : null;
  if (!menu)
    throw new AppError(
      "not_found",
      "Guests get no menu by this name. Nothing was changed. Choose Calibrate beside a menu under Menu price editor.",
    );
  if (!menu.version) throw new AppError("not_found", OF_FOLDER);
  const version = await versionToRead(menu.version.id, caller);
  const { number, fields } = calibrationOf((await hubStore()).sql, version);
  const { matched, lost } = matchFields(await numbersOfVersion(version), fields);
  const { id, name, pages } = version;
  return {
    version: { id, name, number: version.number, pages: pages ?? 1, menu: menuInWords(version) },
    number,
    prices: matched.map(({ price, state, field, has_moved }) => ({
      ...price,
      state,
      has_moved,
      name: field?.name ?? "",
      code: field?.code ?? "",
    })),
    lost: lost.map(({ name: dish, code, beside, page }) => ({ name: dish, code, beside, page })),
    may_change: version.branch === "" ? caller.branches === null : mayWorkIn(caller.branches, version.branch),
  };
}

const OF_FOLDER =
  "This menu is a file of the menus folder, which nobody has looked into. Nothing was changed. Upload it under Menu price editor and publish it, then open this page again.";

/**
 * Keeps what somebody says of a menu's numbers; what was said before stays beside it.
 * @throws AppError `not_found`, `branch_forbidden`, `invalid_request`, `conflict` where somebody else was quicker
 */
export async function saveCalibration(
  body: BodyOf<typeof saveContract>,
  by: WriteBy,
  caller: Caller,
): Promise<AnswerOf<typeof saveContract>> {
  const version = await versionToRead(body.version_id, caller);
  requireMayChange(version, caller);
  const numbers = await numbersOfVersion(version);
  const said = body.fields.map(({ id, ...field }): PriceField => {
    const found = numbers.find((one) => one.id === id);
    if (!found) throw new AppError("invalid_request", "There is no such number on this menu. Nothing was changed. Open the page again.");
    return { ...field, page: found.page, beside: found.beside, box: found.box };
  });
  const hub = await hubStore();
  const before = matchFields(numbers, calibrationOf(hub.sql, version).fields);
  const fields = [...said, ...(body.forget_lost ? [] : before.lost)];
  return hub.write(by, async (tx): Promise<Outcome<AnswerOf<typeof saveContract>>> => {
    const number = await nextOf(tx, version, body.seen);
    const { key, language, branch } = version;
    const id = uuid();
    const row = { id, key, language, branch, number, fields: JSON.stringify(fields), made_at: timestamp(), made_by: by.actor.id };
    await tx.menuCalibration.create({ data: row });
    const prices = said.filter(({ kind }) => kind === "price").length;
    const menu = menuInWords(version);
    return {
      answer: { message: `${prices} ${prices === 1 ? "price" : "prices"} of ${menu} ${prices === 1 ? "is" : "are"} confirmed.`, number },
      happened: [{ kind: "menu.calibrated", subjects: [id], payload: { menu, number, prices, others: said.length - prices } }],
    };
  });
}

async function nextOf(tx: Tx<"hub">, { key, language, branch }: VersionRow, seen: number): Promise<number> {
  const last = await tx.menuCalibration.findFirst({ where: { key, language, branch }, orderBy: { number: "desc" } });
  const number = last?.number ?? 0;
  if (number === seen) return number + 1;
  throw new AppError(
    "conflict",
    "Somebody else has said something of this menu since. Nothing was changed. Open the page again, and say it once more.",
  );
}
