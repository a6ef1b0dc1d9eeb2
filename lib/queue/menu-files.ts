import { hasInvisible } from "../clean-text";
import { FOLDERS } from "../data-folders";
import { isBranchKey } from "../known-branches";

/** Where the menus lie, below the data folder. */
export const MENUS = FOLDERS.menus;

/**
 * A menu as a message names it: a PDF of the menus' folder, with or without the folder's own name in front.
 * @returns its path below the data folder; null for whatever could lead elsewhere, or is no PDF
 */
export function menuPath(named: string): string | null {
  const parts = named.replaceAll("\\", "/").split("/");
  const below = parts[0] === MENUS ? parts.slice(1) : parts;
  const isPlain = below.every((part) => part !== "" && !part.startsWith(".") && !/[<>:"|?*]/.test(part));
  if (below.length === 0 || !isPlain || hasInvisible(named) || !/\.pdf$/i.test(below.at(-1) ?? "")) return null;
  return [MENUS, ...below].join("/");
}

/** Whether a menu is the own one of another branch, which this one neither lists nor sends. @param menu its path below the data folder */
export function isOfAnotherBranch(menu: string, branch: string): boolean {
  const key = menu
    .slice(`${MENUS}/`.length)
    .replace(/\.pdf$/i, "")
    .toLowerCase();
  return isBranchKey(key) && key !== branch;
}
