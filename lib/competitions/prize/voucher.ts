import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import { timestamp } from "../../clock";
import { bySystem, stepOf, type WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { branchStore, hubStore } from "../../db/find-store";
import { env } from "../../env";
import { AppError, isAppError } from "../../errors";
import type { Happening } from "../../events";
import { addDays } from "../../local-time";
import { log } from "../../log";
import { readPhones } from "../../phones";
import { enqueueMessages } from "../../queue/enqueue";
import { failpoint } from "../../test-hooks";
import { ensureVoucherKeys } from "../../vouchers/ensure-keys";
import { today } from "../../vouchers/list";
import { shownSerial } from "../../vouchers/shown-serial";
import { newSerial, prizeFile } from "../../vouchers/voucher";
import type { giveVoucher as contract } from "../contract";
import { placeIn } from "../draw";
import { countUp, requireVersion } from "../make";
import { type CompetitionRow, type PlaceRow, placesOf, toldOf, winnersNow } from "../rows";
import { requireAllOf, visibleCompetition } from "../visible";
import { drawPrize } from "./draw-voucher";
import { publishWinners } from "./publish-winners";
import { winnerMessage } from "./words";

type Answer = AnswerOf<typeof contract>;

const conflict = (sentence: string) => new AppError("conflict", `${sentence} Nothing was changed.`);

/**
 * Issues a winner's voucher, once, draws it, and tells the winner where they take messages. Asked again it only does what is left of that.
 * @throws AppError `not_found`, `branch_forbidden`, `conflict`
 */
export async function giveVoucher(
  { id, place }: { id: string; place: string },
  { version, tell }: BodyOf<typeof contract>,
  by: WriteBy,
  caller: Caller,
): Promise<Answer> {
  const hub = await hubStore();
  const row = visibleCompetition(hub.sql, id, caller);
  requireAllOf(row, caller);
  const first = requireReady(row, placesOf(hub.sql, id), place);
  // Where a stop came between voucher and message, the same call does the rest: by then the competition has changed by itself.
  if (first.voucher_id === "") requireVersion(row, version);
  await publishWinners(first.guest_branch); // the voucher is of a guest whom the book knows
  await ensureVoucherKeys(by);
  const voucher = await hub.write(stepOf(by), async (tx) => {
    const known = await tx.competitionPlace.findUniqueOrThrow({ where: { id: place } });
    const now = visibleCompetition(hub.sql, id, caller);
    requireReady(now, placesOf(hub.sql, id), place);
    if (known.voucher_id !== "") return { answer: await tx.voucher.findUniqueOrThrow({ where: { id: known.voucher_id } }), happened: [] };
    return issue(tx, now, { ...first, guest_id: known.guest_id });
  });
  failpoint("competition-voucher:issued");
  await drawPrize(voucher).catch((error: unknown) => log().warn({ err: error }, "a prize's voucher was not drawn"));
  const told = tell ? await tellWinner(row, first, voucher) : { told: "none" as const, told_why: "" };
  failpoint("competition-voucher:told");
  return hub.write(by, async (tx) => {
    const now = visibleCompetition(hub.sql, id, caller);
    const happened: Happening[] = [];
    if (told.told !== "none") {
      await tx.competitionPlace.update({ where: { id: place }, data: { told: told.told, told_why: told.told_why } });
      happened.push({
        kind: "competition.winner_told",
        subjects: [id, place],
        payload: { ...toldOf(now), position: first.position, told: told.told },
      });
    }
    const message = `Voucher ${shownSerial(voucher.serial)} is issued for ${first.guest_name}.${inWords(told)}`;
    return { answer: { ok: true, message, id, version: now.version, state: now.state, ...told }, happened };
  });
}

type Told = Pick<Answer, "told" | "told_why">;

const inWords = ({ told, told_why }: Told) =>
  told === "queued" ? " WhatsApp brings the message." : told === "call" ? ` No message goes: ${told_why} Call them.` : "";

/** @throws AppError `not_found`, `conflict` where no voucher can be given */
function requireReady(row: CompetitionRow, places: readonly PlaceRow[], id: string): PlaceRow {
  const place = placeIn(places, id);
  if (row.state !== "VERIFIED") throw conflict("Verify the winners by hand first, and say so: then vouchers are issued.");
  if (!winnersNow(places, row.winners).some((one) => one.id === id)) throw conflict("Only a winner who counts now is given a prize.");
  if (place.guest_name === "" || place.guest_phones === "") throw conflict("Say first which guest this winner is.");
  return place;
}

async function issue(tx: Tx<"hub">, row: CompetitionRow, place: PlaceRow) {
  const numbers = readPhones(place.guest_phones, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
  const [number] = numbers;
  if (!number) throw conflict("This guest has no number by which the voucher could be found.");
  const date = today();
  const serial = newSerial();
  const terms = { serial, date, branch: place.guest_branch, percent: 0, valid_until: addDays(date, row.voucher_days) };
  const { digits, key, calling_code } = number;
  const voucher = await tx.voucher.create({
    data: {
      ...{ id: uuid(), ...terms, prize: row.prize, prize_of: place.id, guest_id: place.guest_id, name: place.guest_name },
      ...{ digits, key, calling_code, file: prizeFile(date, serial), issued_at: timestamp() },
      numbers: { create: numbers.map((one) => ({ digits: one.digits, key: one.key, calling_code: one.calling_code })) },
    },
  });
  await tx.competitionPlace.update({ where: { id: place.id }, data: { voucher_id: voucher.id } });
  await countUp(tx, row);
  const happened: Happening[] = [
    { kind: "voucher.issued", subjects: [voucher.id, place.guest_id].filter(Boolean), payload: terms },
    { kind: "competition.voucher_given", subjects: [row.id, place.id], payload: { ...toldOf(row), position: place.position, serial } },
  ];
  return { answer: voucher, happened };
}

/** The server sends in nobody's name: what the message says was decided by whoever gave the prize. */
const HOUSE: Caller = { requirePermission: () => {}, requireBranch: () => {}, branches: null };

/** Into the queue, once for each place; the queue itself leaves out who wants no messages. */
async function tellWinner(
  { title, prize }: CompetitionRow,
  { id, guest_branch, guest_name, guest_phones, guest_language }: PlaceRow,
  { serial, valid_until }: { serial: string; valid_until: string },
): Promise<Told> {
  const branch = {
    key: guest_branch,
    contacts: () => branchStore(guest_branch, "contacts"),
    table: () => branchStore(guest_branch, "table"),
  };
  const message = winnerMessage(guest_language, { prize, title, serial, valid_until });
  const items = [{ name: guest_name, phone: guest_phones, message, branch: guest_branch }];
  const by = { ...bySystem("competitions"), receipt: { key: `competition prize ${id}`, body_hash: "", status: 200 } };
  const until = new Date(`${valid_until}T20:00:00Z`).toISOString();
  try {
    const { enqueued, skipped, invalid } = await enqueueMessages(branch, { items, campaign: "service" }, by, HOUSE, { until });
    if (enqueued > 0) return { told: "queued", told_why: "" };
    return { told: "call", told_why: [...skipped, ...invalid][0]?.reason ?? "It could not be queued." };
  } catch (error) {
    if (isAppError(error) && (error.code === "invalid_request" || error.code === "branch_closed"))
      return { told: "call", told_why: error.message };
    throw error;
  }
}
