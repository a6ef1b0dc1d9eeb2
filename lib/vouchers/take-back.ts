import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { branchName } from "../known-branches";
import { dayAndTime } from "../shown-dates";
import type { takeBackVoucher as contract } from "./contract";
import { today } from "./list";
import { rowOf } from "./redeem";
import { shownSerial } from "./shown-serial";
import { stateOf, takeBackUntil } from "./voucher";

/** The columns that a redemption writes, as they are without one. */
const UNUSED = { used_at: null, used_in: null, used_by: null };

/**
 * Takes a redemption back, for whoever made it and for ten minutes by the server's clock; a redemption writes nothing but the voucher's own
 * row. What is not used any more is answered as done. The answer is kept for the key, so it says no guest's name.
 * @param asked the code, and which redemption is meant: a repeat that comes late takes back no newer one
 * @throws AppError `not_found` for what is no voucher of ours, `forbidden` for somebody else's redemption, `conflict` for another one or an old one
 */
export async function takeBackVoucher({ code, used_at }: BodyOf<typeof contract>, by: WriteBy): Promise<AnswerOf<typeof contract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const found = await rowOf(code);
    if ("state" in found) throw new AppError("not_found", found.message, { fields: { state: found.state } });
    const row = await tx.voucher.findUniqueOrThrow({ where: { id: found.id } });
    const shown = shownSerial(row.serial);
    const state = stateOf({ ...row, ...UNUSED }, today()) === "expired" ? ("expired" as const) : ("valid" as const);
    const standing = state === "valid" ? "It may be used again." : "It has expired meanwhile.";
    const answer = { ok: true as const, taken_back: row.used_at !== null, state };
    if (row.used_at === null) {
      return { answer: { ...answer, message: `Voucher ${shown} is not used. ${standing}` }, happened: [] };
    }
    const place = branchName(row.used_in ?? "");
    const used = `in ${place}, ${dayAndTime(row.used_at, env().TIME_ZONE)}`;
    if (row.used_by !== by.actor.id) {
      throw new AppError(
        "forbidden",
        `Somebody else redeemed voucher ${shown}, ${used}: only they can take that back. Nothing was changed.`,
      );
    }
    if (row.used_at !== used_at) {
      throw new AppError(
        "conflict",
        `Voucher ${shown} was redeemed again since, ${used}. Nothing was changed. Check it again to take that back.`,
      );
    }
    if (takeBackUntil(row, by.actor.id) === null) {
      throw new AppError(
        "conflict",
        `Voucher ${shown} was redeemed more than ten minutes ago, ${used}: it stays used. Nothing was changed. Tell whoever manages the restaurant.`,
      );
    }
    await tx.voucher.update({ where: { id: row.id }, data: UNUSED });
    const payload = { serial: row.serial, used_in: row.used_in ?? "", used_at };
    return {
      answer: { ...answer, message: `The redemption of voucher ${shown} was taken back. ${standing}` },
      happened: [{ kind: "voucher.taken_back", subjects: [row.id, row.guest_id], payload }],
    };
  });
}
