import { foldText } from "../../fold-text";
import type { Limits } from "../limits/contract";

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
  /\b(did not|didn ?t|never|have not|haven ?t) (ask|asked) for (this|that|these|those|them|any|your|messages?)$/,
  /\b(did not|didn ?t|never|have not|haven ?t) (ask|asked) for (\w+ ){0,2}(messages?|msgs?|texts?|offers?|promos?|promotions?|ads)\b/,
  /\b(did not|didn ?t|never|have not|haven ?t) (sign|signed|subscribed?|agreed?|consent|consented)\b/,
  /\b(who|where|how) (\w+ ){0,4}(get|got|gave|given|have|find|found) (\w+ ){0,3}my (phone )?(number|contact)\b/,
  /\bwrong (number|person)( |$)(?!of\b)/,
  /\b(please|pls|plz|kindly) no (more )?(messages?|msgs?|texts?|promos?|promotions?|offers?|ads|whatsapp)\b/,
  /\bno (messages?|msgs?|texts?|promos?|promotions?|offers?|ads|whatsapp) (please|pls|plz|any ?more|thanks?|thank you)\b/,
  /\b(enough|too many) (\w+ ){0,3}(messages?|msgs?|texts?|promos?|promotions?|offers?|ads)\b/,
  /\b(don ?t|do not|no longer|never) (want|need|wish|like|care) (to )?(hear|receive|get) (\w+ ){0,2}from (you|u)\b/,
  /\brefrain from\b|\bcease\b|\bharass\w*/,
  /\b(will|ll|going to|gonna|have|must) (block|report|sue|blocked|reported) (you|u|(this|your) (number|account))$/,
  /\b(lose|forget|erase|drop) my (phone )?(number|contact)\b/,
  // French
  /\b(arret|stopp|desabonn|desinscri)(e|er|es|ez|ons|ent|s|is|it|re|vez|vons)?\b/,
  /\b(ne|n) (\w+ ){0,4}(plus|pas) (\w+ ){0,3}(messages?|ecri\w*|envo\w*|contact\w*|recev\w*|recoi\w*|pub\w*)\b/,
  /\b(ne|n) (\w+ ){0,3}(envo|ecri|contact|recev|recoi)\w*( \w+){0,3} (plus|pas)\b/,
  /\b(plus|pas) de (messages?|pubs?|publicites?|promos?|offres?)\b/,
  /\b(retir|supprim|enlev)\w* (moi|nous|mon|notre)\b/,
  /\b(laisse|fiche|foute?)[rz]? (moi|nous) (tranquilles?|en paix|la paix)\b/,
  /\b(assez|marre|trop) de (vos |ces )?(messages?|pubs?|publicites?|promos?|offres?)\b/,
  /\b(cesse[rz]?|evite[rz]?) de (m |me |nous )?(ecri|envo|contact|message)\w*/,
  /\b(n ai|avons|ai) (pas|rien|jamais) (demande|souhaite|accepte|autorise)( ca| cela| a recevoir.*| (\w+ ){0,2}(messages?|pubs?|publicites?|promos?|offres?))?$/,
  /\b(qui|comment|ou) (\w+ ){0,4}(eu|obtenu|trouve|donne|recupere|pris) (mon|notre) (numero|contact|tel|telephone)\b/,
  /\b(mauvais|faux) numero\b|\berreur de numero\b/,
  /\b(ne m interesse|m interesse) pas\b|\bpas (du tout )?interesse/,
  // Arabic, and as Lebanese write it in Latin letters
  /(^| )(ما|مش|لا) ?(بدي|بدنا|اريد|نريد|ارغب|نرغب|عاوز|عايز)( |$)/,
  /(^| )(ما|لا) ?(عاد |بقا |بقي )?(تبعت|ترسل|تكتب|تراسل|تتواصل)/,
  /(^| )[اتي]?(وقف|يقاف)(و|وا|ي|ولي|لي)?( |$)/,
  /(^| )(الغا|الغوا?|الغي|ازعاج|احذف\S*|شيلو?ني|حلوا? عني)( |$)/,
  /(^| )(بكفي|يكفي|كفي|كفا|كفايه|خلص|بلا|بدون|من دون|حاجه|حاجي|ممنوع) (ال|هال|هل )?(رسايل|رساله|رسالات|اعلانات|عروض|مسج\S*)/,
  /(^| )(ال)?(عدم|توقف عن|كف عن|كفوا عن|داعي ل|داعي لل) ?(ال)?(ارسال|مراسل|تواصل|رسايل|ازعاج|كتاب)/,
  /(^| )(لم|ما|لا) ?(اطلب|طلبت|طلبنا|نطلب|اشترك\S*|سجل\S*|وافق\S*|اوافق) (\S+ )?(ال|هال|هل )?(رسايل|رساله|اعلانات|عروض|اشتراك)/,
  /(^| )(من وين|من اين|منين|مين|من) (جب|عطا|اعطا|حصل|اخذ|اخد|لقي)\S* (\S+ ){0,2}رقمي/,
  /(^| )(ال)?رقم (غلط|خطا|خاطي)( |$)/,
  /(^| )بطل(و|وا|ي)? (ال|هال)?(تبعت|ترسل|تراسل|رسايل)/,
  /(^| )(مش|مو|مانو|غير|لست) (مهتم|معني|مهتمين)/,
  /(^| )(امسح|امحي?|شيل|ازيل|احذف)\S* (رقم|اسم)/,
  /تزعج|(^| )ازعجتو|(^| )سبام( |$)/,
  /\bma ?(bad+[ie]h?|bd[ie]|badna|bidd?i)\b/,
  /\b(wa2+[ie]?fo?u?|w2afo?|wa2fouli?)\b/,
  /\b(bala|bila|balash|bidoun|bdoun|bedoun|khalas|khalass|7aje|7aji|haje|bikaf+[ie]|bi?kaf+[ie]h?|yikfi) (hal ?)?(messages?|msgs?|maseget|rasa2?[iy]?e?l|rasayel|resa2el|offers?|promos?)\b/,
  /\b(ma|la|batt?el|batt?[le]+[oui]+) ?t[aei]?b ?3[aeo]?t\w*/,
  /\bma talab[ie]?t (hal ?)?(messages?|msgs?|rasa2?[iy]?e?l|rasayel|offers?)\b/,
  /\b(min|men|mn) (wen|wein|3ata\w*|a3ta\w*|3atak\w*) (\w+ ){0,2}ra2[ae]?m[eiy]\b/,
  /\b(mish|mesh|mich|mush) (mohtam+|muhtam+|mehtam+)\w*/,
  /\b(m7[oui]+|em7[oui]+|ms7[oui]+|emsa7[oui]+|shil[oui]+|she?il[oui]+) (\w+ )?(ra2[ae]?m[eiy]|esm[eiy])\b/,
  /\bt?[ie]?z[ae]?3[aei]?j\w*/,
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
