import { useMemo } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import type { Column } from "@/components/ui/data-table";
import { GuestName } from "@/components/ui/guest-name";
import { PhoneActions } from "@/components/ui/guest-phones";
import { GuestRow } from "@/components/ui/guest-row";
import { dayAndTime } from "@/components/ui/local-times";
import type { DatedContact } from "@/lib/date-search/contract";
import styles from "./contact-columns.module.css";

export function useContactColumns(): Column<DatedContact>[] {
  const { timeZone } = useAppSettings();
  return useMemo(
    () => [
      { key: "name", header: "Name", width: "34%", render: (row) => <GuestName name={row.name} /> },
      { key: "company", header: "Company", width: "22%", render: (row) => <Company name={row.company} /> },
      { key: "phone", header: "Phone", width: "22%", render: (row) => <PhoneActions phones={row.phones} numbers={row.numbers} /> },
      {
        key: "added",
        header: "Added At",
        width: "22%",
        render: (row) => (
          <time dateTime={row.added_at} className="tabular">
            {dayAndTime(row.added_at, timeZone)}
          </time>
        ),
      },
    ],
    [timeZone],
  );
}

function Company({ name }: { name: string }) {
  return name ? <bdi>{name}</bdi> : <span className={styles.none}>–</span>;
}

/** On phones a row of the table is a guest's row, with the day under the phone. */
export function ContactCard({ contact }: { contact: DatedContact }) {
  const { timeZone } = useAppSettings();
  return (
    <GuestRow
      guest={contact}
      callable
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
