import { withoutMarks } from "../clean-text";
import { EVERYTHING } from "../permissions";

/** User names are one whatever the case, the spelling of accents in Unicode, and the marks that nobody sees. */
export function usernameKey(username: string): string {
  return withoutMarks(username).trim().normalize("NFKC").toLowerCase();
}

/** What somebody may do, and where. */
export interface Rights {
  permissions: readonly string[];
  /** Null: in every branch. */
  branches: readonly string[] | null;
}

/**
 * Whether all that one may do, the other may too. Nobody gives what they do not hold, and nobody changes somebody who
 * holds more: else whoever may create users could make an admin, or take an admin's password.
 */
export function covers(mine: Rights, theirs: Rights): boolean {
  const allOf = mine.permissions.includes(EVERYTHING) || theirs.permissions.every((key) => mine.permissions.includes(key));
  const everywhere = mine.branches === null || (theirs.branches?.every((branch) => mine.branches?.includes(branch)) ?? false);
  return allOf && everywhere;
}

/** Of a browser's long word for itself, what its owner calls it: `Chrome on Android`. Empty for what is no browser. */
export function deviceOf(userAgent: string): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
  return browser ? `${browser}${system ? ` on ${system}` : ""}` : "";
}

// In this order: each of the later ones is named in those before.
const BROWSERS = [
  ["Edge", /\bEdg/],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
  ["iPad", /\biPad\b/],
  ["iPhone", /\biPhone\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;
