import { asciiDigits, digitsOf } from "@/lib/digits";
import { splitExtension } from "@/lib/phone-marks";
import { isValidPhone, lengthOf, normalisePhone, readPhone, splitPhones } from "@/lib/phones";

/** What the form understands of a typed phone, and what it would keep: digits with the country code, in every case. */
export type TypedPhone =
  | { kind: "none"; saved: "" }
  | { kind: "one"; saved: string; doubtful: boolean }
  /** Not simply one number: somebody says first how it is meant. */
  | { kind: "several"; saved: string; numbers: string[] }
  | { kind: "extension"; saved: string; number: string; extension: string }
  | { kind: "nobodys"; saved: string; length: "short" | "right" | "long" };

/**
 * Reads a phone as the form keeps it: digits only, leading zeros dropped, the chosen country code in front (docs/design/spec-guests.md 5).
 * Several numbers stand side by side, each in that form.
 */
export function readTypedPhone(typed: string, countryCode: string): TypedPhone {
  const pieces = splitPhones(typed, countryCode);
  if (pieces.length > 1) {
    const numbers = pieces.map((piece) => internationalDigits(piece, countryCode));
    return { kind: "several", saved: numbers.join(", "), numbers };
  }
  const digits = internationalDigits(typed, countryCode);
  if (!digits) return { kind: "none", saved: "" };
  const { extension } = splitExtension(asciiDigits(typed));
  if (extension) return { kind: "extension", saved: `${digits} ${extension}`, number: digits, extension };
  const number = readPhone(`+${digits}`);
  if (!number?.key) return { kind: "nobodys", saved: digits, length: lengthOf(`+${digits}`) };
  return { kind: "one", saved: digits, doubtful: !isValidPhone(number) };
}

/** Whether somebody must say first how the phone is meant. @param agreed the text that somebody agreed to keep as it is read */
export function asksAbout(phone: TypedPhone, typed: string, agreed: string): boolean {
  return !["none", "one"].includes(phone.kind) && typed !== agreed;
}

/**
 * Of the readings of a number, the first that is a real one. Indian and Kazakh numbers may begin like their own country
 * code, and people of the Bahamas write the 242 of 1-242 as a part of their number.
 */
function internationalDigits(typed: string, countryCode: string): string {
  const normalised = normalisePhone(typed, countryCode);
  if (!normalised || /^\s*(\+|00)/.test(asciiDigits(typed))) return normalised;
  const national = digitsOf(typed).replace(/^0+/, "");
  const readings = [normalised, countryCode + national];
  if (/^1\d{3}$/.test(countryCode) && national.startsWith(countryCode.slice(1))) readings.push(`1${national}`);
  return readings.find(isReal) ?? normalised;
}

function isReal(digits: string): boolean {
  const number = readPhone(`+${digits}`);
  return number !== null && isValidPhone(number);
}
