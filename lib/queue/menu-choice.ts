import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import { type InForce, menuDay, menuPathOf, menusInForce } from "../menu-versions/in-force";
import { versionOfFile } from "../menu-versions/of-folder";
import { fileBelow, hashOf } from "./media";
import { isOfAnotherBranch, MENUS, menuPath } from "./menu-files";

/** The menu that a message brings: as it is named, and which version of it. */
export interface ChosenMenu {
  pdf_path: string;
  menu_version: string;
}

/** A menu that a branch can send: a version that counts today, or a file of the folder as it is. */
export interface SendableMenu {
  pdf_path: string;
  version: InForce | null;
}

/**
 * What goes out under a name, or where none is named: the branch's own version, its own file, the group's version, the group's file.
 * @param named its path below the data folder, as `menuPath` gives it
 */
export async function menuNow(named: string | undefined, branch: string): Promise<SendableMenu | null> {
  const { sql } = await hubStore();
  const inForce = menusInForce(sql, branch, menuDay());
  const versionAt = (pdf_path: string) => {
    const version = inForce.find((one) => menuPathOf(one) === pdf_path);
    return version ? { pdf_path, version } : null;
  };
  const fileAt = (pdf_path: string) => (fileBelow(pdf_path) ? { pdf_path, version: null } : null);
  const [own, usual] = [`${MENUS}/${branch}.pdf`, `${MENUS}/menu.pdf`];
  const menu = versionAt(usual);
  const ownMenu = menu?.version.branch === branch ? menu : null;
  if (named === own) return ownMenu ?? fileAt(own); // a version stands in the place of the branch's own file, whoever names it so
  if (named) return versionAt(named) ?? fileAt(named);
  return ownMenu ?? fileAt(own) ?? menu ?? fileAt(usual);
}

/**
 * The menu that a message is to bring. A file of the folder is kept as a version when it goes out, so that what a guest got stays known.
 * @param named none: the usual one
 * @throws AppError `invalid_request` for one that is not there, lies elsewhere, or is another branch's own
 */
export async function menuFor(named: string | undefined, branch: string): Promise<ChosenMenu> {
  const wanted = named ? menuPath(named) : undefined;
  if (wanted && isOfAnotherBranch(wanted, branch)) throw new AppError("invalid_request", ANOTHERS_MENU);
  const menu = wanted === null ? null : await menuNow(wanted, branch);
  if (!menu) throw new AppError("invalid_request", named ? NO_SUCH_MENU : NO_MENU);
  const { pdf_path, version } = menu;
  if (version) return { pdf_path, menu_version: version.id };
  const file = fileBelow(pdf_path);
  if (!file) throw new AppError("invalid_request", NO_SUCH_MENU); // it has just gone
  return { pdf_path, menu_version: await versionOfFile(pdf_path, file.file, await hashOf(file), file.size) };
}

const ANOTHERS_MENU = "That menu is another branch's own. Nothing was queued. Choose another menu.";
const NO_SUCH_MENU = "There is no such menu in the server's menus folder. Nothing was queued. Choose another menu.";
const NO_MENU =
  "The server has no menu yet. Nothing was queued. Upload one under Menu price editor, or put one as menu.pdf into its menus folder.";
