/** What a cancel cannot take back. @param count null where nobody knows */
export function handedOverInWords(count: number | null): string {
  if (!count) return "What was handed to WhatsApp already may still arrive.";
  return `${count.toLocaleString("en")} ${count === 1 ? "was" : "were"} handed over already and may arrive.`;
}
