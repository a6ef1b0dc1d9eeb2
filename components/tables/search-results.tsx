import { Button } from "@mantine/core";
import { type Ref, useDeferredValue } from "react";
import { useTiers } from "@/components/loyalty/use-tiers";
import { useSameCallback } from "@/components/ui/same-callback";
import type { DraftGuest } from "@/lib/drafts";
import type { Contact } from "@/lib/guest-search/contract";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import classes from "./contact-search.module.css";
import { isAmong, maybeSameGuest } from "./guest-lists";
import { NewestGuests } from "./newest-guests";
import { failureOf, type Place } from "./queries";
import { ResultRow } from "./result-row";
import type { Search } from "./use-contact-search";
import { WaitingRows } from "./waiting-rows";

interface Props {
  search: Search;
  place: Place;
  today: string;
  guests: readonly DraftGuest[];
  ownTable: string | null;
  active: number;
  disabled: boolean;
  onAdd: (contact: Contact) => void;
  list: Ref<HTMLUListElement>;
}

const NOBODY: readonly Contact[] = [];

/** The results, or why there are none. */
export function SearchResults({ search, place, today, guests, ownTable, active, disabled, onAdd, list }: Props) {
  const { text, results, isStale, error } = search;
  const add = useSameCallback((contact: Contact) => {
    if (!disabled) onAdd(contact);
  });
  // The button that was pressed answers first: the list as a whole follows, and none of its rows is drawn anew.
  const tierOf = useTiers(isStale ? NOBODY : results); // who is on the way out of the list is not asked about
  const isHeld = useDeferredValue(disabled) || isStale;
  if (text === "") return <NewestGuests {...{ place, today, guests, ownTable }} disabled={isHeld} onAdd={add} />;
  if (error) return <SearchFailed error={error} onRetry={search.retry} />;
  if (search.isFirstWait) return <WaitingRows />;
  return (
    <ul className={classes.list} ref={list} aria-busy={isStale} inert={isHeld} data-stale={isHeld || undefined}>
      {results.map((contact, index) => {
        const isAdded = isAmong(guests, contact);
        return (
          <ResultRow
            key={contact.id}
            contact={contact}
            tier={tierOf(contact)}
            today={today}
            query={text}
            isAdded={isAdded}
            similar={isAdded ? undefined : maybeSameGuest(guests, contact.phones)}
            ownTable={ownTable}
            active={index === active}
            onAdd={add}
          />
        );
      })}
    </ul>
  );
}

function SearchFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={classes.failed} role="alert">
      <strong>{TABLE_TEXTS.searchFailed}</strong>
      <span>{failureOf(error).message}</span>
      <span>You can still add new guests.</span>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
