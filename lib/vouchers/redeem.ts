import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { type BranchKey, branchName } from "../known-branches";
import { dayAndTime, longDate } from "../shown-dates";
import { looksLikeCode, readCode } from "./codes";
import type { Verdict } from "./contract";
import { voucherKeys } from "./keys";
import { redemptionOf, today, voucherWithSerial } from "./list";
import { shownSerial } from "./shown-serial";
import { readSerial, stateOf, takeBackUntil } from "./voucher";
import type { VoucherRow } from "./vouchers-step";
import { worthOf } from "./worth";

const FORGED: Verdict = {
  state: "forged",
  message: "This is no voucher of ours: its signature is wrong. Do not redeem it.",
  voucher: null,
};
const UNKNOWN: Verdict = {
  state: "unknown",
  message: "There is no voucher with this number. Read the number below the offer again, or scan the code.",
  voucher: null,
};
const NOT_HERE: Verdict = {
  state: "unknown",
  message: "We have signed this voucher, but this server does not know it any more. Ask the person who keeps the server.",
  voucher: null,
};

/** What a scanned code, or a number that was typed, is worth now. @param who the id of whoever asks: their own redemption can be taken back */
export async function verifyVoucher(code: string, who: string): Promise<Verdict> {
  const found = await rowOf(code);
  return "state" in found ? found : verdictOn(found, who);
}

/** The voucher of a code or a typed number, else the verdict on what is none of ours. */
export async function rowOf(code: string): Promise<VoucherRow | Verdict> {
  const { sql } = await hubStore();
  const keys = await voucherKeys();
  if (looksLikeCode(code)) {
    const terms = keys && readCode(code, keys.codes);
    return terms ? (voucherWithSerial(sql, terms.serial) ?? NOT_HERE) : FORGED;
  }
  return voucherWithSerial(sql, readSerial(code)) ?? UNKNOWN;
}

function verdictOn(row: VoucherRow, who: string): Verdict {
  const { serial, name: guest, percent, prize, branch, valid_until } = row;
  const used = redemptionOf(row);
  const state = stateOf(row, today());
  const shown = shownSerial(serial);
  const words = {
    valid: `Voucher ${shown} is valid: ${worthOf(row)} for ${guest}. Redeem it when the bill is made.`,
    expired: `Voucher ${shown} has expired: it counted until ${longDate(valid_until)}.`,
    used: used ? `Voucher ${shown} was used already, ${placeAndTime(used)}.` : "",
  };
  return {
    state,
    message: words[state],
    voucher: { serial, guest, percent, prize, branch, valid_until, used, take_back_until: takeBackUntil(row, who) },
  };
}

function placeAndTime({ at, branch, by }: { at: string; branch: string; by: string }): string {
  return `in ${branchName(branch)}, ${dayAndTime(at, env().TIME_ZONE)}${by ? `, by ${by}` : ""}`;
}

/**
 * Takes a voucher, once in the whole group: the hub's one row decides between two who scan it in the same moment.
 * @throws AppError `conflict` with the verdict for one that was used or has expired, `not_found` for one that is not ours
 */
export async function redeemVoucher(branch: Branch, code: string, by: WriteBy): Promise<Verdict & { ok: true }> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const found = await rowOf(code);
    if ("state" in found) throw new AppError("not_found", found.message, { fields: { state: found.state } });
    const taken = await tx.voucher.findUnique({ where: { id: found.id } });
    const used_by_name = taken?.used_by ? ((await tx.user.findUnique({ where: { id: taken.used_by } }))?.name ?? null) : null;
    const { used_at = null, used_in: place = null, used_by = null } = taken ?? {};
    const verdict = verdictOn({ ...found, used_at, used_in: place, used_by, used_by_name }, by.actor.id);
    if (verdict.state !== "valid") {
      throw new AppError("conflict", `${verdict.message} Do not redeem it again.`, { fields: { ...verdict } });
    }
    const used_in: BranchKey = branch.key;
    const use = { used_at: timestamp(), used_in, used_by: by.actor.id };
    await tx.voucher.update({ where: { id: found.id }, data: use });
    const name = (await tx.user.findUnique({ where: { id: by.actor.id } }))?.name ?? null;
    const { serial } = found;
    const answer = verdictOn({ ...found, ...use, used_by_name: name }, by.actor.id);
    const message = `Voucher ${shownSerial(serial)} is redeemed: ${worthOf(found)} for ${found.name}.`;
    return {
      answer: { ...answer, ok: true as const, message },
      happened: [{ kind: "voucher.redeemed", subjects: [found.id, found.guest_id], payload: { serial, used_in } }],
    };
  });
}
