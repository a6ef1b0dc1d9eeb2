import { useState } from "react";
import { useSession } from "@/components/app-base/session";
import { keyHere } from "@/lib/api/backends";

/** Each person's own: whoever signs in on the same tablet sees nothing of it. */
const keyOf = (user: string, digits: string) => keyHere(`reply_${user}_${digits}`);

function kept(key: string): string {
  try {
    return window.localStorage.getItem(key) ?? "";
  } catch {
    return ""; // a private window refuses its storage; there is nothing to bring back then
  }
}

function keep(key: string, words: string): void {
  try {
    if (words === "") window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, words);
  } catch {
    // The form goes on without it.
  }
}

/** What somebody types as an answer to a guest: kept on the device with each letter, until it is in the queue. */
export function useReplyDraft(digits: string) {
  const key = keyOf(useSession().user?.id ?? "", digits);
  const [words, setWords] = useState(() => kept(key));
  const write = (next: string) => {
    setWords(next);
    keep(key, next);
  };
  return { words, write };
}
