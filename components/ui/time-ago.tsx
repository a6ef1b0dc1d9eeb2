import { dayAndTime, timeOfDay } from "./local-times";

const MINUTE_MS = 60_000;

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

function agoInWords(iso: string, now: Date, timeZone: string): string {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / MINUTE_MS);
  // Servers differ by a moment: what lies ahead has just been.
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 12 * 60 ? `at ${timeOfDay(iso, timeZone)}` : dayAndTime(iso, timeZone);
}
