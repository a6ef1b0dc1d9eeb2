import { env } from "../../env";
import type { BranchKey } from "../../known-branches";
import { codeOf } from "../../vouchers/codes";
import { openPress, prizeLines } from "../../vouchers/draw";
import { keepPicture } from "../../vouchers/keep-picture";
import { voucherKeys } from "../../vouchers/keys";
import { isDrawn } from "../../vouchers/png-and-pdf";

/** A voucher of a prize as the hub keeps it. */
interface PrizeVoucher {
  serial: string;
  branch: BranchKey;
  percent: number;
  prize: string;
  name: string;
  valid_until: string;
  file: string;
}

/** Draws a prize's voucher where its picture is not there. */
export async function drawPrize(voucher: PrizeVoucher): Promise<void> {
  const keys = await voucherKeys();
  if (!keys || isDrawn(voucher)) return;
  const { serial, branch, percent, name, prize, valid_until: validUntil } = voucher;
  const terms = { serial, branch, percent, validUntil };
  const face = { ...terms, group: env().GROUP_NAME, name, prize: (await prizeLines(prize)) ?? { lines: [], size: 0 } };
  await keepPicture(voucher, await openPress()(face, codeOf(terms, keys.codes)), FULL);
}

const FULL = "The disk is full. The voucher is issued and has no picture yet. Free some space on the server, then give it again.";
