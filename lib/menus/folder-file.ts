import { FOLDERS } from "../data-folders";
import { type MenuPlace, menuPathOf } from "../menu-versions/in-force";
import { versionOfFile } from "../menu-versions/of-folder";
import { fileBelow, hashOf } from "../queue/media";

/** Keeps the folder's file of a menu as a version, where there is one: a version is about to stand in its place. */
export async function keepFolderFile(place: MenuPlace): Promise<void> {
  const isOwn = place.branch !== "" && place.key === "menu" && place.language === "";
  const named = isOwn ? `${FOLDERS.menus}/${place.branch}.pdf` : menuPathOf(place);
  const file = place.branch === "" || isOwn ? fileBelow(named) : null;
  if (file) await versionOfFile(named, file.file, await hashOf(file), file.size);
}
