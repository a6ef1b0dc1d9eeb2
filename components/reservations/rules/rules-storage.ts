import { keyHere } from "@/lib/api/backends";
import type { Rules } from "@/lib/reservations/rules/contract";

/** Rules that somebody changed and did not save yet, and those that they began from: a reload must not cost them. */
export interface KeptRules {
  base: { rules: Rules; version: number };
  rules: Rules;
}

const keyOfRules = (user: string, branch: string) => `${keyHere("daftar_rules_form")}_${user}_${branch}`;

export function keptRules(user: string, branch: string): KeptRules | null {
  try {
    return JSON.parse(window.localStorage.getItem(keyOfRules(user, branch)) ?? "null") as KeptRules | null; // nobody else writes it
  } catch {
    return null;
  }
}

/** @param kept null where nothing waits to be saved */
export function keepRules(user: string, branch: string, kept: KeptRules | null): void {
  try {
    if (kept === null) window.localStorage.removeItem(keyOfRules(user, branch));
    else window.localStorage.setItem(keyOfRules(user, branch), JSON.stringify(kept));
  } catch {
    // A blocked storage keeps nothing; the form itself goes on, and asks before the page is left.
  }
}
