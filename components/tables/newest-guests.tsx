import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useTiers } from "@/components/loyalty/use-tiers";
import { longDate } from "@/components/ui/local-times";
import { isApiError } from "@/lib/api/api-error";
import { businessDayOf } from "@/lib/business-day";
import type { DraftGuest } from "@/lib/drafts";
import type { Contact } from "@/lib/guest-search/contract";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import classes from "./contact-search.module.css";
import { isAmong, maybeSameGuest } from "./guest-lists";
import { type Place, useNewestGuests } from "./queries";
import { ResultRow } from "./result-row";
import { WaitingRows } from "./waiting-rows";

interface Props {
  place: Place;
  today: string;
  guests: readonly DraftGuest[];
  ownTable: string | null;
  disabled: boolean;
  onAdd: (contact: Contact) => void;
}

const NOBODY: readonly Contact[] = [];

/** Whoever was seated last, until something is searched for; a server of an earlier version does not tell. */
export function NewestGuests({ place, today, guests, ownTable, disabled, onAdd }: Props) {
  const { data, isLoading, isError, error } = useNewestGuests(place);
  const evening = businessDayOf(useServerClock(), useAppSettings());
  const tierOf = useTiers(data?.contacts ?? NOBODY);
  const isUnknownCall = isApiError(error) && error.status === 404;
  if (isLoading) return <WaitingRows />;
  if (!data || data.contacts.length === 0)
    return (
      <p className={classes.hint}>
        {TABLE_TEXTS.typeToSearch}
        {isError && !isUnknownCall && ` ${TABLE_TEXTS.newestMissing}`}
      </p>
    );
  // What this device kept may be of the evening before.
  const isTonight = data.business_day === evening;
  return (
    <>
      <p className={classes.label}>
        Newest guests {isTonight || !data.business_day ? "tonight" : `of ${longDate(data.business_day)}`}
        {isError && ", as this device knows them"}
      </p>
      <ul className={classes.list} inert={disabled}>
        {data.contacts.map((contact) => {
          const isAdded = isAmong(guests, contact);
          return (
            <ResultRow
              key={contact.id}
              tier={tierOf(contact)}
              contact={isTonight ? contact : { ...contact, tonight: undefined }}
              today={today}
              query=""
              isAdded={isAdded}
              similar={isAdded ? undefined : maybeSameGuest(guests, contact.phones)}
              ownTable={ownTable}
              active={false}
              onAdd={onAdd}
            />
          );
        })}
      </ul>
    </>
  );
}
