import { useEffect, useMemo, useSyncExternalStore } from "react";
import { afterPress } from "@/components/ui/hold-while-pressed";
import { businessDayOf } from "@/lib/business-day";
import { followServer } from "@/lib/clock";
import { localDate } from "@/lib/local-time";
import { useAppSettings } from "./app-settings";
import { useHealth } from "./server-health";

/** The clock ticks every 30 s (docs/design/spec-guests.md 4). */
const TICK_MS = 30_000;

/** One clock for everything on the page that shows the time; 0 until its first tick. */
let ticked = 0;
let timer = 0;
const watchers = new Set<() => void>();

function watchTicks(watcher: () => void): () => void {
  if (watchers.size === 0) timer = window.setInterval(() => afterPress(tick), TICK_MS);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) window.clearInterval(timer);
  };
}

function tick(): void {
  ticked = Date.now();
  for (const watcher of watchers) watcher();
}

/**
 * The server's time, for gates and greetings: a tablet's own clock may be wrong. Until the server's first answer it is the
 * moment at which the page was drawn, and the device's time when no answer comes.
 */
export function useServerClock(): Date {
  const { now } = useAppSettings();
  const { data, dataUpdatedAt, errorUpdatedAt } = useHealth();
  const lastTick = useSyncExternalStore(
    watchTicks,
    () => ticked,
    () => 0,
  );
  const checked = Math.max(dataUpdatedAt, errorUpdatedAt);
  const time = checked === 0 ? Date.parse(now) : Math.max(checked, lastTick) + (data?.clockOffset ?? 0);
  return useMemo(() => new Date(time), [time]);
}

/** The restaurants' calendar date by the server's clock, for the birthday badges. */
export function useToday(): string {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  return localDate(now, timeZone);
}

/** What people type is judged by the server's date too, also where no component asks for it. */
export function useServersDate(): void {
  const { timeZone } = useAppSettings();
  const { data } = useHealth();
  const ahead = data?.clockOffset ?? 0;
  useEffect(() => followServer({ ahead, timeZone }), [ahead, timeZone]);
}

/** The evening that is now by the server's clock. */
export function useBusinessDay(): string {
  const settings = useAppSettings();
  const now = useServerClock();
  return businessDayOf(now, settings);
}
