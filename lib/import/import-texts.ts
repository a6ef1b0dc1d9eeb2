/** Import of a contact file: ours. */
export const IMPORT_TEXTS = {
  title: "Import Contacts",
  answerFirst: "Answer the question first: choose what that column becomes.",
  takenBack: "This was cancelled. All of it was taken back, but for guests to whom something happened meanwhile.",
  stopped:
    "The server stops. What is in of this file stays, and the next start of the server goes on with it. Nothing has to be sent again.",
  failedSafe: "The guest book is as it was, has all of the file, or goes on with it by itself: Retry brings nobody in twice.",
} as const;
