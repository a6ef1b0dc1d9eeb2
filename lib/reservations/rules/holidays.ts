import { addDays } from "../../local-time";

/** A public holiday of Lebanon, from which a branch starts when it says which days are other. */
export interface Holiday {
  date: string;
  name: string;
  /** It hangs on the moon: the house looks again shortly before. */
  about: boolean;
}

const FIXED: readonly [day: string, name: string][] = [
  ["01-01", "New Year's Day"],
  ["01-06", "Epiphany and Armenian Christmas"],
  ["02-09", "Saint Maroun"],
  ["02-14", "Rafic Hariri Memorial Day"],
  ["03-25", "Annunciation"],
  ["05-01", "Labour Day"],
  ["05-25", "Resistance and Liberation Day"],
  ["08-15", "Assumption"],
  ["11-01", "All Saints"],
  ["11-22", "Independence Day"],
  ["12-25", "Christmas"],
];

/** Days of the lunar year, as the calendar of Umm al-Qura reckons them: month, day, name. */
const LUNAR: readonly [month: number, day: number, name: string][] = [
  [1, 1, "Hijri New Year"],
  [1, 10, "Ashura"],
  [3, 12, "Prophet's Birthday"],
  [9, 1, "Ramadan begins"],
  [10, 1, "Eid al-Fitr"],
  [10, 2, "Eid al-Fitr, second day"],
  [10, 3, "Eid al-Fitr, third day"],
  [12, 10, "Eid al-Adha"],
  [12, 11, "Eid al-Adha, second day"],
  [12, 12, "Eid al-Adha, third day"],
];

/** The holidays between two dates, both included, by date. */
export function holidaysOfLebanon(from: string, until: string): Holiday[] {
  const found: Holiday[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(until.slice(0, 4)); year++) {
    found.push(...FIXED.map(([day, name]) => ({ date: `${year}-${day}`, name, about: false })));
    for (const [easter, whose] of [
      [westernEaster(year), ""],
      [orthodoxEaster(year), " (Orthodox)"],
    ] as const) {
      found.push({ date: addDays(easter, -2), name: `Good Friday${whose}`, about: false });
      found.push(
        { date: easter, name: `Easter${whose}`, about: false },
        { date: addDays(easter, 1), name: `Easter Monday${whose}`, about: false },
      );
    }
  }
  found.push(...lunarDays(from, until));
  return found.filter(({ date }) => date >= from && date <= until).sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const lunar = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", { timeZone: "UTC", month: "numeric", day: "numeric" });

function lunarDays(from: string, until: string): Holiday[] {
  const found: Holiday[] = [];
  for (let date = from; date <= until; date = addDays(date, 1)) {
    const parts = lunar.formatToParts(new Date(`${date}T12:00:00Z`));
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    for (const [month, day, name] of LUNAR) if (of("month") === month && of("day") === day) found.push({ date, name, about: true });
  }
  return found;
}

const dateOf = (year: number, month: number, day: number) => `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The Gregorian reckoning, as Meeus writes it (Astronomical Algorithms, chapter 8). */
function westernEaster(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dateOf(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** The Julian reckoning (the same chapter), thirteen days on: so far are the calendars apart until the year 2100. */
function orthodoxEaster(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const sum = d + e + 114;
  return addDays(dateOf(year, Math.floor(sum / 31), (sum % 31) + 1), 13);
}
