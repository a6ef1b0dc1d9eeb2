import type Database from "better-sqlite3";
import { bulkRead } from "../../db/bulk-read";
import { runBulk } from "../../db/bulk-steps";
import type { Forecast } from "./contract";
import { type Asked, forecastOf } from "./forecast";
import { type Course, courseOfToday } from "./not-today";
import { manyWait } from "./waiting";

/** The hub, for this thread and for others. */
interface Hub {
  sql: Database.Database;
  file: string;
}

export interface ForecastInput {
  hub: string;
  asked: Asked;
}

export interface NotTodayInput {
  hub: string;
  /** The server's time in milliseconds: a thread has no clock of the server's. */
  at: number;
}

/** As `forecastOf`; where much waits beside the event loop. */
export async function readForecast({ sql, file }: Hub, asked: Asked): Promise<Forecast | null> {
  const input: ForecastInput = { hub: file, asked };
  return manyWait(sql) ? runBulk("forecast", input) : forecastOf(sql, asked);
}

/** As `courseOfToday`, beside the event loop; undefined where little waits, which is counted through where it is asked for. */
export async function readCourse({ sql, file }: Hub, at: number): Promise<Course | undefined> {
  const input: NotTodayInput = { hub: file, at };
  return manyWait(sql) ? runBulk("not-today", input) : undefined;
}

/** The step of a queue in which much waits. */
export function forecastStep({ hub, asked }: ForecastInput): Forecast | null {
  return bulkRead({ hub }, (stores) => forecastOf(stores.hub, asked));
}

/** The step of a queue in which much waits. */
export function notTodayStep({ hub, at }: NotTodayInput): Course {
  return bulkRead({ hub }, (stores) => courseOfToday(stores.hub, at));
}
