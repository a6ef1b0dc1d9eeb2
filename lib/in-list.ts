/** `Tony, Sara and Rita`. */
export function inList(names: readonly string[], last: "and" | "or" = "and"): string {
  const before = names.slice(0, -1);
  const end = names.at(-1) ?? "";
  return before.length > 0 ? `${before.join(", ")} ${last} ${end}` : end;
}
