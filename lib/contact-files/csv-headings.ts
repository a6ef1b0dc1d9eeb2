import { foldText } from "../fold-text";
import { COLUMN_FIELDS, GUEST_FIELDS } from "../guest-fields";
import type { ColumnField } from "./contact-file-row";

/** The columns that hold one field word for word (lib/guest-fields.ts). */
const OF_FIELDS = Object.fromEntries(COLUMN_FIELDS.map((field) => [GUEST_FIELDS[field].csv.role, GUEST_FIELDS[field].csv.read])) as Record<
  FieldRole,
  string
>; // a role for each of them
/** What such a column is called here. */
export type FieldRole = (typeof GUEST_FIELDS)[ColumnField]["csv"]["role"];

/**
 * The headings of each column, folded by `foldText`: lower case, no accents, no punctuation, one letter for each family of
 * Arabic letters. English is what Google and Outlook write; Arabic and French are what people here write themselves.
 */
const HEADINGS = {
  name: "full name|fullname|display name|guest|nom complet|name surname|name and surname|first and last name|first last name|names|الاسم والشهره|الاسم الكامل|saved name|anzeigename|angezeigter name",
  prefix: "name prefix|prefix|courtesy title|anrede|civilite",
  first: "firstname|given name|fname|f name|forename|prenom|prenoms|الاسم الاول|vorname",
  middle: "middle|middle name|additional name|2 vorname|zweiter vorname|weitere vornamen|اسم الاب",
  last: "lastname|family name|lname|l name|surname|nom|nom de famille|الشهره|اسم العائله|العائله|الكنيه|nachname|familienname",
  suffix: "name suffix|suffix",
  nickname: "nickname|nick name|file as|public name|push name|rufname|spitzname|surnom",
  phone: "contact number|contact no|primary phone|car phone|المحمول|الرقم",
  fax: "",
  pager: "",
  title: "title|titre",
  birthday: "ne e le|ne le|nee le|birth day|geburtsdatum",
  birthYear: "year of birth|annee de naissance|geburtsjahr",
  birthMonth: "geburtsmonat",
  birthDayOfMonth: "geburtstag",
  addedAt:
    "added at|created at|added|date added|added on|created on|date created|creation date|registration date|date d ajout|date de creation|تاريخ الاضافه|تاريخ التسجيل",
  ...OF_FIELDS,
} as const;

/** What a column says of a guest; `courtesy` is Outlook's Mr. or Mrs., `addressPart` a street, a town and so on. */
export type Role = keyof typeof HEADINGS | "courtesy" | "addressPart" | "phoneType" | "dialCode";

/** Folded once more: a letter of these tables may be one that folding writes in another way. */
const wordSet = (words: string) => new Set(words.split(" ").map(stem));

const ROLE_OF = new Map<string, Role>();
for (const role of Object.keys(HEADINGS) as (keyof typeof HEADINGS)[])
  for (const heading of HEADINGS[role].split("|")) if (heading) ROLE_OF.set(foldText(heading), role);
ROLE_OF.delete("birth day"); // a day of the month where a month stands beside it

/** The words that say what a column holds. */
const PHONE = wordSet(
  "phone phones telephone telephones tel tels mobile mobiles mob cell cellphone cellular gsm whatsapp sms portable telefon telefonnummer rufnummer handy handynummer mobil mobiltelefon mobilnummer autotelefon هاتف هواتف موبايل جوال خليوي تلفون تليفون واتساب",
);
const HEADS: [Role, Set<string>][] = [
  ["fax", wordSet("fax telefax faxnummer telecopie telecopieur فاكس")],
  ["pager", wordSet("pager beeper bipeur")],
  ["phone", PHONE],
  ["email", wordSet("email emails mail courriel courriels messagerie electronique ايميل بريد")],
];

/** Words beside them that change nothing: whose it is, which of several, and what stands between. */
const BESIDE = wordSet(
  "guest guests client clients customer customers contact contacts member person personne user my your invite adherent " +
    "the of and or for et ou with de du des d la le les l n s a to in incl including " +
    "number numbers no nb nr nbr num nos numero numeros digits full complete local international intl " +
    "home house domicile maison work office business bureau travail professionnel professionnelle pro personal personnel perso private prive privee " +
    "main primary principal principale first second third secondary secondaire other others autre alternative alternate alt additional preferred default fixe " +
    "general formatted yahoo privat geschaftlich dienstlich nummer primare sekundare " +
    "lb lebanon liban lebanese address adresse " +
    "رقم ارقام زبون زبائن عميل ضيف منزل بيت عمل مكتب شخصي اساسي رئيسي ثاني اول اخر محمول الكتروني عنوان",
);

/** The code of a country before a phone; one word of each says so, and `indicatif` alone. */
const CODE = wordSet("code codes prefix indicatif vorwahl landervorwahl landesvorwahl رمز كود مفتاح");
const OF_A_COUNTRY = wordSet(
  "country dial dialing dialling calling isd iso pays telephonique indicatif vorwahl landervorwahl landesvorwahl دوله بلد اتصال",
);

