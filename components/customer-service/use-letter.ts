import { useEffect, useMemo, useState } from "react";
import { useSession } from "@/components/app-base/session";
import type { Recipient } from "@/lib/guest-search/contract";
import type { Enqueued } from "@/lib/queue/contract";
import { type About, keepLetter, keptLetter, type Letter, type Unanswered } from "./kept-letter";
import { type Chosen, keyOf, phoneOf, type Refused } from "./recipients";

/** The letter that somebody is writing; kept on the device with each letter that is typed. */
export function useLetter() {
  const user = useSession().user?.id ?? "";
  const [letter, setLetter] = useState<Letter>(() => keptLetter(user));
  useEffect(() => keepLetter(user, letter), [user, letter]);
  const { message, chosen, sent, about, unreached, refused, unanswered } = letter;
  const keys = useMemo(() => new Set(chosen.map(keyOf)), [chosen]);
  const change = (changed: Partial<Letter>) => setLetter((before) => ({ ...before, ...changed }));
  return {
    message,
    chosen,
    sent,
    about,
    unreached,
    refused,
    unanswered,
    /** Null once it was refused. Kept on the device before it goes: a reload asks with the same key. */
    setUnanswered: (next: Unanswered | null) => change({ unanswered: next }),
    write: (next: string) => change({ message: next, unanswered: null }),
    /** By which name somebody who was chosen is spoken to; null for who was not. */
    calledOf: (recipient: Recipient) => {
      const one = chosen.find((other) => keyOf(other) === keyOf(recipient));
      return one ? (one.called ?? one.name) : null;
    },
    isChosen: (recipient: Recipient) => keys.has(keyOf(recipient)),
    /** Those of several searches stand together, each once. */
    choose: (people: readonly Chosen[]) =>
      setLetter((before) => ({
        ...before,
        chosen: [...new Map([...before.chosen, ...people].map((one) => [keyOf(one), one])).values()],
        unanswered: null,
      })),
    drop: (people: readonly Recipient[]) => {
      const gone = new Set(people.map(keyOf));
      setLetter((before) => ({ ...before, chosen: before.chosen.filter((one) => !gone.has(keyOf(one))), unanswered: null }));
    },
    /** It is in the queue: the next letter is a new one. @param refused the chosen who were left out before */
    finish: (answer: Enqueued, refused: readonly Refused[], about: About | null) =>
      setLetter((before) => {
        const unreached = before.chosen.filter((one) => phoneOf(one) === "").map(({ name }) => name);
        const named = refused.map(({ person, reason }) => ({ name: person.name, reason }));
        return { message: "", chosen: [], sent: answer, about, unreached, refused: named, unanswered: null };
      }),
    /** Its progress is not looked at any more. */
    forgetSent: () => {
      // At once: the dialog may be closed by the same press, and nothing follows a drawing that does not come.
      keepLetter(user, { ...letter, sent: null, about: null });
      change({ sent: null, about: null });
    },
  };
}
export type UsedLetter = ReturnType<typeof useLetter>;
