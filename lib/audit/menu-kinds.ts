import type { MenuEvents } from "../menu-events";
import { longDate } from "../shown-dates";

/** What happened to menus, in words. */
export const MENU_KINDS: { [Kind in keyof MenuEvents]: { group: "messages"; what: (payload: MenuEvents[Kind]) => string } } = {
  "menu.uploaded": { group: "messages", what: (p) => `Uploaded ${p.version} of ${p.menu}` },
  "menu.prices_changed": {
    group: "messages",
    what: (p) =>
      `Made ${p.version} of ${p.menu} with ${p.changes.length} other ${p.changes.length === 1 ? "price" : "prices"} than ${p.of}`,
  },
  "menu.calibrated": {
    group: "messages",
    what: (p) => `Said of ${p.menu} which numbers are prices: ${p.prices} are, ${p.others} are not`,
  },
  "menu.published": { group: "messages", what: (p) => `Published ${p.version} of ${p.menu}, from ${longDate(p.counts_from)} on` },
  "menu.withdrawn": { group: "messages", what: (p) => `Took back that ${p.version} of ${p.menu} was to count` },
  "menu.discarded": { group: "messages", what: (p) => `Discarded the draft ${p.version} of ${p.menu}` },
  "menu.own_ended": { group: "messages", what: (p) => `Ended ${p.menu}: the group's goes out there` },
};
