import type { AnswerOf, QueryOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import type { Branch } from "../../db/branch";
import { branchName } from "../../known-branches";
import { longDate } from "../../shown-dates";
import { momentNow } from "../booking";
import { STATUS_LABELS } from "../reservation-texts";
import { rowsOfDay } from "../rows";
import type { Reservation } from "../shapes";
import { showAll } from "../show";
import { groupOf } from "../states";
import type { daySheet } from "./contract";

type Sheet = AnswerOf<typeof daySheet>;

/** A day on paper: who comes, by time or by table. What was cancelled or never came is not on it. */
export async function sheetOf(branch: Branch, asked: QueryOf<typeof daySheet>, caller: Caller): Promise<Sheet> {
  const { sql } = await branch.table();
  const moment = momentNow();
  const date = asked?.date ?? moment.today;
  const by = asked?.by ?? "time";
  const rows = rowsOfDay(sql, date).filter(({ status }) => !["removed", "waitlist"].includes(groupOf(status)));
  const shown = await showAll(branch, rows, caller);
  const groups =
    by === "time" ? groupsBy(shown, ({ time }) => [time]) : groupsBy(shown, ({ tables }) => (tables.length > 0 ? tables : [""]));
  const covers = coversOf(shown);
  const sorted = by === "time" ? groups : groups.sort((a, b) => a.title.localeCompare(b.title, "en", { numeric: true }));
  return {
    date,
    branch_name: branchName(branch.key),
    made_at: moment.iso,
    by,
    bookings: shown.length,
    covers,
    groups: sorted.map((group) => ({ ...group, title: group.title === "" ? "No table yet" : group.title })),
    text: textOf(branchName(branch.key), date, shown, covers),
  };
}

const coversOf = (some: readonly Reservation[]) => some.reduce((sum, { party }) => sum + party, 0);

function groupsBy(shown: readonly Reservation[], keysOf: (one: Reservation) => readonly string[]): Sheet["groups"] {
  const groups = new Map<string, Reservation[]>();
  for (const one of shown) for (const key of keysOf(one)) groups.set(key, [...(groups.get(key) ?? []), one]);
  return [...groups].map(([title, reservations]) => ({ title, covers: coversOf(reservations), reservations }));
}

/** For the staff's group: a chat is read by many and kept for ever, so no number, no allergy and no note of the guest stands there. */
function textOf(branch: string, date: string, shown: readonly Reservation[], covers: number): string {
  const lines = shown.map(({ time, party, name, tables, status, occasion, known }) => {
    const marks = [
      known?.vip ? "VIP" : "",
      occasion ?? "",
      known?.first_visit ? "first visit" : "",
      status === "CONFIRMED" ? "" : STATUS_LABELS[status],
    ];
    const where = tables.length > 0 ? ` · table ${tables.join(" + ")}` : "";
    return `${time} · ${party} · ${name}${where}${marks
      .filter(Boolean)
      .map((mark) => ` · ${mark}`)
      .join("")}`;
  });
  return [`${branch}, ${longDate(date)}: ${shown.length} reservations, ${covers} guests`, ...lines].join("\n");
}
