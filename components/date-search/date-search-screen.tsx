"use client";

import { Button, Skeleton, TextInput, VisuallyHidden } from "@mantine/core";
import { CalendarDays, ListFilter, Search, Users } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useHealth } from "@/components/app-base/queries";
import { useServerClock } from "@/components/app-base/server-clock";
import { counted } from "@/components/ui/counted";
import { DataTable } from "@/components/ui/data-table";
import { DateField } from "@/components/ui/date-field";
import { FactChip } from "@/components/ui/fact-chip";
import { longDate } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { dialogIsOpen, isTyping } from "@/components/ui/single-keys";
import { businessDayOf } from "@/lib/business-day";
import { addDays } from "@/lib/local-time";
import { DATE_SEARCH_TEXTS } from "@/lib/texts";
import { ContactCard, useContactColumns } from "./contact-columns";
import styles from "./date-search-screen.module.css";
import { filterContacts } from "./filter-contacts";
import { useDatedContacts } from "./queries";

export function DateSearchScreen() {
  const settings = useAppSettings();
  const now = useServerClock();
  const today = now ? businessDayOf(now, settings) : "";
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
  const latest = useRef(date);
  latest.current = date;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented);
      if (!step || !isPlain || !latest.current || isTyping(event.target) || dialogIsOpen()) return;
      if (event.target instanceof Element && event.target.closest('[role="region"], .react-datepicker')) return;
      search(addDays(latest.current, step));
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [search]);
}

interface ResultsProps {
  date: string;
  /** Counts the searches: pressed once more, the same date is asked for anew. */
  presses: number;
  onYesterday: () => void;
}

function Results({ date, presses, onYesterday }: ResultsProps) {
  const found = useDatedContacts(date);
  const { refetch } = found;
  const [filter, setFilter] = useState("");
  const contacts = found.data?.contacts;
  const shown = useMemo(() => filterContacts(contacts ?? [], filter), [contacts, filter]);
  const asked = useRef(presses);
  useEffect(() => {
    if (asked.current !== presses) void refetch();
    asked.current = presses;
  }, [presses, refetch]);

  if (found.isPending) return <Loading />;
  if (!found.data) {
    return (
      <div className={styles.results}>
        <ErrorNotice title={DATE_SEARCH_TEXTS.failed} error={found.error} onRetry={() => refetch()} />
      </div>
    );
  }
  const { total } = found.data;
  return (
    <section className={styles.results} aria-label="Results">
      <div className={styles.chips} role="status">
        <FactChip icon={CalendarDays}>{longDate(date)}</FactChip>
        <FactChip icon={Users} tone={total > 0 ? "primary" : "neutral"}>
          {counted(total, "guest")}
        </FactChip>
        {filter.trim() !== "" && (
          <FactChip icon={ListFilter} tone="info">
            {shown.length.toLocaleString("en")} shown
          </FactChip>
        )}
      </div>
      {total === 0 ? (
        <EmptyNotice title={DATE_SEARCH_TEXTS.empty}>
          <Button variant="default" onClick={onYesterday}>
            Try the day before
          </Button>
        </EmptyNotice>
      ) : (
        <>
          <Found shown={shown} filter={filter} onFilter={setFilter} />
          <TotalFetched fetched={found.data.contacts.length} total={total} />
        </>
      )}
    </section>
  );
}

type Dated = Parameters<typeof filterContacts>[0];

function Found({ shown, filter, onFilter }: { shown: Dated; filter: string; onFilter: (filter: string) => void }) {
  const columns = useContactColumns();
  return (
    <>
      <TextInput
        className={styles.filter}
        aria-label="Filter the shown results"
        placeholder="Filter the shown results"
        dir="auto"
        leftSection={<ListFilter size={18} strokeWidth={1.75} aria-hidden />}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <EmptyNotice title="No guest here matches the filter.">
          <Button variant="default" onClick={() => onFilter("")}>
            Clear the filter
          </Button>
        </EmptyNotice>
      ) : (
        <DataTable
          label="Contacts of this date"
          columns={columns}
          rows={shown}
          rowKey={(row) => `${row.store}/${row.id}`}
          card={(row) => <ContactCard contact={row} />}
        />
      )}
    </>
  );
}

/** The chips, the filter and the rows that come. */
function Loading() {
  return (
    <div className={styles.results} role="status">
      <VisuallyHidden>Searching</VisuallyHidden>
      <div className={styles.chips}>
        <Skeleton height={32} width={168} radius="xl" />
        <Skeleton height={32} width={104} radius="xl" />
      </div>
      <Skeleton className={styles.filter} height="var(--control)" />
      <div className={styles.loadingRows}>
        {["a", "b", "c", "d", "e"].map((row) => (
          <Skeleton key={row} className={styles.loadingRow} />
        ))}
      </div>
    </div>
  );
}

function TotalFetched({ fetched, total }: { fetched: number; total: number }) {
  return (
    <p className={styles.total}>
      Total fetched: {fetched.toLocaleString("en")}
      {fetched < total && ` of ${total.toLocaleString("en")}, the newest`}
    </p>
  );
}
