/** The queue of messages, its workers and its pause (docs/design/spec-guests.md 2 and 8); the words of the pause are ours. */
export const QUEUE_TEXTS = {
  section: "Whatsapp Live Queue",
  noWorkers: "No workers discovered yet. Start workers or check server /workers route.",
  /** Ours, where the specification has no words. */
  noWorkerYet: "No worker has been started yet.",
  unanswered: "No answer: may have arrived",
  /** As long as word of it is waited for. */
  awaited: "No answer yet: may have arrived",
  sandbox: "Sent in the sandbox: no guest got it",
  limits: "WhatsApp Limits",
  cancel: "WhatsApp Cancel",
  resume: "WhatsApp Resume",
  check: "WhatsApp Check",
  confirmCancelAll: "Cancel all WhatsApp sending?",
  /** Where the whole group is stopped, to whoever cannot end that. */
  resumedByOthers: "Only somebody who may do everything, in every branch, resumes it.",
  cancelFailed: "Failed to cancel WhatsApp sending",
  cancelHalfDone: "Sending is stopped, but the waiting messages were not cancelled",
  cancelInDoubt: "Sending is stopped. Whether the waiting messages were cancelled is not known",
  pauseFailed: "Failed to stop WhatsApp sending",
  resumeFailed: "Failed to resume WhatsApp sending",
  checkFailed: "Failed to check WhatsApp sending",
} as const;

/** Whose sending it is: a branch by its name, or null for the whole group. */
type Whose = string | null;

/** How the sending of a branch, or of the whole group, stands. @param isOn whether it is stopped by the cancel switch */
export function switchWords(isOn: boolean, whose: Whose): string {
  const of = `WhatsApp sending of ${whose ?? "all branches"}`;
  if (!isOn) return `${of} is on.`;
  return whose === null ? `${of} is stopped: no message goes out.` : `${of} is stopped: none of its messages goes out.`;
}

const named = (names: readonly string[]) => (names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/**
 * How the others stand whose messages are listed with those of a branch; empty where no others are.
 * @param stopped their names, and `all` how many they are
 */
export function othersInWords(isOn: boolean, stopped: readonly string[], all: number): string {
  if (all === 0) return "";
  if (stopped.length > 0) return `That of ${named(stopped)} is stopped${isOn ? " too" : ""}.`;
  const others = all === 1 ? "the other restaurant" : `the ${all} other restaurants`;
  return isOn ? `That of ${others} is on.` : `So is that of ${others}.`;
}

/** The same as the specification calls it (docs/design/spec-shell.md 4), small beside the words. */
export const switchState = (isOn: boolean) => `Cancel switch: ${isOn ? "ON" : "OFF"}.`;

/** The question before what waits is cancelled. */
export function confirmCancel(whose: Whose): string {
  return whose === null ? QUEUE_TEXTS.confirmCancelAll : `Cancel WhatsApp sending of ${whose}?`;
}

/** A message that may have arrived, sent once more: ours. */
export const SEND_AGAIN_TEXTS = {
  button: "Send again",
  question: "Nobody answered when it was sent: it may have arrived, and would arrive twice. Ask the guest first if you can.",
  leave: "Leave it",
  failed: "It was not sent again",
} as const;

/** What was sent again does not go out: somebody has to decide before. */
export const HELD_TEXTS = { one: "It is held, and does not go out yet", some: "Not all of it goes out yet" } as const;

/** The other end of such a doubt. */
export const ARRIVED_TEXTS = {
  button: "It arrived",
  question: "Nobody answered when it was sent. If the guest has it, it counts as sent, and the trail keeps who said so.",
  failed: "It was not settled",
} as const;
