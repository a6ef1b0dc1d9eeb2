import type { AnswerOf, QueryOf } from "../../api/endpoint";
import type { Branch } from "../../db/branch";
import { addDays } from "../../local-time";
import { momentNow } from "../booking";
import { walkInsAt } from "../open-tables";
import { openInWords } from "../reservation-texts";
import { arrivingAt, heldDuring, tablelessDuring } from "../rows";
import { isTable } from "../rules/choose-tables";
import { brokenLimits, shiftAt, shiftsOf, stayMinutes } from "../rules/limits";
import { blockedProblems, openChoices } from "../rules/open-choices";
import { rulesIn, specialDayIn } from "../rules/stored-rules";
import type { Problem } from "../shapes";
import { eveningMinutes, stayOf, timeAt } from "../times";
import type { availability as contract } from "./contract";

type Asked = NonNullable<QueryOf<typeof contract>>;
type Answer = AnswerOf<typeof contract>;

/** When there is a table for a party on a day, by the very rules by which it is then booked. It holds nothing: booking decides. */
export async function availabilityOf(branch: Branch, asked: Asked): Promise<Answer> {
  const { sql } = await branch.table();
  const moment = momentNow();
  const { date, party, area = "", except = "" } = asked;
  const { rules } = rulesIn(sql);
  const special = specialDayIn(sql, date);
  const shifts = shiftsOf(date, rules, special, moment.hours);
  const arriving = arrivingAt(sql, date, except);
  const facts = { rules, special, hours: moment.hours, now: moment.at, today: moment.today, arriving };
  const tables = { rules, special, hours: moment.hours };
  const minutesAt = (time: string) => asked.stay_minutes ?? stayMinutes(party, shiftAt(shifts, time, moment.hours)?.shift);
  const at = (time: string) => {
    const { starts_at: from, ends_at: until } = stayOf(date, time, minutesAt(time), moment.hours);
    const span = { from, until, except, now: moment.iso, today: moment.today, earliest: addDays(date, -1) };
    const held = heldDuring(sql, span);
    const walkIns = walkInsAt(sql, from, moment);
    const { open, blocked } = openChoices(tables, { party, area, time, held, tableless: tablelessDuring(sql, span), walkIns });
    return { held, open, blocked, from, walkIns };
  };
  const slots = shifts.flatMap(({ shift, from, last }) => {
    const found: Answer["slots"] = [];
    for (let minutes = from; minutes <= last; minutes += shift.step_minutes) {
      const time = timeAt(minutes);
      const { open, blocked, from: starts, walkIns } = at(time);
      if (starts < moment.iso) continue;
      const problems: Problem[] = brokenLimits({ date, time, party, area, source: "phone" }, facts);
      const best = open[0] ?? blocked[0];
      if (!best && rules.tables.length > 0) problems.push({ rule: "no_table", text: `No table for ${party} is free at ${time}.` });
      else problems.push(...blockedProblems(tables, best?.tables ?? [], { time, area }));
      const limit = shift.covers_per_slot;
      const covers_left = limit === null ? null : Math.max(0, limit - (arriving.get(time) ?? 0));
      const open_now = walkIns.filter(({ table }) => best?.tables.some((number) => isTable(number)({ table })));
      const warning = open_now.map(openInWords).join(" ");
      found.push({ time, shift: shift.id, free: problems.length === 0, problems, covers_left, tables: best?.tables ?? [], warning });
    }
    return found;
  });
  const time = asked.time;
  const then = time === undefined ? null : at(time);
  return {
    date,
    stay_minutes: minutesAt(time ?? slots[0]?.time ?? "20:00"),
    slots: slots.sort((a, b) => eveningMinutes(a.time, moment.hours) - eveningMinutes(b.time, moment.hours)),
    choices: then?.open.map(({ priority: _, ...choice }) => choice) ?? [],
    open_tables: then?.walkIns.map(({ name: _, ...one }) => one) ?? [],
    taken: then?.held.map(({ id: _, ...one }) => one) ?? [],
  };
}
