/** What can happen to menus, in the hub. Subject: the version, but for `menu.own_ended`, whose subject is the branch. */
export interface MenuEvents {
  "menu.uploaded": { menu: string; version: string; sha256: string; pages: number };
  /** A draft with other prices was made of a version. */
  "menu.prices_changed": {
    menu: string;
    version: string;
    of: string;
    sha256: string;
    changes: { before: string; text: string; beside: string }[];
  };
  /** Somebody said which numbers of a menu are prices, and of which dishes. Subject: the calibration. */
  "menu.calibrated": { menu: string; number: number; prices: number; others: number };
  /** Guests get it from that business day on. */
  "menu.published": { menu: string; version: string; sha256: string; counts_from: string };
  "menu.withdrawn": { menu: string; version: string };
  "menu.discarded": { menu: string; version: string; sha256: string };
  "menu.own_ended": { menu: string };
}
