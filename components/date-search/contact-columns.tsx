import { useMemo } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { OpensGuest } from "@/components/app-base/opens-guest";
import { useToday } from "@/components/app-base/server-clock";
import type { Column } from "@/components/ui/data-table";
import { GuestBirthday } from "@/components/ui/guest-birthday";
import { GuestName } from "@/components/ui/guest-name";
import { PhoneActions } from "@/components/ui/guest-phones";
import { GuestRow } from "@/components/ui/guest-row";
import { dayAndTime } from "@/components/ui/local-times";
import type { DatedContact } from "@/lib/date-search/contract";
import styles from "./contact-columns.module.css";
import { CardActions, RowActions } from "./guest-actions";

/** Two buttons for fingers, and the cell's own room: a tenth of a narrow table cuts the second one. */
const ACTIONS_WIDTH = "7.25rem";

export function useContactColumns(): Column<DatedContact>[] {
  const { timeZone } = useAppSettings();
  const today = useToday();
  return useMemo(
    () => [
      { key: "name", header: "Name", width: "auto", render: (row) => <Name contact={row} today={today} /> },
      { key: "company", header: "Company", width: "20%", render: (row) => <Company name={row.company} /> },
      { key: "phone", header: "Phone", width: "22%", render: (row) => <PhoneActions phones={row.phones} numbers={row.numbers} /> },
      {
        key: "added",
        header: "Added At",
        width: "18%",
        render: (row) => (
          <time dateTime={row.added_at} className="tabular">
            {dayAndTime(row.added_at, timeZone)}
          </time>
        ),
      },
      { key: "actions", header: "Actions", width: ACTIONS_WIDTH, render: (row) => <RowActions contact={row} /> },
    ],
    [timeZone, today],
  );
}

/** Who stands in the guest book can be opened. */
function OpeningName({ contact: { name, contact_id } }: { contact: DatedContact }) {
  return (
    <OpensGuest id={contact_id}>
      <GuestName name={name} />
    </OpensGuest>
  );
}

function Name({ contact, today }: { contact: DatedContact; today: string }) {
  const { birthday } = contact;
  return (
    <span className={styles.name}>
      <OpeningName contact={contact} />
      <GuestBirthday birthday={birthday} today={today} />
    </span>
  );
}

function Company({ name }: { name: string }) {
  return name ? <bdi>{name}</bdi> : <span className={styles.none}>–</span>;
}

/** On phones a row of the table is a guest's row, with the day under the phone. */
export function ContactCard({ contact }: { contact: DatedContact }) {
  const { timeZone } = useAppSettings();
  const today = useToday();
  return (
    <GuestRow
      guest={contact}
      shownName={<OpeningName contact={contact} />}
      today={today}
      callable
      action={<CardActions contact={contact} />}
      details={
        <>
          {contact.company && (
            <>
              <bdi>{contact.company}</bdi> ·{" "}
            </>
          )}
          <time dateTime={contact.added_at} className="tabular">
            {dayAndTime(contact.added_at, timeZone)}
          </time>
        </>
      }
    />
  );
}
