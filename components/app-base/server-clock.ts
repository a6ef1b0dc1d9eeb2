import { useEffect, useState } from "react";
import { businessDayOf } from "@/lib/business-day";
import { localDate } from "@/lib/local-time";
import { useAppSettings } from "./app-settings";
import { useHealth } from "./queries";

/** The clock ticks every 30 s (second specification, section 4). */
const TICK_MS = 30_000;

/**
 * The server's time, for gates and greetings: a tablet's own clock may be wrong. Until the server's first answer it is the
 * moment at which the page was drawn, and the device's time when no answer comes.
 */
export function useServerClock(): Date {
  const { now } = useAppSettings();
  const { data, isError } = useHealth();
  const [deviceTime, setDeviceTime] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setDeviceTime(Date.now());
    tick();
    const timer = window.setInterval(tick, TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  if (deviceTime === null || !(data || isError)) return new Date(now);
  return new Date(deviceTime + (data?.clockOffset ?? 0));
}

/** The house's calendar date by the server's clock, by which birthdays have their badges. */
export function useToday(): string {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  return localDate(now, timeZone);
}

/** The evening that is now by the server's clock. */
export function useBusinessDay(): string {
  const settings = useAppSettings();
  const now = useServerClock();
  return businessDayOf(now, settings);
}
