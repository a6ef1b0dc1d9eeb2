import { useEffect, useState } from "react";
import { businessDayOf } from "@/lib/business-day";
import { localDate } from "@/lib/local-time";
import { useAppSettings } from "./app-settings";
import { useHealth } from "./queries";

/** The clock ticks every 30 s (second specification, section 4). */
const TICK_MS = 30_000;

/**
 * The server's time, for gates and greetings: a tablet's own clock may be wrong. Null until the page runs in the
 * browser; the device's time while the server does not answer.
 */
export function useServerClock(): Date | null {
  const offset = useHealth().data?.clockOffset ?? 0;
  const [deviceTime, setDeviceTime] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setDeviceTime(Date.now());
    tick();
    const timer = window.setInterval(tick, TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return deviceTime === null ? null : new Date(deviceTime + offset);
}

/** The house's calendar date by the server's clock, by which birthdays have their badges; empty until it is known. */
export function useToday(): string {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  return now ? localDate(now, timeZone) : "";
}

/** The evening that is now by the server's clock; empty until it is known. */
export function useBusinessDay(): string {
  const settings = useAppSettings();
  const now = useServerClock();
  return now ? businessDayOf(now, settings) : "";
}
