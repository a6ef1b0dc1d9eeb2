/** Options and Backend Folder (docs/design/spec-shell.md 2 and 8). */
export const OPTIONS_TEXTS = {
  options: "Options",
  packFailed: "Failed to pack logs",
  downloadFailed: "Could not download the ZIP",
  backendFolder: "Backend Folder",
  openHere: "Open on this PC",
  openInTab: "Open in new tab",
  /** Ours, as are the next ones. */
  packLogs: "Pack daily logs (ZIP)",
  hangs: "The server does not answer now. Wait, or close this and pack again later: packing changes nothing.",
  openFailed: "The folder was not opened",
  folderFailed: "The server's folder could not be shown",
  folderElsewhere: "This folder is another server's, which shows it in a tab of its own and asks for its own sign-in there.",
} as const;
