import { asciiDigits } from "@/lib/digits";
import { DEFAULT_COUNTRY_CODE, isValidPhone, normalisePhone, readPhone } from "@/lib/phones";

/**
 * What the form keeps of a typed number: digits only, leading zeros dropped, the chosen country code in front
 * (second specification, section 5). A number of another country keeps its `+`, because without it every later reader
 * would take it for a national one and put 961 in front.
 */
export function phoneToSave(typed: string, countryCode: string): string {
  const digits = internationalDigits(typed, countryCode);
  if (!digits) return "";
  return digits.startsWith(DEFAULT_COUNTRY_CODE) ? digits : `+${digits}`;
}

/**
 * Of the readings of a number, the first that is a real one. Indian and Kazakh numbers may begin like their own country
 * code, and people of the Bahamas write the 242 of 1-242 as a part of their number.
 */
function internationalDigits(typed: string, countryCode: string): string {
  const normalised = normalisePhone(typed, countryCode);
  if (!normalised || /^\s*(\+|00)/.test(asciiDigits(typed))) return normalised;
  const national = asciiDigits(typed).replace(/\D/g, "").replace(/^0+/, "");
  const readings = [normalised, countryCode + national];
  if (/^1\d{3}$/.test(countryCode) && national.startsWith(countryCode.slice(1))) readings.push(`1${national}`);
  return readings.find(isReal) ?? normalised;
}

function isReal(digits: string): boolean {
  const number = readPhone(`+${digits}`);
  return number !== null && isValidPhone(number);
}
