/** Turns Arabic-Indic (U+0660) and Persian (U+06F0) digits into ASCII and leaves every other character alone. */
export function asciiDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) & 0xff) % 16));
}

/** The digits of a text, in whatever script they stand there, as ASCII; nothing else. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D+/g, "");
}
