import { dayAndTime, timeOfDay } from "./local-times";

const MINUTE_MS = 60_000;
const TEN_SECONDS_MS = 10_000;
/** A heartbeat and its way: a worker that lives was heard of just now. */
const JUST_MS = 2 * TEN_SECONDS_MS;

interface Props {
  /** An instant, ISO 8601. */
  iso: string;
  now: Date;
  timeZone: string;
}

/** `5 min ago` within the hour, the time beyond; the whole of it for whoever points at it. */
export function TimeAgo({ iso, now, timeZone }: Props) {
  const exact = dayAndTime(iso, timeZone);
  return (
    <time dateTime={iso} title={exact}>
      {agoInWords(iso, now, timeZone)}
    </time>
  );
}

export function agoInWords(iso: string, now: Date, timeZone: string): string {
  const past = now.getTime() - Date.parse(iso);
  const minutes = Math.floor(past / MINUTE_MS);
  // Servers differ by a moment: what lies ahead has just been.
  if (past < JUST_MS) return "just now";
  if (minutes < 1) return `${Math.floor(past / TEN_SECONDS_MS) * 10} s ago`;
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 12 * 60 ? `at ${timeOfDay(iso, timeZone)}` : dayAndTime(iso, timeZone);
}
