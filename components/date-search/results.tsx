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
import { AdjustContact } from "./adjust-contact";
import { ContactCard, useContactColumns } from "./contact-columns";
import { DateActions, type Deduped } from "./date-actions";
import styles from "./date-search-screen.module.css";
import { DedupedNotice } from "./deduped-notice";
import { filterContacts } from "./filter-contacts";
import { GuestActionsContext } from "./guest-actions";
import { useDatedContacts } from "./queries";
import { SetCompany } from "./set-company";
import { useGuestChanges } from "./use-guest-actions";

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
  const [deduped, setDeduped] = useState<Deduped | null>(null);
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
  return (
    <>
      {deduped && <DedupedNotice done={deduped} onUndone={() => setDeduped(null)} />}
      {total > 0 ? (
        <Found date={date} contacts={contacts} total={total} onDeduped={(done) => setDeduped(done.deleted_rows > 0 ? done : null)} />
      ) : (
        <section className={styles.results} aria-label="Results">
          <Facts date={date} total={total} />
          <EmptyNotice title={DATE_SEARCH_TEXTS.empty}>
            <Button variant="default" onClick={onYesterday}>
              Try the day before
            </Button>
          </EmptyNotice>
        </section>
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

interface FoundProps {
  date: string;
  contacts: readonly DatedContact[];
  total: number;
  onDeduped: (done: Deduped) => void;
}

function Found({ date, contacts, total, onDeduped }: FoundProps) {
  const [filter, setFilter] = useState("");
  const shown = useMemo(() => filterContacts(contacts, filter), [contacts, filter]);
  return (
    <section className={styles.results} aria-label="Results">
      <Facts date={date} total={total} shown={filter.trim() === "" ? undefined : shown.length} />
      <div className={styles.tools}>
        <TextInput
          className={styles.filter}
          aria-label="Filter the shown results"
          placeholder="Filter the shown results"
          {...AUTO_DIR}
          leftSection={<ListFilter size={18} strokeWidth={1.75} aria-hidden />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <DateActions date={date} onDeduped={onDeduped} />
      </div>
      <div className={styles.beside}>
        <div className={styles.rows}>
          {shown.length === 0 ? (
            <EmptyNotice title="No guest here matches the filter.">
              <Button variant="default" onClick={() => setFilter("")}>
                Clear the filter
              </Button>
            </EmptyNotice>
          ) : (
            <Guests rows={shown} />
          )}
          <p className={styles.total}>
            Total fetched: {contacts.length.toLocaleString("en")}
            {contacts.length < total && ` of ${total.toLocaleString("en")}, the newest`}
          </p>
        </div>
        <aside>
          <SetCompany date={date} guests={total} />
        </aside>
      </div>
    </section>
  );
}

/** The rows, and what is done to one of them. */
function Guests({ rows }: { rows: readonly DatedContact[] }) {
  const columns = useContactColumns();
  const { actions, edited, close } = useGuestChanges();
  return (
    <GuestActionsContext value={actions}>
      <DataTable
        label="Contacts of this date"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.store}/${row.id}`}
        card={(row) => <ContactCard contact={row} />}
      />
      {edited && <AdjustContact contact={edited} onClose={close} />}
    </GuestActionsContext>
  );
}
