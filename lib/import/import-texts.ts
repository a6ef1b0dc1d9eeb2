/** Import of a contact file: ours. */
export const IMPORT_TEXTS = {
  title: "Import Contacts",
  answerFirst: "Answer the question first: choose what that column becomes.",
  failedSafe: "The guest book is as it was, or has all of the file: Retry brings nobody in twice.",
} as const;
