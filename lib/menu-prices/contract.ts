import * as z from "zod";
import { type AnswerOf, endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { menuVersion } from "../menu-versions/contract";
import { FIELD_STATES } from "./calibration";

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const byId = z.strictObject({ id: z.string().overwrite(cleanText).min(1).max(100) });

const menuPrice = z.object({
  id: z.string(),
  /** From 1 on. */
  page: z.number(),
  text: z.string(),
  value: z.number(),
  currency: z.enum(["LBP", "USD", "EUR"]).nullable(),
  /** What else stands on its line, as people read it from left to right. */
  beside: z.string(),
  /** A currency, or a form that only prices have, says that it is one. */
  is_sure: z.boolean(),
  /** In parts of its page, from the upper left corner. */
  box,
});
export type MenuPrice = AnswerOf<typeof menuPrices>["prices"][number];

export const menuPrices = endpoint({
  method: "GET",
  path: "/menus/versions/{id}/prices",
  summary: "The numbers of a version that may be prices, with their places. 400 with the reason for a scan and the like.",
  permission: "nav_menu_prices",
  takesLong: true,
  perMinute: 60,
  params: byId,
  answer: z.object({
    /** `is_sure` follows what was said of them, where somebody has (calibration). */
    prices: z.array(menuPrice.extend({ name: z.string(), code: z.string() })),
    /** Dishes that somebody has named and whose price is not found in this version. */
    lost: z.array(z.string()),
  }),
});

/** Of one price what it says: digits and their marks. */
const newPrice = z.strictObject({
  id: z.string().overwrite(cleanText).min(1).max(40),
  text: z.string().overwrite(cleanText).min(1, "Write the new price.").max(20),
});

export const changeMenuPrices = endpoint({
  method: "POST",
  path: "/menus/versions/{id}/prices",
  summary:
    "A draft with other prices, all or none, compared with the old one before it is kept. 409 with `guards` for what must be accepted.",
  permission: "nav_menu_prices",
  takesLong: true,
  perMinute: 20,
  params: byId,
  body: z.strictObject({
    changes: z.array(newPrice).min(1, "Change a price first.").max(500),
    name: z.string().overwrite(cleanText).min(1, "Give the new version a name.").max(80),
    /** The prices whose guard was seen: more than a quarter dearer or cheaper, or nothing. */
    accepted: z.array(z.string().overwrite(cleanText).max(40)).max(500).default([]),
  }),
  answer: z.object({ message: z.string(), version: menuVersion }),
});

const field = z.object({
  name: z.string(),
  code: z.string(),
});

export const readCalibration = endpoint({
  method: "GET",
  path: "/menus/calibration",
  summary: "The numbers of a menu that guests get: which are prices, of which dishes, and what is not found any more.",
  permission: "nav_menu_calibrator",
  takesLong: true,
  perMinute: 60,
  query: z.object({
    /** A menu of the menus' folder as messages name it, such as `menus/menu.pdf`; without it the one of `docKey`. */
    pdf: z.string().overwrite(cleanText).max(300).optional(),
    docKey: z.string().overwrite(cleanText).min(1).max(60).default("menu"),
  }),
  answer: z.object({
    version: z.object({ id: z.string(), name: z.string(), number: z.number(), pages: z.number(), menu: z.string() }),
    /** How often something was said of this menu; 0 for never. */
    number: z.number(),
    prices: z.array(menuPrice.extend({ ...field.shape, state: z.enum(FIELD_STATES), has_moved: z.boolean() })),
    /** Dishes whose price is not on the menu any more, by the line on which it stood. */
    lost: z.array(field.extend({ beside: z.string(), page: z.number() })),
    may_change: z.boolean(),
  }),
});

export const saveCalibration = endpoint({
  method: "PUT",
  path: "/menus/calibration",
  summary: "Say which numbers of a menu are prices, and of which dishes. 409 where somebody else has since.",
  permission: "nav_menu_calibrator",
  takesLong: true,
  perMinute: 60,
  body: z.strictObject({
    version_id: z.string().overwrite(cleanText).min(1).max(100),
    /** The `number` that was read. */
    seen: z.int().min(0).max(1_000_000),
    fields: z
      .array(
        z.strictObject({
          id: z.string().overwrite(cleanText).min(1).max(40),
          /** `other`: a number that is no price, such as a phone or a year. */
          kind: z.enum(["price", "other"]),
          name: z.string().overwrite(cleanText).max(120).default(""),
          code: z.string().overwrite(cleanText).max(40).default(""),
        }),
      )
      .max(2_000),
    /** Dishes that are not found any more are forgotten; else they stay, to be found in a later version. */
    forget_lost: z.boolean().default(false),
  }),
  answer: z.object({ message: z.string(), number: z.number() }),
});
