/** The folders of the data folder that belong to no branch, each by its one name. */
export const FOLDERS = {
  backups: "backups",
  logs: "logs",
  menus: "menus",
  statements: "statements",
  uploads: "uploads",
  vouchers: "vouchers",
} as const;

/** How the files of the data folder that a branch's folder could collide with begin; what begins with `auth-` is reserved whole. */
export const FILES = ["clean-stop", "erased-people", "said-and-sent", "server", "store-ends"] as const;
