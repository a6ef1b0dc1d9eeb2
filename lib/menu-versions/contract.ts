import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { cleanText } from "../clean-text";
import { LANGUAGES } from "../languages";
import { LARGEST_MENU } from "../menu-pdf/limits";
import type { Requirement } from "../permissions";
import { switchText } from "../switch-fields";

/** Who decides which menu guests get. */
export const MAY_PUBLISH: Requirement = { all: ["nav_menu_prices", "publish_menus"] };

/** Who sees the pages of a menu. */
export const MAY_LOOK: Requirement = { any: ["nav_menu_prices", "nav_menu_calibrator"] };

export const MENU_LANGUAGES = ["", ...(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])] as const;
export type MenuLanguage = (typeof MENU_LANGUAGES)[number];

/** `draft`: nobody gets it yet. `planned`: from a day to come. `current`: guests get it. `earlier`: they did. `folder`: it was sent as a file of the folder. */
const STATES = ["draft", "planned", "current", "earlier", "folder"] as const;
export type VersionState = (typeof STATES)[number];

/** What was changed in a version, and where: pages from 1 on, boxes in parts of the page, from the upper left corner. */
const change = z.object({
  page: z.number(),
  before: z.string(),
  text: z.string(),
  beside: z.string(),
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  /** The menu's own font lacks a digit of it, so it is drawn in ours. */
  other_font: z.boolean(),
  /** Its size in parts of the old one. */
  size: z.number(),
});

export const menuVersion = z.object({
  id: z.string(),
  number: z.number(),
  name: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  /** Null for a file of the folder, which nobody has looked into. */
  pages: z.number().nullable(),
  /** How many links to web pages are in it. */
  links: z.number(),
  source: z.enum(["upload", "folder", "prices"]),
  /** The version whose prices were changed, and how; null and none for every other. */
  made_of: z.string().nullable(),
  changes: z.array(change),
  /** ISO 8601, and who brought it in. */
  made_at: z.string(),
  by: z.string(),
  state: z.enum(STATES),
  /** From which business day it counts, or counted last; null where it never did. */
  counts_from: z.string().nullable(),
  /** Whoever decided that, and when. */
  decided: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Its file is not on this server's disk any more: the same file uploaded again mends it. */
  is_missing: z.boolean(),
});
export type MenuVersion = z.output<typeof menuVersion>;

const document = z.object({
  key: z.string(),
  language: z.string(),
  /** Whose own it is; empty for the group's. */
  branch: z.string(),
  /** The version that guests get today; null where they get none of this menu, or the folder's file. */
  current: z.string().nullable(),
  /** The one that they got before: one tap brings it back. */
  previous: z.string().nullable(),
  /** The newest first. */
  versions: z.array(menuVersion),
});
export type MenuDocument = z.output<typeof document>;

export const menuVersions = endpoint({
  method: "GET",
  path: "/menus",
  summary: "The menus of the group and of the branch, each with its versions: which guests get today, from when others count, who decided.",
  permission: "nav_menu_prices",
  answer: z.object({
    /** The business day, YYYY-MM-DD. */
    today: z.string(),
    menus: z.array(document),
    /** Files of the menus' folder that go out as they are, because no version stands in their place. */
    files: z.array(z.object({ pdf_path: z.string(), name: z.string() })),
    /** The caller may decide which menu guests get, and do so for the group. */
    may_publish: z.boolean(),
    may_change_group: z.boolean(),
  }),
});
export type MenuVersions = z.output<typeof menuVersions.answer>;

/** What a menu is called in addresses; a language stands beside it, not in it. */
const key = z
  .string()
  .overwrite(cleanText)
  .min(1, "Name the menu.")
  .max(60)
  .refine((text) => !/[/\\<>:"|?*]/.test(text) && !text.startsWith("."), "A menu's name holds letters, digits, spaces and hyphens.");
const language = z.enum(MENU_LANGUAGES).default("");

export const uploadMenu = endpoint({
  method: "POST",
  path: "/menus/versions",
  summary:
    "Bring in a PDF as a draft of a menu, as the form's field `file`: it is judged by what it holds. The same file again is the same version.",
  permission: "nav_menu_prices",
  reads: "file",
  takesLong: true,
  perMinute: 20,
  limit: LARGEST_MENU,
  query: z.strictObject({
    key: key.default("menu"),
    language,
    /** The group's menu, which every branch without its own sends. */
    for_group: switchText(false),
    name: z.string().overwrite(cleanText).min(1, "Give this version a name.").max(80),
  }),
  answer: z.object({ message: z.string(), version: menuVersion, is_known: z.boolean() }),
});

const byId = z.strictObject({ id: z.string().overwrite(cleanText).min(1).max(100) });
const changed = z.object({ message: z.string() });

export const publishMenu = endpoint({
  method: "POST",
  path: "/menus/versions/{id}/publish",
  summary: "Guests get this version from a business day on, today where none is named; an earlier one too.",
  permission: MAY_PUBLISH,
  params: byId,
  body: z.strictObject({ counts_from: calendarDate.nullable().default(null) }),
  answer: changed,
});

export const withdrawMenu = endpoint({
  method: "POST",
  path: "/menus/versions/{id}/withdraw",
  summary: "A version that was to count from a day to come does not. 409 where it counts already.",
  permission: MAY_PUBLISH,
  params: byId,
  answer: changed,
});

export const discardMenu = endpoint({
  method: "DELETE",
  path: "/menus/versions/{id}",
  summary: "A draft that never counted goes. 409 for every other version: what guests may have received stays.",
  permission: "nav_menu_prices",
  params: byId,
  answer: changed,
});

export const endOwnMenu = endpoint({
  method: "POST",
  path: "/menus/end",
  summary: "From today on the branch has no menu of its own, and sends the group's.",
  permission: MAY_PUBLISH,
  about: "restaurant",
  body: z.strictObject({ key, language }),
  answer: changed,
});

const versionId = z.uuid("There is no such version of a menu.");

export const menuPage = fileEndpoint({
  method: "GET",
  path: "/menus/versions/{id}/pages/{page}",
  summary: "One page of a version as a picture; pages are counted from 1.",
  permission: MAY_LOOK,
  takesLong: true,
  perMinute: 240,
  /** Frames what was changed in this version, made of that one or made to be it. */
  query: z.object({ changes_of: versionId.optional() }),
  params: z.strictObject({ id: versionId, page: z.coerce.number("Pages are counted from 1.").int().min(1).max(10_000) }),
  gives: "image/png",
});

export const menuFile = fileEndpoint({
  method: "GET",
  path: "/menus/versions/{id}/file",
  summary: "A version as the PDF that guests get.",
  permission: "nav_menu_prices",
  params: byId,
  gives: "application/pdf",
});
