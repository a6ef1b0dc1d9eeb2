import type { Reason } from "./reasons";

/** Possible duplicates. The specification has no words for them: they are ours. */
export const DUPLICATES_TEXTS = {
  title: "Possible duplicates",
  help: "Guests of this guest book who may be one person. Compare two, then make one guest of them or say that they are two.",
  failed: "The list could not be loaded.",
  never: "Nobody has looked through this guest book yet",
  neverBody: "It is done each night. Look now to have the list at once: it changes no guest.",
  none: "Nobody in this guest book looks like somebody else",
  noneBody: "The next night looks again, with the guests who come until then.",
  look: "Look now",
  looking: "Looking through the guest book…",
  notLooked: "The guest book was not looked through.",
  compare: "Compare",
  unite: "Make one guest",
  not: "Not a duplicate",
  uniteFailed: "They were not made one guest.",
  notFailed: "It was not noted.",
  gone: "One of the two is no guest of their own any more. The list is asked for anew.",
  choose: "Choose what stands. Numbers, other names, likes and tags of both stay. Undo is there at any later time, on the guest’s page.",
  united: "They are one guest",
  receipt: "Where each value comes from",
  mightBe: "Might be the same as",
  receipts: "How this guest was put together",
  noReceipts: "Nobody else’s record became part of this guest.",
  receiptsFailed: "This could not be loaded.",
  undo: "Undo: two guests again",
} as const;

export const REASON_TEXTS: Record<Reason, string> = {
  phone: "Same number in another form",
  "phone slip": "Numbers differ by one digit",
  name: "Names alike",
  "part of name": "Part of the name alike",
  birthday: "Same birthday",
  email: "Same e-mail",
};

/** How likely it is, in a word; the figure stands beside it. */
export function likely(score: number): string {
  if (score >= 90) return "Very likely";
  return score >= 78 ? "Likely" : "Possible";
}
