import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { CalendarDays, ListFilter, Users } from "lucide-react";
import { type KeyboardEvent, useMemo } from "react";
import { useAskedAgain } from "@/components/app-base/searched-date";
import { counted } from "@/components/ui/counted";
import { DataTable } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { longDate } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { isTyping } from "@/components/ui/single-keys";
import type { DatedContact } from "@/lib/date-search/contract";
import { DATE_SEARCH_TEXTS } from "@/lib/date-search/date-search-texts";
import { AddedPerHour } from "./added-per-hour";
import { AdjustContact } from "./adjust-contact";
import { ContactCard, useContactColumns } from "./contact-columns";
import styles from "./date-search-screen.module.css";
import { filterContacts } from "./filter-contacts";
import { type GuestActions, GuestActionsContext } from "./guest-actions";
import { LastChanges } from "./last-changes";
import { useDatedContacts } from "./queries";
import { SetCompanyPanel } from "./set-company";
import { useGuestChanges } from "./use-guest-actions";

interface ResultsProps {
  date: string;
  /** Counts the searches: pressed once more, the same date is asked for anew. */
  presses: number;
  filter: string;
  onFilter: (filter: string) => void;
  onYesterday: () => void;
}

/** Who belongs to the day that was searched. */
export function Results({ date, presses, filter, onFilter, onYesterday }: ResultsProps) {
  const found = useDatedContacts(date);
  useAskedAgain(presses, found.refetch);
  if (found.isPending) return <Loading />;
  if (!found.data) return <SearchFailed error={found.error} onRetry={() => found.refetch()} />;
  const { contacts, total } = found.data;
  return (
    <>
      {found.error && <SearchFailed error={found.error} onRetry={() => found.refetch()} />}
      <LastChanges date={date} />
      {total > 0 ? (
        <Found date={date} contacts={contacts} total={total} filter={filter} onFilter={onFilter} />
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

/** Stands above the results of an earlier search, if there are any. */
function SearchFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.results}>
      <ErrorNotice title={DATE_SEARCH_TEXTS.failed} error={error} onRetry={onRetry} isSearch />
    </div>
  );
}

/** The chips and the rows that come. */
function Loading() {
  return (
    <div className={styles.results} role="status">
      <VisuallyHidden>Searching</VisuallyHidden>
      <div className="wrap">
        <Skeleton height={32} width={168} radius="xl" />
        <Skeleton height={32} width={104} radius="xl" />
      </div>
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
    <div className="wrap" role="status">
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

interface FoundProps extends Pick<ResultsProps, "filter" | "onFilter"> {
  date: string;
  contacts: readonly DatedContact[];
  total: number;
}

function Found({ date, contacts, total, filter, onFilter }: FoundProps) {
  const shown = useMemo(() => filterContacts(contacts, filter), [contacts, filter]);
  return (
    <section className={styles.results} aria-label="Results">
      <Facts date={date} total={total} shown={filter.trim() === "" ? undefined : shown.length} />
      <div className={styles.beside}>
        <div className={styles.rows}>
          {shown.length === 0 ? (
            <EmptyNotice title="No guest here matches the filter.">
              <Button variant="default" onClick={() => onFilter("")}>
                Clear the filter
              </Button>
            </EmptyNotice>
          ) : (
            <Guests rows={shown} />
          )}
          <p className="note tabular">
            Total fetched: {contacts.length.toLocaleString("en")}
            {contacts.length < total && ` of ${total.toLocaleString("en")}, the newest`}
          </p>
        </div>
        <aside className={styles.rail}>
          <SetCompanyPanel date={date} guests={total} />
          <AddedPerHour contacts={shown} />
        </aside>
      </div>
    </section>
  );
}

/** Another server may give no ids. */
const keyOf = ({ store, id, name, phones }: DatedContact) => `${store}/${id || `${name}/${phones}`}`;

/** E and Delete, for the row in which the focus stands. */
function onRowKey(event: KeyboardEvent, rows: readonly DatedContact[], { edit, remove }: GuestActions): void {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  const change = { e: edit, E: edit, Delete: remove }[key];
  if (!change || ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element) || isTyping(target)) return;
  const inside = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  const contact = rows.find((row) => keyOf(row) === inside);
  if (!contact) return;
  event.preventDefault();
  change(contact);
}

/** The rows, and what is done to one of them. */
function Guests({ rows }: { rows: readonly DatedContact[] }) {
  const columns = useContactColumns();
  const { actions, edited, close } = useGuestChanges();
  return (
    <GuestActionsContext value={actions}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for whoever stands in a row; the row's buttons do the same. */}
      <div onKeyDown={(event) => onRowKey(event, rows, actions)}>
        <DataTable
          label="Contacts of this date"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          card={(row) => <ContactCard contact={row} />}
        />
      </div>
      {edited && <AdjustContact contact={edited} onClose={close} />}
    </GuestActionsContext>
  );
}
