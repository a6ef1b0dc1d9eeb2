import { withoutMarks } from "../clean-text";

/** User names are one whatever the case, the spelling of accents in Unicode, and the marks that nobody sees. */
export function usernameKey(username: string): string {
  return withoutMarks(username).trim().normalize("NFKC").toLowerCase();
}
