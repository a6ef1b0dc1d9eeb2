export { inList } from "@/lib/in-list";

/** `3 tables`, `1 guest`. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
