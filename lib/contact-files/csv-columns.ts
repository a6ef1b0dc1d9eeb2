import { foldText } from "../search-text";
import type { RawContact } from "./contact-file-row";

/**
 * The headers of each column, folded by `foldText`: lower case, no accents, no punctuation, one letter for each family of
 * Arabic letters. English is what Google and Outlook write; Arabic and French are what people here write themselves.
 */
const HEADERS = {
  name: "name|full name|fullname|display name|guest|guest name|contact name|customer name|nom complet|الاسم|اسم|الاسم الكامل|اسم الضيف|اسم الزبون",
  prefix: "name prefix|prefix|courtesy title",
  first: "first name|firstname|given name|prenom|الاسم الاول",
  middle: "middle name|additional name|اسم الاب",
  last: "last name|lastname|family name|surname|nom|nom de famille|الشهره|اسم العائله|الكنيه",
  suffix: "name suffix|suffix",
  nickname: "nickname|file as",
  phone:
    "phone|phones|phone number|phone numbers|mobile|mobile phone|mobile number|mobile phone 2|cell|cell phone|tel|telephone|contact number|gsm|whatsapp|home phone|home phone 2|business phone|business phone 2|work phone|other phone|primary phone|car phone|portable|tel mobile|telephone mobile|" +
    "الهاتف|هاتف|رقم الهاتف|الهاتف المحمول|المحمول|الجوال|جوال|رقم الجوال|الموبايل|موبايل|الخليوي|خليوي|رقم الخليوي|التلفون|تلفون|رقم التلفون|الرقم",
  email:
    "email|e mail|mail|email address|e mail address|email 2 address|e mail 2 address|email 3 address|e mail 3 address|courriel|adresse de messagerie|adresse e mail|البريد الالكتروني|البريد|ايميل|الايميل|بريد الكتروني",
  company: "company|company name|organization|organisation|organization name|societe|entreprise|الشركه|شركه|المؤسسه",
  jobTitle: "job title|organization title|position|profession|fonction|poste|المسمي الوظيفي|الوظيفه|المنصب|المهنه",
  title: "title|titre",
  birthday:
    "birthday|bday|birth date|birthdate|date of birth|dob|anniversaire|date de naissance|تاريخ الميلاد|عيد الميلاد|تاريخ الولاده|الميلاد",
  birthYear: "birth year|year of birth|annee de naissance|سنه الميلاد|سنه الولاده",
  address: "address|full address|adresse|العنوان|عنوان",
  addedAt: "added at|created at|added|date added|تاريخ الاضافه",
} as const;

type Role = keyof typeof HEADERS;

const ROLE_OF = new Map<string, Role>();
for (const role of Object.keys(HEADERS) as Role[]) {
  // Folded once more: a letter of this table may be one that folding writes in another way.
  for (const header of HEADERS[role].split("|")) ROLE_OF.set(foldText(header), role);
}

const ADDRESS_PARTS = [
  "street",
  "street 2",
  "street 3",
  "po box",
  "extended address",
  "city",
  "state",
  "region",
  "postal code",
  "zip",
  "country",
  "country region",
];

/** Where the columns of a file are: positions in a record, in the order of the file. */
export interface Columns {
  count: number;
  roles: Record<Role, number[]>;
  /** Street, town and so on of one address in each list: Outlook has columns for a home, an office and another. */
  addresses: number[][];
}

/**
 * Reads the header of a CSV file, in any order, case and of the languages above.
 * @returns null where no column holds names or phones
 */
export function readColumns(header: readonly string[]): Columns | null {
  const roles = Object.fromEntries(Object.keys(HEADERS).map((role) => [role, [] as number[]])) as Record<Role, number[]>;
  const addresses = new Map<string, { rank: number; index: number }[]>();
  for (const [index, text] of header.entries()) {
    const folded = foldText(text);
    const role = roleOf(folded);
    if (role) roles[role].push(index);
    else addAddressPart(addresses, folded, index);
  }
  // Outlook's Title is Mr. or Mrs.; the work stands under Job Title.
  if (roles.jobTitle.length > 0) roles.prefix.push(...roles.title.splice(0));
  else roles.jobTitle = roles.title;
  // "Name, Surname": the name is the given one then.
  if (roles.first.length === 0 && roles.last.length > 0) roles.first.push(...roles.name.splice(0));
  const hasGuests = [roles.name, roles.first, roles.last, roles.phone].some((columns) => columns.length > 0);
  if (!hasGuests) return null;
  const inOrder = [...addresses.values()].map((parts) => parts.sort((a, b) => a.rank - b.rank).map(({ index }) => index));
  return { count: header.length, roles, addresses: inOrder };
}

function roleOf(folded: string): Role | undefined {
  const google = /^(phone|e mail|organization|address) \d+ (value|name|title|formatted)$/.exec(folded);
  if (!google) return ROLE_OF.get(folded);
  const [, what, part] = google;
  if (what === "phone" && part === "value") return "phone";
  if (what === "e mail" && part === "value") return "email";
  if (what === "organization") return part === "title" ? "jobTitle" : "company";
  return what === "address" && part === "formatted" ? "address" : undefined;
}

function addAddressPart(addresses: Map<string, { rank: number; index: number }[]>, folded: string, index: number): void {
  const header = /^(?:(home|business|other|work|address \d+) (?:address )?)?(.+)$/.exec(folded);
  const rank = header ? ADDRESS_PARTS.indexOf(header[2] ?? "") : -1;
  if (!header || rank === -1) return;
  const of = header[1] ?? "";
  addresses.set(of, [...(addresses.get(of) ?? []), { rank, index }]);
}

/** What one record says, word for word. */
export function toRawContact(columns: Columns, record: readonly string[]): RawContact {
  const values = (role: Role) => columns.roles[role].map((index) => cell(record[index])).filter(Boolean);
  const first = (role: Role) => firstOfSeveral(values(role)[0] ?? "");
  const given = values("first")[0] ?? "";
  const family = values("last")[0] ?? "";
  const parts = [values("prefix")[0], given, values("middle")[0], given.endsWith(` ${family}`) ? "" : family, values("suffix")[0]];
  const named = [parts[1], parts[2], parts[3]].some(Boolean);
  const company = first("company");
  const address = first("address");
  return {
    names: [first("name"), named ? parts.filter(Boolean).join(" ") : "", first("nickname"), company],
    phones: values("phone").flatMap((phones) => phones.split(":::").map(cell)),
    email: first("email"),
    company,
    title: first("jobTitle"),
    birthday: first("birthday"),
    birthYear: first("birthYear"),
    address: address || addressOf(columns, record),
    addedAt: first("addedAt"),
  };
}

function addressOf(columns: Columns, record: readonly string[]): string {
  for (const parts of columns.addresses) {
    const texts = parts.map((index) => firstOfSeveral(cell(record[index]))).filter(Boolean);
    if (texts.length > 0) return texts.join(", ");
  }
  return "";
}

/** Google puts several phones, addresses or organisations of one kind into one cell. */
function firstOfSeveral(text: string): string {
  return text.includes(":::")
    ? (text
        .split(":::")
        .map((value) => value.trim())
        .find(Boolean) ?? "")
    : text;
}

/**
 * A cell without what spreadsheets need around it: `="03123456"` keeps the zero in Excel, and an apostrophe keeps a
 * text from being taken for a formula (our own exports write it before `+961…` and `--05-14`).
 */
function cell(value: string | undefined): string {
  const text = value?.trim() ?? "";
  const formula = /^="(.*)"$/s.exec(text);
  if (formula) return formula[1]?.trim() ?? "";
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
