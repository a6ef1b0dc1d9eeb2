import { Button, Skeleton, TextInput, VisuallyHidden } from "@mantine/core";
import { CalendarDays, ListFilter, Users } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { counted } from "@/components/ui/counted";
import { DataTable } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { longDate } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import type { DatedContact } from "@/lib/date-search/contract";
import { DATE_SEARCH_TEXTS } from "@/lib/texts";
import { ContactCard, useContactColumns } from "./contact-columns";
import styles from "./date-search-screen.module.css";
import { filterContacts } from "./filter-contacts";
import { useDatedContacts } from "./queries";

interface ResultsProps {
  date: string;
  /** Counts the searches: pressed once more, the same date is asked for anew. */
  presses: number;
  onYesterday: () => void;
}

/** Who belongs to the day that was searched. */
export function Results({ date, presses, onYesterday }: ResultsProps) {
  const found = useDatedContacts(date);
  const { refetch } = found;
  const asked = useRef(presses);
  useEffect(() => {
    if (asked.current !== presses) void refetch();
    asked.current = presses;
  }, [presses, refetch]);
  if (found.isPending) return <Loading />;
  if (!found.data) {
    return (
      <div className={styles.results}>
        <ErrorNotice title={DATE_SEARCH_TEXTS.failed} error={found.error} onRetry={() => found.refetch()} />
      </div>
    );
  }
  const { contacts, total } = found.data;
  if (total > 0) return <Found date={date} contacts={contacts} total={total} />;
  return (
    <section className={styles.results} aria-label="Results">
      <Facts date={date} total={total} />
      <EmptyNotice title={DATE_SEARCH_TEXTS.empty}>
        <Button variant="default" onClick={onYesterday}>
          Try the day before
        </Button>
      </EmptyNotice>
    </section>
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

function Facts({ date, total, shown }: { date: string; total: number; shown?: number }) {
  return (
    <div className={styles.chips} role="status">
      <FactChip icon={CalendarDays}>{longDate(date)}</FactChip>
      <FactChip icon={Users} tone={total > 0 ? "primary" : "neutral"}>
        {counted(total, "guest")}
      </FactChip>
      {shown !== undefined && (
        <FactChip icon={ListFilter} tone="info">
          {shown.toLocaleString("en")} shown
        </FactChip>
      )}
    </div>
  );
}

function Found({ date, contacts, total }: { date: string; contacts: readonly DatedContact[]; total: number }) {
  const [filter, setFilter] = useState("");
  const columns = useContactColumns();
  const shown = useMemo(() => filterContacts(contacts, filter), [contacts, filter]);
  return (
    <section className={styles.results} aria-label="Results">
      <Facts date={date} total={total} shown={filter.trim() === "" ? undefined : shown.length} />
      <TextInput
        className={styles.filter}
        aria-label="Filter the shown results"
        placeholder="Filter the shown results"
        {...AUTO_DIR}
        leftSection={<ListFilter size={18} strokeWidth={1.75} aria-hidden />}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <EmptyNotice title="No guest here matches the filter.">
          <Button variant="default" onClick={() => setFilter("")}>
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
      <p className={styles.total}>
        Total fetched: {contacts.length.toLocaleString("en")}
        {contacts.length < total && ` of ${total.toLocaleString("en")}, the newest`}
      </p>
    </section>
  );
}
