import type { DayHours } from "../../business-day";
import { inList } from "../../in-list";
import { localTime } from "../../local-time";
import type { Tableless } from "../rows";
import type { Problem } from "../shapes";
import { eveningMinutes } from "../times";
import { type Choice, freeChoices, isTable, spokenFor } from "./choose-tables";
import type { Rules, SpecialDay } from "./contract";
import { type BlockedArea, blockedAreasAt } from "./limits";

/** What a day's tables are chosen by. */
export interface TablesOfDay {
  rules: Pick<Rules, "tables" | "combinations">;
  special: SpecialDay | null;
  hours: DayHours;
}

/** Who looks for a table. */
export interface Looking {
  party: number;
  /** Empty: wherever there is room. */
  area: string;
  /** When they come, by the clocks. */
  time: string;
  held: readonly { table: string }[];
  /** Parties that have no table yet, the largest first. */
  tableless: readonly Tableless[];
  /** Tables at which people sit without a reservation: they are offered last. */
  walkIns: readonly { table: string }[];
}

/** What there is for a party. */
export interface OpenChoices {
  /** The best first. */
  open: Choice[];
  /** Free too, in areas in which nobody is taken at that time. */
  blocked: Choice[];
  /** Of the blocked areas the tables: nobody who asked for no area, or another one, sits there. */
  closed: ReadonlySet<string>;
  /** Tables that somebody holds, or that a party without one yet will need. */
  busy: ReadonlySet<string>;
}

/** Every table or combination that is free for a party. An area that is blocked has none for whoever did not ask for that very area. */
export function openChoices({ rules, special, hours }: TablesOfDay, { party, area, time, held, tableless, walkIns }: Looking): OpenChoices {
  const closedAt = (when: string, wanted: string) => tablesIn(rules, areasBlocked({ special, hours }, when, wanted));
  const busy = spokenFor(rules, held, tableless, (one) => closedAt(localTime(new Date(one.from), hours.timeZone), one.area));
  const closed = closedAt(time, area);
  const isOpenNow = ({ tables }: Choice) => tables.some((number) => walkIns.some(isTable(number)));
  const free = freeChoices(rules, { party, area, busy }).toSorted((a, b) => Number(isOpenNow(a)) - Number(isOpenNow(b)));
  const isClosed = ({ tables }: Choice) => tables.some((number) => closed.has(number));
  return { open: free.filter((one) => !isClosed(one)), blocked: free.filter(isClosed), closed, busy };
}

const areasBlocked = ({ special, hours }: Pick<TablesOfDay, "special" | "hours">, time: string, wanted: string) =>
  blockedAreasAt(special, eveningMinutes(time, hours), hours).filter(({ area }) => area !== wanted);

function tablesIn({ tables }: Pick<Rules, "tables">, areas: readonly BlockedArea[]): Set<string> {
  return new Set(tables.filter(({ area }) => areas.some((one) => one.area === area)).map(({ number }) => number));
}

/** Why some tables, which a person chose or which alone are left, are not for whoever comes then; none where they are. */
export function blockedProblems(
  { rules, special, hours }: TablesOfDay,
  tables: readonly string[],
  asked: Pick<Looking, "time" | "area">,
): Problem[] {
  const areas = areasBlocked({ special, hours }, asked.time, asked.area).filter((one) =>
    tables.some((number) => tablesIn(rules, [one]).has(number)),
  );
  if (areas.length === 0) return [];
  const names = inList(areas.map(({ area }) => area));
  const why = [...new Set(areas.map((one) => one.why))].join(", ");
  return [{ rule: "blocked", text: `Nobody is taken in ${names} at ${asked.time}: ${why}.` }];
}
