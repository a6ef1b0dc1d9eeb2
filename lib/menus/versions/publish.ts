import type { AnswerOf, BodyOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import { timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { AppError } from "../../errors";
import type { Outcome } from "../../events";
import type { endOwnMenu as endContract, publishMenu as publishContract } from "../../menu-versions/contract";
import { hasVersionFile, removeVersionFile } from "../../menu-versions/files";
import { type MenuPlace, menuDay } from "../../menu-versions/in-force";
import { menuInWords, versionInWords } from "../../menu-versions/words";
import { longDate } from "../../shown-dates";
import { keepFolderFile } from "../folder-file";
import { requireMayChange, visibleVersion } from "./rights";

type Changed = AnswerOf<typeof publishContract>;

const conflict = (sentence: string) => new AppError("conflict", sentence);

/**
 * From a business day on guests get this version. The file that they got from the folder so far is a version too, so that it can
 * come back.
 * @throws AppError `not_found`, `branch_forbidden`, `invalid_request` for a day that is over, `conflict` where its file is gone
 */
export async function publishMenu(id: string, body: BodyOf<typeof publishContract>, by: WriteBy, caller: Caller): Promise<Changed> {
  const hub = await hubStore();
  const version = visibleVersion(hub.sql, id, caller);
  requireMayChange(version, caller);
  if (!hasVersionFile(version.sha256))
    throw conflict("The file of this version is not on this server any more. Nothing was changed. Upload the same file again.");
  const today = menuDay();
  const counts_from = body.counts_from ?? today;
  if (counts_from < today) throw new AppError("invalid_request", PAST, { issues: [{ path: "counts_from", message: PAST }] });
  await keepFolderFile(version);
  return hub.write(by, async (tx): Promise<Outcome<Changed>> => {
    await requireThere(tx, id);
    const { key, language, branch } = version;
    await tx.menuPublication.create({ data: { key, language, branch, version_id: id, counts_from, at: timestamp(), by: by.actor.id } });
    const words = { menu: menuInWords(version), version: versionInWords(version) };
    const when = counts_from === today ? "from now on" : `from ${longDate(counts_from)}`;
    return {
      answer: { message: `Guests get ${words.version} of ${words.menu} ${when}.` },
      happened: [{ kind: "menu.published", subjects: [id], payload: { ...words, sha256: version.sha256, counts_from } }],
    };
  });
}

const PAST = "This day is over. Nothing was changed. Choose today or a day to come.";

async function requireThere(tx: Tx<"hub">, id: string): Promise<void> {
  if (await tx.menuVersion.findUnique({ where: { id } })) return;
  throw new AppError("not_found", "Somebody has discarded this version. Nothing was changed. Open the list again.");
}

/** A version does not count from the days to come for which it was planned. @throws AppError `not_found`, `conflict` */
export async function withdrawMenu(id: string, by: WriteBy, caller: Caller): Promise<Changed> {
  const hub = await hubStore();
  const version = visibleVersion(hub.sql, id, caller);
  requireMayChange(version, caller);
  return hub.write(by, async (tx): Promise<Outcome<Changed>> => {
    const planned = { version_id: id, withdrawn_at: null, counts_from: { gt: menuDay() } };
    const { count } = await tx.menuPublication.updateMany({
      where: planned,
      data: { withdrawn_at: timestamp(), withdrawn_by: by.actor.id },
    });
    if (count === 0) throw conflict("This version waits for no day to come. Nothing was changed. Publish the one that guests are to get.");
    const words = { menu: menuInWords(version), version: versionInWords(version) };
    const message = `${words.version} of ${words.menu} does not count from the day that was planned.`;
    return { answer: { message }, happened: [{ kind: "menu.withdrawn", subjects: [id], payload: words }] };
  });
}

/** A draft goes, with its file. @throws AppError `not_found`, `conflict` for what counted, was planned, or came out of the folder */
export async function discardMenu(id: string, by: WriteBy, caller: Caller): Promise<Changed> {
  const hub = await hubStore();
  const version = visibleVersion(hub.sql, id, caller);
  requireMayChange(version, caller);
  const words = { menu: menuInWords(version), version: versionInWords(version) };
  return hub.write(by, async (tx): Promise<Outcome<Changed>> => {
    await requireThere(tx, id);
    const isKept = version.source === "folder" || (await tx.menuPublication.count({ where: { version_id: id } })) > 0;
    if (isKept) throw conflict("Guests may have received this version, so it stays. Nothing was changed.");
    await tx.menuVersion.delete({ where: { id } });
    // Within the write, of which there is one at a time: else the same file, uploaded in this moment, would lose it.
    if ((await tx.menuVersion.count({ where: { sha256: version.sha256 } })) === 0) removeVersionFile(version.sha256);
    const message = `${words.version} of ${words.menu} is discarded. No guest had received it.`;
    return { answer: { message }, happened: [{ kind: "menu.discarded", subjects: [id], payload: { ...words, sha256: version.sha256 } }] };
  });
}

/** From today on a branch sends the group's menu again. @throws AppError `conflict` where it has none of its own */
export async function endOwnMenu(
  branch: Branch,
  { key, language }: BodyOf<typeof endContract>,
  by: WriteBy,
  caller: Caller,
): Promise<Changed> {
  const place: MenuPlace = { key, language, branch: branch.key };
  requireMayChange(place, caller);
  const hub = await hubStore();
  return hub.write(by, async (tx): Promise<Outcome<Changed>> => {
    const today = menuDay();
    const order = [{ counts_from: "desc" }, { seq: "desc" }] as const;
    const where = { ...place, withdrawn_at: null, counts_from: { lte: today } };
    const last = await tx.menuPublication.findFirst({ where, orderBy: [...order] });
    if (!last?.version_id) throw conflict(`There is no ${menuInWords(place)} that counts today. Nothing was changed.`);
    await tx.menuPublication.create({ data: { ...place, version_id: null, counts_from: today, at: timestamp(), by: by.actor.id } });
    const message = `There is no ${menuInWords(place)} of its own any more: guests get the group's from now on. Its versions stay.`;
    return { answer: { message }, happened: [{ kind: "menu.own_ended", subjects: [branch.key], payload: { menu: menuInWords(place) } }] };
  });
}
