import { foldText } from "../../../fold-text";
import type { Limits } from "../../limits/contract";

/** Of a row `s` of `sounds_like_no`: nobody has decided what was meant. */
export const UNDECIDED = "(s.decided_at IS NULL OR s.said_at > s.decided_at)";

/** Of longer words the beginning is read: nobody says no on the second page. */
const MOST_READ = 500;
/** So short, a message with one of the house's words in it is more likely a no than a request with that word in it. */
const SHORT = 3;

/** What a no may sound like, over words as `foldText` leaves them. In doubt it counts: it only asks a person to look. */
const SOUNDS: readonly RegExp[] = [
  // English
  /\b(stop|unsubscribe|unsub|optout|opt out|spam|spamming)\b/,
  /\b(don ?t|do not|never|quit) (send|sending|text|texting|message|messaging|write|writing|contact|contacting|whatsapp)\b/,
  /\b(don ?t|do not|no longer|never) (want|need|wish|like|care for|agree) (\w+ ){0,4}(messages?|msgs?|texts?|offers?|promotions?|this|these|them)\b/,
  /\bno more (\w+ ){0,3}(messages?|msgs?|texts?|offers?|promotions?|whatsapps?|sms|ads)\b/,
  /\b(remove|delete) (me|us|my|our)\b/,
  /\btake (me|us|my number) (off|out)\b/,
  /\bleave (me|us) alone\b/,
  /\bnot interested\b/,
  // French
  /\b(arret|stopp|desabonn|desinscri)(e|er|es|ez|ons|ent|s|is|it|re|vez|vons)?\b/,
  /\b(ne|n) (\w+ ){0,4}(plus|pas) (\w+ ){0,3}(messages?|ecri\w*|envo\w*|contact\w*|recev\w*|recoi\w*|pub\w*)\b/,
  /\b(ne|n) (\w+ ){0,3}(envo|ecri|contact|recev|recoi)\w*( \w+){0,3} (plus|pas)\b/,
  /\b(plus|pas) de (messages?|pubs?|publicites?|promos?|offres?)\b/,
  /\b(retir|supprim|enlev)\w* (moi|nous|mon|notre)\b/,
  /\blaisse[rz]? (moi|nous) tranquilles?\b/,
  // Arabic, and as Lebanese write it in Latin letters
  /(^| )(ما|مش|لا) ?(بدي|بدنا|اريد|نريد|ارغب|نرغب|عاوز|عايز)( |$)/,
  /(^| )(ما|لا) ?(عاد |بقا |بقي )?(تبعت|ترسل|تكتب|تراسل|تتواصل)/,
  /(^| )[اتي]?(وقف|يقاف)(و|وا|ي|ولي|لي)?( |$)/,
  /(^| )(الغا|الغوا?|الغي|ازعاج|احذف\S*|شيلو?ني|حلوا? عني)( |$)/,
  /(^| )(بكفي|يكفي|كفي|كفا|خلص|بلا) (رسايل|رساله|اعلانات|عروض)/,
  /\bma ?(bad+[ie]h?|bd[ie]|badna|bidd?i)\b/,
  /\b(wa2+[ie]?fo?u?|w2afo?|wa2fouli?)\b/,
];

/**
 * Whether words that are no whole word of the house's sound like a no all the same: "please stop sending me these messages". Only a
 * person can tell that from "please stop it at 8" (docs/design/whatsapp.md 5).
 */
export function soundsLikeNo(text: string, words: Limits["words"]): boolean {
  const said = foldText(text.slice(0, MOST_READ));
  if (said === "") return false;
  if (SOUNDS.some((sound) => sound.test(said))) return true;
  const isShort = said.split(" ").length <= SHORT;
  return isShort && words.stop.some((word) => ` ${said} `.includes(` ${foldText(word)} `));
}
