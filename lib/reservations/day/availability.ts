import type { AnswerOf, QueryOf } from "../../api/endpoint";
import type { Branch } from "../../db/branch";
import { addDays } from "../../local-time";
import { momentNow } from "../booking";
import { arrivingAt, heldDuring, tablelessDuring } from "../rows";
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
    const { open, blocked } = openChoices(tables, { party, area, time, held, tableless: tablelessDuring(sql, span) });
    return { held, open, blocked, from };
  };
  const slots = shifts.flatMap(({ shift, from, last }) => {
    const found: Answer["slots"] = [];
    for (let minutes = from; minutes <= last; minutes += shift.step_minutes) {
      const time = timeAt(minutes);
      const { open, blocked, from: starts } = at(time);
      if (starts < moment.iso) continue;
      const problems: Problem[] = brokenLimits({ date, time, party, area, source: "phone" }, facts);
      const best = open[0] ?? blocked[0];
      if (!best && rules.tables.length > 0) problems.push({ rule: "no_table", text: `No table for ${party} is free at ${time}.` });
      else problems.push(...blockedProblems(tables, best?.tables ?? [], { time, area }));
      const limit = shift.covers_per_slot;
      const covers_left = limit === null ? null : Math.max(0, limit - (arriving.get(time) ?? 0));
      found.push({ time, shift: shift.id, free: problems.length === 0, problems, covers_left, tables: best?.tables ?? [] });
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
    taken: then?.held.map(({ id: _, ...one }) => one) ?? [],
  };
}
