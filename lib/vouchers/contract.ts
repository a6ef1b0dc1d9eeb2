import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { calendarDate, instant } from "../calendar-date";
import { cleanPhones, cleanText } from "../clean-text";

/** When and where a voucher was used, and who redeemed it. */
const use = z.object({ at: z.string(), branch: z.string(), by: z.string() });

/** One voucher of somebody, with the addresses of its picture: below the API, signed, for a quarter of an hour at least. */
export const voucherFile = z.object({
  id: z.string(),
  /** `birthday_Maya_9613111111.png` */
  name: z.string(),
  view_url: z.string(),
  download_url: z.string(),
  pdf_url: z.string(),
  thumbnail_url: z.string(),
  /** `vouchers/2026-11-20/birthday_Maya_9613111111.png`, as a message names it. */
  path: z.string(),
  guest: z.string(),
  /** The birthday that it is for. */
  date: z.string(),
  branch: z.string(),
  serial: z.string(),
  percent: z.number(),
  /** What it gives in place of percents. Older servers do not say. */
  prize: z.string().optional(),
  valid_until: z.string(),
  state: z.enum(["valid", "used", "expired"]),
  used: use.nullable(),
});
export type VoucherFile = z.output<typeof voucherFile>;

export const checkVouchers = endpoint({
  method: "GET",
  path: "/vouchers/check",
  summary: "The vouchers of a guest, the newest first, by any of the guest's phones; a name may have been corrected since.",
  permission: "nav_guest_search",
  about: "none",
  query: z.object({
    name: z.string().overwrite(cleanText).max(200).default(""),
    phone: z.string().overwrite(cleanPhones).max(400).default(""),
  }),
  answer: z.object({ files: z.array(voucherFile) }),
});

export const listVouchers = endpoint({
  method: "GET",
  path: "/birthdays/vouchers",
  summary: "The vouchers that the branch has made for birthdays on a date, and how far it is where it is making them.",
  permission: "nav_birthdays",
  query: z.object({ date: calendarDate }),
  answer: z.object({
    files: z.array(voucherFile),
    running: z.object({ job: z.string(), current: z.number(), total: z.number() }).nullable(),
  }),
});

export const makeVouchers = fileEndpoint({
  method: "GET",
  path: "/birthdays/generate-vouchers-stream",
  summary: "Make the vouchers that a date lacks, as a job of the server, and watch it; closing the stream stops nothing.",
  permission: "nav_birthdays",
  ownPagesOnly: true,
  byPlainLink: true,
  query: z.object({ date: calendarDate }),
  gives: "text/event-stream; charset=utf-8",
});

const byId = z.strictObject({ id: z.uuid("There is no such voucher.") });
const signed = z.object({
  expires: z.coerce.number().int().min(0).max(99_999_999_999),
  signature: z.string().regex(/^[\w-]{43}$/, "This address is not signed."),
});
const toSave = { download: z.enum(["0", "1"]).default("0") };

export const voucherImage = fileEndpoint({
  method: "GET",
  path: "/vouchers/{id}/image",
  summary: "A voucher's picture, for whoever holds its signed address.",
  permission: "public",
  about: "none",
  params: byId,
  query: signed.extend(toSave),
  gives: "image/png",
});

export const voucherPdf = fileEndpoint({
  method: "GET",
  path: "/vouchers/{id}/pdf",
  summary: "A voucher as a page to print, for whoever holds its signed address.",
  permission: "public",
  about: "none",
  params: byId,
  query: signed.extend(toSave),
  gives: "application/pdf",
});

export const voucherThumbnail = fileEndpoint({
  method: "GET",
  path: "/vouchers/{id}/thumbnail",
  summary: "A voucher's picture in small, for whoever holds its signed address.",
  permission: "public",
  about: "none",
  params: byId,
  query: signed,
  gives: "image/webp",
});

/** What stands in the QR code, or the number below it as somebody typed it. */
const code = z.string().overwrite(cleanText).min(1, "Scan the voucher, or type its number.").max(300);

export const verifyVoucher = endpoint({
  method: "POST",
  path: "/vouchers/verify",
  worksReadOnly: true,
  summary: "Whether a scanned voucher is valid, was used (where and when), has expired, is forged, or is not known here.",
  permission: { any: ["create_table", "nav_guest_search"] },
  about: "none",
  perMinute: 120,
  body: z.strictObject({ code }),
  answer: z.object({
    state: z.enum(["valid", "used", "expired", "forged", "unknown"]),
    /** What it means and what to do, in a sentence. */
    message: z.string(),
    voucher: z
      .object({
        serial: z.string(),
        guest: z.string(),
        percent: z.number(),
        /** As of a voucher's file. */
        prize: z.string().optional(),
        branch: z.string(),
        valid_until: z.string(),
        used: use.nullable(),
        /** Until when the caller, who redeemed it, may take that back; null for everybody else. Older servers do not say. */
        take_back_until: z.string().nullish(),
      })
      .nullable(),
  }),
});
export type Verdict = z.output<typeof verifyVoucher.answer>;

export const redeemVoucher = endpoint({
  method: "POST",
  path: "/vouchers/redeem",
  summary: "Redeem a voucher, once in the whole group. 409 with where and when for a second time, and for one that has expired.",
  permission: { any: ["create_table", "nav_guest_search"] },
  about: "restaurant",
  perMinute: 120,
  body: z.strictObject({ code }),
  answer: verifyVoucher.answer.extend({ ok: z.literal(true) }),
});

export const takeBackVoucher = endpoint({
  method: "POST",
  path: "/vouchers/take-back",
  summary:
    "Take a redemption of one's own back, within ten minutes: the voucher is as it was before. 403 for somebody else's, 409 when it is too late.",
  permission: { any: ["create_table", "nav_guest_search"] },
  about: "none",
  perMinute: 120,
  /** `used_at`: which redemption is meant, so that a late repeat takes back no newer one. */
  body: z.strictObject({ code, used_at: instant }),
  /** `taken_back` is false where the voucher was not used any more. */
  answer: z.object({ ok: z.literal(true), taken_back: z.boolean(), state: z.enum(["valid", "expired"]), message: z.string() }),
});
