/** What is safe, and what shows the truth, after a change that got no answer; only dialogs say it, so it is none of the first load. */
export const UNANSWERED_TEXTS = {
  createAgain: "Press Create user again: it makes nobody twice. Users shows who is there.",
  passwordAgain: "The new password may count already. Press Change password again: it changes it once.",
  mayBeNew:
    "No answer came to the change before this one, so your new password of then may count already: type that one as the current password.",
  resetAgain: "Set it again: until then, neither the old password nor this one is sure to count.",
  listShows: "The list shows it as soon as the server answers.",
  boxesShow: "The boxes show what the server has as soon as it answers.",
  limitsAgain: "The fields stay as you typed them. Press Save again: it is kept once.",
  limitsKept: "It was kept after all: the server has what stands here.",
} as const;
