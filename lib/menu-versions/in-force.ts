import type Database from "better-sqlite3";
import { businessDayOf, eveningHours } from "../business-day";
import { now } from "../clock";
import { FOLDERS } from "../data-folders";
import { statement } from "../db/statements";
import { env } from "../env";
import { isBranchKey } from "../known-branches";
import { MENU_LANGUAGES } from "./contract";

/** A version as the hub keeps it. */
export interface VersionRow {
  id: string;
  key: string;
  language: string;
  branch: string;
  number: number;
  name: string;
  sha256: string;
  bytes: number;
  pages: number | null;
  links: number;
  source: "upload" | "folder" | "prices";
  made_of: string | null;
  /** JSON of the contract's changes. */
  changes: string | null;
  made_at: string;
  made_by: string;
}

/** Which menu: one of the group's, or a branch's own. */
export type MenuPlace = Pick<VersionRow, "key" | "language" | "branch">;

export const menuDay = () => businessDayOf(now(), eveningHours(env()));

const VERSIONS = `SELECT id, "key", language, branch, number, name, sha256, bytes, pages, links, source, made_of, changes, made_at, made_by FROM menu_version`;

export const versionById = (sql: Database.Database, id: string) => statement<[string], VersionRow>(sql, `${VERSIONS} WHERE id = ?`).get(id);

export const versionsOf = (sql: Database.Database, branch: string) =>
  statement<[string], VersionRow>(sql, `${VERSIONS} WHERE branch IN ('', ?) ORDER BY branch, "key", language, number DESC`).all(branch);

/** What counts on a day: of each menu of the group and of the branch the newest day that has come, of one day what was said last. */
const DECIDED = `SELECT version_id, counts_from FROM (
    SELECT version_id, counts_from, row_number() OVER (PARTITION BY "key", language, branch ORDER BY counts_from DESC, seq DESC) AS place
    FROM menu_publication WHERE branch IN ('', ?) AND withdrawn_at IS NULL AND counts_from <= ?)
  WHERE place = 1 AND version_id IS NOT NULL`;

export type InForce = VersionRow & { counts_from: string };

/** The versions that a branch sends on a business day: its own ones in the place of the group's. */
export function menusInForce(sql: Database.Database, branch: string, day: string): InForce[] {
  const text = `SELECT v.*, d.counts_from FROM (${DECIDED}) d JOIN (${VERSIONS}) v ON v.id = d.version_id ORDER BY v.branch = '', v."key", v.language`;
  const found = statement<[string, string], InForce>(sql, text).all(branch, day);
  const first = new Map<string, InForce>();
  for (const one of found) if (!first.has(menuPathOf(one))) first.set(menuPathOf(one), one);
  return [...first.values()];
}

/** How messages name a menu, whichever version counts: `menus/menu.pdf`, `menus/menu-ar.pdf`. */
export const menuPathOf = ({ key, language }: Pick<MenuPlace, "key" | "language">) =>
  `${FOLDERS.menus}/${key}${language === "" ? "" : `-${language}`}.pdf`;

/** Of which menu a file of the folder is: `jounieh.pdf` is that branch's own. @param named as `menuPath` gives it */
export function placeOfFile(named: string): MenuPlace {
  const whole = named.slice(`${FOLDERS.menus}/`.length).replace(/\.pdf$/i, "");
  if (isBranchKey(whole.toLowerCase())) return { key: "menu", language: "", branch: whole.toLowerCase() };
  const [, key, language] = /^(.+)-([a-z]{2})$/.exec(whole) ?? [];
  const isLanguage = MENU_LANGUAGES.some((one) => one !== "" && one === language);
  return key && language && isLanguage ? { key, language, branch: "" } : { key: whole, language: "", branch: "" };
}
