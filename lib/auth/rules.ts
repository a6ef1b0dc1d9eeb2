/** User names are one whatever the case, and whatever the spelling of accents in Unicode. */
export function usernameKey(username: string): string {
  return username.trim().normalize("NFKC").toLowerCase();
}
