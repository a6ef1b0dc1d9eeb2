import type { DatedContact } from "@/lib/date-search/contract";

/** Letters without accents and marks, so that "elodie" finds Élodie. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Digits of any script as ASCII, and nothing else. */
function digitsOf(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) & 0xff) % 16)).replace(/\D/g, "");
}

/** The rows in which every word of the filter stands: in a name or company, or among the digits of the phones. */
export function filterContacts(contacts: readonly DatedContact[], filter: string): readonly DatedContact[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  if (words.length === 0) return contacts;
  const isPhone = /^[\d\s+().\-/٠-٩۰-۹]+$/.test(filter);
  const digits = digitsOf(filter).replace(/^0+/, "");
  return contacts.filter((contact) => {
    if (isPhone && digits) return digitsOf(contact.phones).includes(digits);
    const text = folded(`${contact.name} ${contact.company}`);
    return words.every((word) => text.includes(word));
  });
}
