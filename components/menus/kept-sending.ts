import { keyAt } from "@/lib/api/backends";
import type { BranchKey } from "@/lib/known-branches";
import type { EnqueueBody, Enqueued } from "@/lib/queue/contract";

/** The server that has the table, and its branch: its queue sends the menu. */
export interface MenuPlace {
  base: string;
  branch: BranchKey | null;
}

/** A menu that was sent to a table's guests, as long as nobody has answered. */
export interface Unanswered {
  items: EnqueueBody["items"];
  /** The same until somebody answers: the server then does it once. */
  key: string;
  /** Who was not among them. */
  without: Enqueued["skipped"];
  /** When it went out, in milliseconds of this device. */
  at: number;
}

/** What this device knows about the sending of one table's menu. */
export interface KeptSending {
  unanswered: Unanswered | null;
  /** Whom the last answer left out, and when it came. */
  left: { people: Enqueued["skipped"]; at: number } | null;
}

const NOTHING: KeptSending = { unanswered: null, left: null };
/** As long as the server leaves out who got the same (docs/design/whatsapp.md 5): later it would be another message. */
const KEPT_MS = 12 * 3_600_000;

/** Each person's own, and each server's: whoever signs in on the same tablet sends nothing of it, and no other server gets it. */
const PREFIX = "menu_sending_";
const keyOf = (user: string, { base, branch }: MenuPlace, table: string) => keyAt(base, `${PREFIX}${user}_${branch ?? ""}_${table}`);

/** What was kept of a table's menu: a reload in the middle, or a cut line, must not send it twice. */
export function keptSending(user: string, place: MenuPlace, table: string, now = Date.now()): KeptSending {
  try {
    const kept = JSON.parse(window.localStorage.getItem(keyOf(user, place, table)) ?? "null") as Partial<KeptSending> | null;
    const fresh = <One extends { at: number }>(one: One | null | undefined) => (one && now - one.at < KEPT_MS ? one : null);
    return { unanswered: fresh(kept?.unanswered), left: fresh(kept?.left) };
  } catch {
    // A private window refuses its storage; there is nothing to bring back then.
    return NOTHING;
  }
}

export function keepSending(user: string, place: MenuPlace, table: string, kept: KeptSending): void {
  try {
    forgetOld();
    const key = keyOf(user, place, table);
    if (!kept.unanswered && !kept.left) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // It goes on without it: the server knows the same guest of the same table.
  }
}

/** Forgets tables of earlier evenings, which nobody opens again. */
function forgetOld(now = Date.now()): void {
  for (const key of Object.keys(window.localStorage).filter((one) => one.startsWith(PREFIX))) {
    const kept = JSON.parse(window.localStorage.getItem(key) ?? "null") as Partial<KeptSending> | null;
    const newest = Math.max(kept?.unanswered?.at ?? 0, kept?.left?.at ?? 0);
    if (now - newest > KEPT_MS) window.localStorage.removeItem(key);
  }
}

const lastMenuKey = ({ base, branch }: MenuPlace) => keyAt(base, `LAST_MENU_${branch ?? ""}`);

/** The menu that was sent last for a branch from this device. */
export function lastMenu(place: MenuPlace): string {
  try {
    return window.localStorage.getItem(lastMenuKey(place)) ?? "";
  } catch {
    return "";
  }
}

export function keepLastMenu(place: MenuPlace, pdf_path: string): void {
  try {
    window.localStorage.setItem(lastMenuKey(place), pdf_path);
  } catch {
    // It is chosen again.
  }
}
