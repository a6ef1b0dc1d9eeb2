/** Import of a contact file: ours. */
export const IMPORT_TEXTS = {
  title: "Import Contacts",
  answerFirst: "Answer the question first: leave that column out, or name it Phone in the file.",
  failedSafe: "The guest book is as it was, or has all of the file: Retry brings nobody in twice.",
} as const;
