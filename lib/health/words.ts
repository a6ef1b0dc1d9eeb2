import { branchName } from "../known-branches";
import { localDate, localTime } from "../local-time";
import type { StoreHealth } from "./contract";

const WHAT: Record<string, string> = { table: "tables", contacts: "guest book" };

/** What a store has lost, in words; null if nothing. */
export function missingInWords(
  { branch, kind, missing }: Pick<StoreHealth, "branch" | "kind" | "missing">,
  timeZone: string,
): string | null {
  if (!missing) return null;
  const { changes, since, until } = missing;
  const whose = branch === "hub" ? "the group's data (people, points, messages)" : `${branchName(branch)}'s ${WHAT[kind] ?? "data"}`;
  const count = changes === 1 ? "1 change" : `${changes.toLocaleString("en")} changes`;
  const time = since === null ? `up to ${timeOf(until, timeZone)}` : `between ${timeOf(since, timeZone)} and ${timeOf(until, timeZone)}`;
  const verb = changes === 1 ? "is" : "are";
  return `${count} to ${whose}, ${time}, ${verb} missing: a part of the file was lost. Look through them and enter again what is not there.`;
}

/** `20 November, 21:25` */
function timeOf(instant: string, timeZone: string): string {
  const at = new Date(instant);
  const day = new Date(`${localDate(at, timeZone)}T12:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return `${day}, ${localTime(at, timeZone)}`;
}
