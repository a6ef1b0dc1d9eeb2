import type { VersionState } from "./contract";

/** Menus and their versions; all of it ours. */
export const VERSION_TEXTS = {
  title: "Menu price editor",
  help: "Which menu guests get, since when, and every one that they got before. Nothing is lost: an earlier menu is one tap back.",
  failed: "The menus could not be loaded.",
  none: "There is no menu yet. Upload its PDF, look at it, then publish it.",
  upload: "Upload a menu",
  file: "A PDF of at most 32 MB and 100 pages. It is read before it is kept: nothing in it may run, and no file may be attached.",
  notDone: "Nothing was changed.",
  shows: "Open the page again: it shows whether it was done.",
  pricesHelp:
    "Type the new price as the menu writes it. Only these numbers change: the new menu is read back and compared with the old one before it is kept.",
  onlyPublishers: "Whoever has “Menus: decide which one guests get” publishes it.",
  onlyEverywhere: "The group’s menu is changed by those who work in all branches.",
  otherFont: "drawn in IBM Plex Sans, because the menu’s own font lacks a digit of it",
  files: "Files of the menus’ folder",
  filesHelp:
    "These go out as they lie there. Whatever is sent is kept as a version; a version that is published stands in the file’s place.",
} as const;

/** What becomes of a version, in a word. */
export const STATE_WORDS: Record<VersionState, string> = {
  draft: "Draft",
  planned: "Planned",
  current: "Guests get it",
  earlier: "Earlier",
  folder: "Sent from the folder",
};
