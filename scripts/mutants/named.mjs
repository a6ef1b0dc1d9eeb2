// Guards that are always among the mutants, whatever the seed: what they keep from happening costs a guest a second message, or the
// house its number, and no test was red for them once.

/** Which of a file's guards, by its text; `off` where it is not the usual way of switching such a guard off. */
export const NAMED = [
  { file: "workers/transports/baileys/transport.ts", text: "this.encryptions === before" },
  { file: "workers/transports/baileys/transport.ts", text: "isOurs" },
  { file: "workers/transports/baileys/receipts.ts", text: "attrs.recipient" },
  { file: "lib/queue/outcomes/worker-journal.ts", text: "isSameToGuest" },
  { file: "lib/queue/outcomes/worker-journal.ts", text: "at - begun < RESENT_WITHIN" },
  { file: "lib/queue/outcomes/worker-journal.ts", text: "mayNotGo(item)" },
  { file: "workers/sender/recovery.ts", text: "this.mayResend(message, answer.item)" },
  { file: "workers/sender/recovery.ts", text: "message.account === context.account()" },
  // Off, a round that nobody answers is followed by another one for ever; the other two end what is linked, or what was cut.
  { file: "workers/transports/baileys/connection.ts", text: "++this.rounds >= ROUNDS", off: "false" },
  { file: "workers/transports/baileys/connection.ts", text: "!this.options.session.isLinked" },
  { file: "workers/transports/baileys/connection.ts", text: "code === 408" },
  // Off, half a line stays, and the next one is written behind it.
  { file: "workers/transports/baileys/session.ts", text: "length < bytes.length", off: "false" },
  { file: "lib/vouchers/make.ts", text: "there?.date === date" },
  { file: "lib/vouchers/make.ts", text: "there" },
  { file: "lib/vouchers/progress.ts", text: "there?.date === date" },
  { file: "lib/queue/filter-recipients.ts", text: "one.same_anywhere.some((same) => taken.has(same))" },
  { file: "lib/queue/filter-recipients.ts", text: "isWritten(one)" },
  { file: "lib/queue/retry-by-hand/retry.ts", text: "namesOf(item).some((name) => taken.get(name)?.some((id) => id !== item.id))" },
  { file: "lib/queue/birthday-campaign/greetings.ts", text: "ours && (counts(ours) || !elsewhere) && !isOver" },
  { file: "lib/queue/birthday-campaign/greetings.ts", text: "counts(ours)" },
  { file: "lib/queue/birthday-campaign/greetings.ts", text: "!elsewhere" },
  { file: "lib/queue/birthday-campaign/greetings.ts", text: "counts(one)" },
  { file: "lib/queue/birthday-campaign/greetings.ts", text: "facts.sharesWith !== null" },
];

/** @returns those guards. @throws Error where one is not in the sources any more: whoever renames it renames it here */
export function namedAmong(guards) {
  return NAMED.map(({ file, text, off }) => {
    const guard = guards.find((one) => one.file === file && one.text === text);
    if (!guard) throw new Error(`scripts/mutants/named.mjs names a guard that is not there: ${file} ${text}`);
    return { ...guard, off: off ?? guard.off };
  });
}
