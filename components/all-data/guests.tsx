import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { useMemo } from "react";
import { useOpenGuest } from "@/components/app-base/open-guest";
import { DataTable } from "@/components/ui/data-table";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { ALL_DATA_TEXTS } from "@/lib/all-data/all-data-texts";
import type { ColumnKey } from "@/lib/all-data/columns";
import type { ListedGuest } from "@/lib/all-data/contract";
import { branchLabel } from "@/lib/known-branches";
import styles from "./all-data-screen.module.css";
import { GuestCard, useChoosing, useGuestColumns, widthOf } from "./guest-columns";
import { useAllData, type Wanted } from "./queries";
import { moveAlongGuests } from "./row-keys";

interface Props {
  wanted: Wanted;
  columns: readonly ColumnKey[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string, on: boolean) => void;
  onClear: () => void;
}

/** The guests that the filters find, as far as they were fetched. */
export function Guests({ wanted, columns, chosen, onChoose, onClear }: Props) {
  const found = useAllData(wanted);
  const { guests, isLooking, isFetching, hasNextPage, data, error, refetch, fetchNextPage } = found;
  const first = data?.pages[0];
  if (!first) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
  if (guests.length === 0 && (isLooking || isFetching)) return <Loading />;
  return (
    <section className={styles.found} aria-label="Guests">
      {!first.sees_phones && <p className="note">{ALL_DATA_TEXTS.masked}</p>}
      {first.unavailable.length > 0 && <p className="note">{notRead(first.unavailable)}</p>}
      {guests.length > 0 && <Grid guests={guests} columns={columns} chosen={chosen} onChoose={onChoose} />}
      {guests.length === 0 && !hasNextPage && <Nobody isFiltered={Object.keys(wanted.filters).length > 0} onClear={onClear} />}
      {error && <Failed error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <Button className={styles.more} variant="default" size="lg" loading={isFetching} onClick={() => void fetchNextPage()}>
          {guests.length === 0 ? "Nobody so far: look further" : "Show more"}
        </Button>
      )}
    </section>
  );
}

/** `Evenings in Ehden and Tripoli are not counted: their tables cannot be read from here.` */
function notRead(branches: readonly string[]): string {
  return `Visits do not count evenings in ${branches.map(branchLabel).join(", ")}: those tables cannot be read now.`;
}

function Grid({
  guests,
  columns,
  chosen,
  onChoose,
}: Omit<Props, "wanted" | "onClear"> & { guests: ReturnType<typeof useAllData>["guests"] }) {
  const openGuest = useOpenGuest();
  const open = openGuest && (({ id }: ListedGuest) => openGuest(id));
  const shown = useMemo(() => ["name" as const, ...columns.filter((key) => key !== "name")], [columns]);
  const choice = useMemo(() => ({ chosen, onChoose }), [chosen, onChoose]);
  const drawn = useGuestColumns(shown, open);
  const all = useChoosing(drawn, choice);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go from guest to guest; the guests' buttons do the rest.
    <div onKeyDown={moveAlongGuests}>
      <DataTable
        label="Guests of this guest book"
        columns={all}
        rows={guests}
        rowKey={({ id }) => id}
        minWidth={widthOf(shown)}
        card={(guest) => <GuestCard guest={guest} onOpen={open} choice={choice} />}
      />
    </div>
  );
}

function Nobody({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyNotice title={ALL_DATA_TEXTS.nobody} />;
  return (
    <EmptyNotice title={ALL_DATA_TEXTS.empty}>
      <Button variant="default" onClick={onClear}>
        Show everybody
      </Button>
    </EmptyNotice>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <ErrorNotice title={ALL_DATA_TEXTS.failed} error={error} onRetry={onRetry} isSearch />;
}

function Loading() {
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>Looking for guests</VisuallyHidden>
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((row) => (
        <Skeleton key={row} height={43} />
      ))}
    </div>
  );
}
