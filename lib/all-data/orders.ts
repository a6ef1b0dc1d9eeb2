/** How guests are ordered: by name and by the birthday's day from the first on, by when added and by the last change from the newest on. */
export const SORTS = ["name", "added", "birthday", "changed"] as const;
export type Sort = (typeof SORTS)[number];

/** So many guests a page has. */
export const PAGE_SIZES = ["50", "100", "500"] as const;

/** So many views of one's own. */
export const MOST_VIEWS = 30;
