/** How long guests are kept; all of it ours. */
export const RETENTION_TEXTS = {
  title: "How long guests are kept",
  help: "A guest who was not there for so long is erased from everything by itself, as if they had asked for it. It cannot be undone. What is counted stays counted.",
  everybody: "Everybody is kept, however long they have not been there.",
  delay: "It begins two weeks after it is set; until then it can be taken back, and nobody is touched.",
  counted:
    "A guest who stands in two guest books is counted in each. Who shares a number with somebody who was there since then is not erased.",
  notSet: "Nothing was changed.",
  ended: "Everybody is kept again.",
  notAll:
    "This server does not keep every restaurant, so it cannot tell who was not there for long. Nothing was changed. Set it on the server that keeps them all.",
} as const;
