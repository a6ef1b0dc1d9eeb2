"use client";

import { useEffect, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useSearchedDate } from "@/components/app-base/searched-date";
import { useServerClock } from "@/components/app-base/server-clock";
import { DateLine } from "@/components/ui/date-line";
import { PageHead } from "@/components/ui/page-head";
import { dialogIsOpen, isTyping } from "@/components/ui/single-keys";
import { businessDayOf } from "@/lib/business-day";
import { DATE_SEARCH_TEXTS } from "@/lib/date-search/date-search-texts";
import { addDays } from "@/lib/local-time";
import styles from "./date-search-screen.module.css";
import { ResultTools } from "./result-tools";
import { Results } from "./results";

export function DateSearchScreen() {
  const settings = useAppSettings();
  const { typed, type, isMissing, search, shown, presses } = useSearchedDate(businessDayOf(useServerClock(), settings));
  useDayKeys(typed, search);
  const [filtered, setFiltered] = useState({ date: "", filter: "" });
  const filter = filtered.date === shown ? filtered.filter : "";
  const onFilter = (text: string) => setFiltered({ date: shown ?? "", filter: text });
  return (
    <>
      <PageHead title={DATE_SEARCH_TEXTS.title} />
      <div className={styles.controls}>
        <DateLine
          value={typed}
          onChange={type}
          onSearch={search}
          error={isMissing ? DATE_SEARCH_TEXTS.invalidDate : undefined}
          unreadableText={DATE_SEARCH_TEXTS.invalidDate}
        />
        {shown && <ResultTools key={shown} date={shown} filter={filter} onFilter={onFilter} />}
      </div>
      {shown && (
        <Results
          key={shown}
          date={shown}
          presses={presses}
          filter={filter}
          onFilter={onFilter}
          onYesterday={() => search(addDays(shown, -1))}
        />
      )}
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