/** Of a birthday, and of its parts where three columns hold it. */
const BIRTH = wordSet("birth birthday birthdate bday dob naissance anniversaire ميلاد ولاده مولد");
const BIRTH_PARTS: [Role, Set<string>][] = [
  ["birthYear", wordSet("year annee an سنه عام")],
  ["birthMonth", wordSet("month mois شهر")],
  ["birthDayOfMonth", wordSet("day jour يوم")],
];
const BESIDE_BIRTH = wordSet(
  "date of de d la le the guest client customer contact member s du تاريخ عيد زبون عميل ضيف dd mm yyyy yy jj aaaa",
);

const WHOLE_NAME = wordSet("name names nom noms اسم");
const NAME_PARTS: [Role, Set<string>][] = [
  ["first", wordSet("first given prenom prenoms forename fname")],
  ["last", wordSet("last family surname lname شهره عائله")],
];
const BESIDE_NAME = wordSet(
  "guest client customer contact member person user s of the du de la le l d full complete complet et and your my زبون عميل ضيف كامل ثلاثي",
);

/**
 * What a column of this heading holds: by the whole heading, or by its words, each of which must be known. A word that is
 * not may turn everything round ("Spouse Phone", "Phone Type"), and an unread column is said.
 * @param folded the heading, folded
 */
export function roleOfHeading(folded: string): Role | undefined {
  return ROLE_OF.get(folded) ?? roleOfWords(wordsOf(folded));
}

/** `phone1` is two words; `d o b` and `e mail` are one. */
function wordsOf(folded: string): string[] {
  const text = folded
    .replace(/\bd o b\b/, "dob")
    .replace(/\be mail/g, "email")
    .replace(/ with country code\b/, "")
    .replace(/\bvideo call\b/, "phone")
    .replace(/([a-z])(\d+)\b/g, "$1 $2");
  return text.split(" ").map(stem);
}

/** Arabic's article and `for the` are written with the word. */
function stem(word: string): string {
  const folded = foldText(word);
  return folded.replace(/^(?:ال|لل)+(?=..)/, "");
}

function roleOfWords(words: string[]): Role | undefined {
  const all = (...sets: Set<string>[]) => words.every((word) => /^\d{1,2}$/.test(word) || sets.some((set) => set.has(word)));
  const any = (set: Set<string>) => words.some((word) => set.has(word));
  if (any(BIRTH)) return all(BIRTH, BESIDE_BIRTH, ...BIRTH_PARTS.map(([, set]) => set)) ? birthRole(any) : undefined;
  if (any(CODE) && (any(OF_A_COUNTRY) || any(PHONE))) return all(CODE, OF_A_COUNTRY, PHONE, BESIDE) ? "dialCode" : undefined;
  // The first decides: "Tel/Fax" is called, a "Fax phone" is not.
  const heads = words.flatMap((word) => HEADS.filter(([, set]) => set.has(word)).map(([role]) => role));
  if (heads[0] && new Set(heads).has("email")) return all(HEADS[3]?.[1] ?? BESIDE, BESIDE) ? "email" : undefined;
  if (heads[0]) return all(...HEADS.map(([, set]) => set), BESIDE) ? heads[0] : undefined;
  if (!all(WHOLE_NAME, BESIDE_NAME, ...NAME_PARTS.map(([, set]) => set))) return undefined;
  const parts = NAME_PARTS.filter(([, set]) => any(set)).map(([role]) => role);
  if (parts.length === 1 && !(parts[0] === "first" && words.includes("nom"))) return parts[0];
  return parts.length > 0 || any(WHOLE_NAME) ? "name" : undefined;
}

function birthRole(any: (set: Set<string>) => boolean): Role {
  const parts = BIRTH_PARTS.filter(([, set]) => any(set)).map(([role]) => role);
  return parts.length === 1 && parts[0] ? parts[0] : "birthday";
}

/** The parts of an address in the order in which they are written, each by all its headings. */
const ADDRESS_PARTS = [
  "street|street address|rue|strasse|address|adresse|street 1|street address 1|address 1|address line 1|الشارع|شارع",
  "street 2|street address 2|address 2|adresse 2|address line 2",
  "street 3|address 3|address line 3",
  "po box|p o box|postfach",
  "extended address",
  "city|town|ville|ort|stadt|المدينه|مدينه|البلده",
  "state|state province|bundesland",
  "region",
  "postal code|postcode|code postal|postleitzahl|plz|postal zip code",
  "zip|zip code|zipcode",
  "country|pays|land|البلد|الدوله",
  "country region|land region",
].flatMap((headings, rank) => headings.split("|").map((heading): [string, number] => [foldText(heading), rank]));

const RANK_OF_PART = new Map(ADDRESS_PARTS);

/** The place of a part in its address; -1 for what is none. */
export function addressPartRank(folded: string): number {
  return RANK_OF_PART.get(folded) ?? -1;
}
