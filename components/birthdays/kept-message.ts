import { keyHere } from "@/lib/api/backends";
import { BIRTHDAY_TEXT } from "@/lib/queue/message-texts";

/** Each person's own: whoever signs in on the same tablet sees nothing of it. */
const keyOf = (user: string) => keyHere(`birthday_message_${user}`);

/** The words that somebody wrote for birthdays on this device, or else the usual ones. */
export function keptMessage(user: string): string {
  try {
    return window.localStorage.getItem(keyOf(user)) || BIRTHDAY_TEXT;
  } catch {
    return BIRTHDAY_TEXT; // a private window refuses its storage
  }
}

export function keepMessage(user: string, message: string): void {
  try {
    if (message.trim() === "" || message === BIRTHDAY_TEXT) window.localStorage.removeItem(keyOf(user));
    else window.localStorage.setItem(keyOf(user), message);
  } catch {
    // The dialog goes on without it.
  }
}
