"use client";

import { Button } from "@mantine/core";
import { Search } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useHealth } from "@/components/app-base/queries";
import { useServerClock } from "@/components/app-base/server-clock";
import { DateField } from "@/components/ui/date-field";
import { PageHead } from "@/components/ui/page-head";
import { dialogIsOpen, isTyping } from "@/components/ui/single-keys";
import { businessDayOf } from "@/lib/business-day";
import { addDays } from "@/lib/local-time";
import { DATE_SEARCH_TEXTS } from "@/lib/texts";
import styles from "./date-search-screen.module.css";
import { Results } from "./results";

export function DateSearchScreen() {
  const settings = useAppSettings();
  const now = useServerClock();
  const today = businessDayOf(now, settings);
  const [date, setDate] = useState<string | null>(null);
  const [searched, setSearched] = useState<string | null>(null);
  const [presses, setPresses] = useState(0);
  const [invalid, setInvalid] = useState(false);
  const shownDate = date ?? today;

  const search = useCallback((wanted: string) => {
    setInvalid(!wanted);
    if (!wanted) return;
    setDate(wanted);
    setSearched(wanted);
    setPresses((count) => count + 1);
    window.history.replaceState(null, "", `?date=${wanted}`);
  }, []);

  // A link or a reload comes back to the same date.
  useEffect(() => {
    const linked = new URLSearchParams(window.location.search).get("date") ?? "";
    if (/^\d{4}-\d\d-\d\d$/.test(linked)) search(linked);
  }, [search]);
  // Without one, today's guests are what somebody came for; the device's own day may be another, so the server's is awaited.
  const isDayKnown = useHealth().isFetched;
  const shown = searched ?? (isDayKnown ? today : "");
  useDayKeys(shownDate, search);

  return (
    <>
      <PageHead title={DATE_SEARCH_TEXTS.title} />
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          search(shownDate);
        }}
      >
        <DateField
          className={styles.date}
          label="Date"
          value={shownDate}
          onChange={(next) => {
            setDate(next);
            if (next) setInvalid(false);
          }}
          error={invalid ? DATE_SEARCH_TEXTS.invalidDate : undefined}
          unreadableText={DATE_SEARCH_TEXTS.invalidDate}
          onSubmit={() => search(shownDate)}
        />
        <Button type="submit" leftSection={<Search size={18} strokeWidth={1.75} aria-hidden />}>
          Search
        </Button>
      </form>
      {shown && <Results key={shown} date={shown} presses={presses} onYesterday={() => search(addDays(shown, -1))} />}
    </>
  );
}

/** The arrow keys go to the day before and after, outside of fields. */
function useDayKeys(date: string, search: (date: string) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented);
      if (!step || !isPlain || !date || isTyping(event.target) || dialogIsOpen()) return;
      if (event.target instanceof Element && event.target.closest('[role="region"], .react-datepicker')) return;
      search(addDays(date, step));
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [date, search]);
}
