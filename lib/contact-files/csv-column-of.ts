import { foldText } from "../fold-text";
import { addressPartRank, type Role, roleOfHeading } from "./csv-headings";

/** What one column of a file holds. */
export interface Column {
  role: Role;
  /**
   * Of a part of an address: which of the addresses (Outlook has a home, an office and another), and its place in it.
   * Of Google's phones and of what kind they are: which of the phones.
   */
  address: number;
  rank: number;
  /** Of a phone: the column that tells the code of its country. */
  code?: number;
}

/**
 * The column of a heading: in whole, with its camelCase taken apart, or written in two languages that say the same.
 * @param addresses numbers those of a file, by whose they are
 */
export function columnOf(heading: string, addresses: Map<string, number>): Column | undefined {
  return (
    ofFolded(foldText(heading), addresses) ??
    ofFolded(foldText(wordByWord(heading)), addresses) ??
    ofLanguages(inLanguages(heading), addresses)
  );
}

/** `mobilePhone`, `HomeAddress1`. */
function wordByWord(heading: string): string {
  return heading
    .replace(/whatsapp/gi, "whatsapp")
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{L})(?=\d)/gu, "$1 ");
}

/** `Company الشركة` and `الاسم / Name`, language by language. */
function inLanguages(heading: string): string[] {
  const pieces = heading.split(/[/|()[\]]|\s[-–—]\s/).flatMap((piece) => [
    piece.replace(/[^\p{sc=Arabic}\s]+/gu, " "), // no other script
    piece.replace(/\p{sc=Arabic}+/gu, " "),
  ]);
  return pieces.map(foldText).filter(Boolean);
}

function ofLanguages(folded: string[], addresses: Map<string, number>): Column | undefined {
  if (folded.length < 2) return undefined;
  const [first, ...others] = folded
    .map((text) => ofFolded(text, addresses))
    .map((column) => (column?.role === "title" ? { ...column, role: "jobTitle" as const } : column));
  return first && others.every((other) => other?.role === first.role && other.rank === first.rank) ? first : undefined;
}

const ADDRESS_PART =
  /^(?:(home|business|other|work|general|privat|dienstlich|geschaftlich|address \d+) )?(.+?)(?: (privat|dienstlich|geschaftlich))?$/;

function ofFolded(folded: string, addresses: Map<string, number>): Column | undefined {
  const role = roleOf(folded);
  if (role) return { role, address: Number(/^phone (\d+) /.exec(folded)?.[1] ?? 0), rank: 0 };
  const [, before, part = "", behind] = ADDRESS_PART.exec(folded) ?? [];
  const rank = Math.max(addressPartRank(part), addressPartRank(part.replace(/^address /, "")));
  if (rank === -1) return undefined;
  const of = before ?? behind ?? "";
  const address = addresses.get(of) ?? addresses.size;
  addresses.set(of, address);
  return { role: "addressPart", address, rank };
}

function roleOf(folded: string): Role | undefined {
  const google = /^(phone|e mail|organization|address) \d+ (value|name|title|formatted|type|label)$/.exec(folded);
  if (!google) return roleOfHeading(folded);
  const [, what, part] = google;
  if (what === "phone") return part === "value" ? "phone" : part === "type" || part === "label" ? "phoneType" : undefined;
  if (part === "type" || part === "label") return undefined;
  if (what === "e mail" && part === "value") return "email";
  if (what === "organization") return part === "title" ? "jobTitle" : "company";
  return what === "address" && part === "formatted" ? "address" : undefined;
}
