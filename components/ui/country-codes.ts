import { countries, getEmojiFlag } from "countries-list";
import { DEFAULT_COUNTRY_CODE } from "@/lib/phone-marks";

export interface CountryCode {
  /** Unique; several countries share a calling code, and some countries have several. */
  id: string;
  iso: string;
  name: string;
  flag: string;
  /** The digits that go in front of a number. */
  code: string;
  /** As people write it: `961`, and `1-242` where the code is a part of the shared `1`. */
  label: string;
}

export const COUNTRY_CODES: readonly CountryCode[] = Object.entries(countries)
  .flatMap(([iso, country]) =>
    country.phone.map((number) => {
      const code = String(number);
      return {
        id: `${iso}-${code}`,
        iso,
        name: country.name,
        flag: getEmojiFlag(iso as keyof typeof countries),
        code,
        label: /^1\d{3}$/.test(code) ? `1-${code.slice(1)}` : code,
      };
    }),
  )
  .sort((a, b) => a.name.localeCompare(b.name, "en") || a.code.localeCompare(b.code));

const home = COUNTRY_CODES.find((country) => country.iso === "LB" && country.code === DEFAULT_COUNTRY_CODE);
if (!home) throw new Error("The list of country codes lacks the default one.");

export const HOME_COUNTRY: CountryCode = home;

/** The home country first while nothing is typed; then those whose name, code or letters begin like what was typed, before those that only hold it. */
export function findCountries(typed: string): readonly CountryCode[] {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^\+|^00/, "");
  if (!text) return [HOME_COUNTRY, ...COUNTRY_CODES.filter((country) => country !== HOME_COUNTRY)];
  const digits = text.replace(/\D/g, "");
  const begins = (country: CountryCode) =>
    (digits !== "" && country.code.startsWith(digits)) || country.name.toLowerCase().startsWith(text) || country.iso.toLowerCase() === text;
  const holds = (country: CountryCode) => digits === "" && country.name.toLowerCase().includes(text);
  return [...COUNTRY_CODES.filter(begins), ...COUNTRY_CODES.filter((country) => !begins(country) && holds(country))];
}
