/** The two entries of Remote Assist, and what its address may say, apart from all else that it says: they alone stand in the first load of every page. */
export const ASSIST_NAMES = {
  share: "Remote Assist: Share",
  view: "Remote Assist: View",
  /** To whoever has opened the address of View without the right. */
  mayNotView: "You may not see what others share. Ask somebody who gives rights, then scan again.",
} as const;
