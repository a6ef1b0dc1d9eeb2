import { foldText } from "../../fold-text";

/**
 * Words by which a guest says no to messages, or yes again (whatsapp.md 5). The whole message must be one of them: "please
 * stop it at 8" is about a reservation. Marks, letter variants, case and signs do not count.
 */
const NO = [
  "STOP",
  "STOP ALL",
  "UNSUBSCRIBE",
  "CANCEL",
  "END",
  "QUIT",
  "OPTOUT",
  "OPT OUT",
  "REMOVE",
  "ARRET",
  "STOPPER",
  "إلغاء",
  "إلغاء الاشتراك",
  "توقف",
  "إيقاف",
  "وقف",
].map(foldText);
const YES = ["START", "ابدأ", "اشتراك"].map(foldText);

/** Longer than any of them: nobody folds a novel. */
const LONGEST = 60;

export function wishOf(text: string): "no" | "yes" | null {
  if (text.length > LONGEST) return null;
  const said = foldText(text);
  if (NO.includes(said)) return "no";
  return YES.includes(said) ? "yes" : null;
}
