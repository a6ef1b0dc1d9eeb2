import { longDate } from "@/components/ui/local-times";
import { branchName } from "@/lib/known-branches";
import { OCCASION_WORDS } from "@/lib/reservations/screen-words";
import type { Reservation } from "@/lib/reservations/shapes";
import { groupOf } from "@/lib/reservations/states";
import type { ShownDay } from "./kept/with-kept";

/** A day on paper, as the server says it too. */
export interface Sheet {
  groups: { title: string; covers: number; reservations: readonly Reservation[] }[];
  bookings: number;
  covers: number;
  /** For the staff's group: without phones, and no allergy beside a name. */
  text: string;
}

const coversOf = (list: readonly Reservation[]) => list.reduce((sum, { party }) => sum + party, 0);

/** The sheet of what this device has of a day, for when no server answers. */
export function sheetOf(day: ShownDay, branch: string, by: "time" | "table"): Sheet {
  const list = day.reservations.filter(({ status }) => groupOf(status) !== "removed");
  const titleOf = (one: Reservation) =>
    by === "time" ? `${one.time.slice(0, 2)}:00` : one.tables.length > 0 ? `Table ${one.tables.join(" + ")}` : "No table yet";
  const titles = [...new Set(list.map(titleOf))];
  if (by === "table") titles.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const groups = titles.map((title) => {
    const reservations = list.filter((one) => titleOf(one) === title);
    return { title, covers: coversOf(reservations), reservations };
  });
  const covers = coversOf(list);
  const head = `${branchName(branch)}, ${longDate(day.date)}: ${list.length} bookings, ${covers} guests`;
  const text = [
    head,
    ...groups.flatMap(({ title, covers: people, reservations }) => ["", `${title} (${people})`, ...reservations.map(lineOf)]),
  ].join("\n");
  return { groups, bookings: list.length, covers, text };
}

function lineOf({ time, name, party, tables, occasion, guest_note }: Reservation): string {
  const facts = [
    tables.length > 0 && `table ${tables.join(" + ")}`,
    occasion && OCCASION_WORDS[occasion].toLowerCase(),
    guest_note.replaceAll("\n", " "),
  ];
  return [`${time} ${name}, ${party}`, ...facts.filter(Boolean)].join(", ");
}
