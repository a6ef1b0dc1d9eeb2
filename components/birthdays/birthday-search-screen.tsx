"use client";

import { Button } from "@mantine/core";
import { Search } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useHealth } from "@/components/app-base/queries";
import { useToday } from "@/components/app-base/server-clock";
import { DateField } from "@/components/ui/date-field";
import { PageHead } from "@/components/ui/page-head";
import { BIRTHDAY_TEXTS } from "@/lib/texts";
import styles from "./birthday-search-screen.module.css";
import { Results } from "./results";

export function BirthdaySearchScreen() {
  const today = useToday();
  const [date, setDate] = useState<string | null>(null);
  const [searched, setSearched] = useState<string | null>(null);
  const [presses, setPresses] = useState(0);
  const [missing, setMissing] = useState(false);
  const shownDate = date ?? today;

  const search = useCallback((wanted: string) => {
    setMissing(!wanted);
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

  return (
    <>
      <PageHead title={BIRTHDAY_TEXTS.title} />
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
            if (next) setMissing(false);
          }}
          error={missing ? BIRTHDAY_TEXTS.pickDate : undefined}
          unreadableText={BIRTHDAY_TEXTS.invalidDate}
          onSubmit={() => search(shownDate)}
        />
        <Button type="submit" variant="default" leftSection={<Search size={18} strokeWidth={1.75} aria-hidden />}>
          Search
        </Button>
      </form>
      {shown && <Results key={shown} date={shown} presses={presses} onDate={search} />}
    </>
  );
}
