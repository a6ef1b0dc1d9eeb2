import { useMemo } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import type { Column } from "@/components/ui/data-table";
import { dayAndTime } from "@/components/ui/local-times";
import { PersonName } from "@/components/ui/person-name";
import { PhoneActions } from "@/components/ui/phone-actions";
import type { DatedContact } from "@/lib/date-search/contract";
import styles from "./contact-columns.module.css";

export function useContactColumns(): Column<DatedContact>[] {
  const { timeZone, defaultCountryCode } = useAppSettings();
  return useMemo(
    () => [
      { key: "name", header: "Name", width: "34%", render: (row) => <PersonName name={row.name} /> },
      { key: "company", header: "Company", width: "22%", render: (row) => <Company name={row.company} /> },
      {
        key: "phone",
        header: "Phone",
        width: "22%",
        render: (row) => <PhoneActions phones={row.phones} countryCode={defaultCountryCode} />,
      },
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
    [timeZone, defaultCountryCode],
  );
}

function Company({ name }: { name: string }) {
  return name ? <bdi>{name}</bdi> : <span className={styles.none}>–</span>;
}

export function ContactCard({ contact }: { contact: DatedContact }) {
  const { timeZone, defaultCountryCode } = useAppSettings();
  return (
    <div className={styles.card}>
      <div className={styles.words}>
        <b className={styles.name}>
          <PersonName name={contact.name} />
        </b>
        {contact.company && <bdi className={styles.muted}>{contact.company}</bdi>}
        <time dateTime={contact.added_at} className={styles.muted}>
          {dayAndTime(contact.added_at, timeZone)}
        </time>
      </div>
      <PhoneActions phones={contact.phones} countryCode={defaultCountryCode} />
    </div>
  );
}
