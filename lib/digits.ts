/** Turns Arabic-Indic (U+0660), Persian (U+06F0) and full-width (U+FF10) digits into ASCII and leaves every other character alone. */
export function asciiDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String((digit.charCodeAt(0) & 0xff) % 16));
}

/** The digits of a text in any script, as ASCII, without anything else. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D+/g, "");
}
