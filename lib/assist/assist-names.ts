/** The two entries of Remote Assist, apart from all that it says: they alone stand in the first load of every page. */
export const ASSIST_NAMES = {
  share: "Remote Assist: Share",
  view: "Remote Assist: View",
} as const;
