import type { AnswerOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import { onceKnown } from "../menu-pdf/known";
import { readPdf } from "../menu-pdf/process";
import type { PriceInPdf } from "../menu-pdf/tasks";
import { hasVersionFile, versionFile } from "../menu-versions/files";
import type { VersionRow } from "../menu-versions/in-force";
import { visibleVersion } from "../menus/versions/rights";
import { matchFields } from "./calibration";
import type { menuPrices } from "./contract";
import { calibrationOf } from "./kept-calibration";

/** A version that the caller may see, whose file is there. @throws AppError `not_found` */
export async function versionToRead(id: string, caller: Pick<Caller, "branches">): Promise<VersionRow> {
  const version = visibleVersion((await hubStore()).sql, id, caller);
  if (hasVersionFile(version.sha256)) return version;
  throw new AppError("not_found", "The file of this version is not on this server any more. Upload the same file again.");
}

/** The numbers of a version, pages from 1 on. @throws AppError `invalid_request` with why none can be changed */
export async function numbersOfVersion({ sha256 }: Pick<VersionRow, "sha256">): Promise<PriceInPdf[]> {
  const prices = await onceKnown("prices", sha256, () => readPdf<"prices">({ step: "prices", file: versionFile(sha256) }));
  return prices.map((one) => ({ ...one, page: one.page + 1 }));
}

/** The same, with what was said of them. @throws AppError `not_found` too */
export async function pricesOfVersion(id: string, caller: Pick<Caller, "branches">): Promise<AnswerOf<typeof menuPrices>> {
  const version = await versionToRead(id, caller);
  const { fields } = calibrationOf((await hubStore()).sql, version);
  const { matched, lost } = matchFields(await numbersOfVersion(version), fields);
  return {
    prices: matched.map(({ price, field }) => {
      return { ...price, is_sure: field ? field.kind === "price" : price.is_sure, name: field?.name ?? "", code: field?.code ?? "" };
    }),
    lost: lost.filter(({ kind }) => kind === "price").map(({ name, beside }) => name || beside),
  };
}
