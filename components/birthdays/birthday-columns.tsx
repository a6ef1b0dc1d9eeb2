import type { Column } from "@/components/ui/data-table";
import { GuestName } from "@/components/ui/guest-name";
import { PhoneActions } from "@/components/ui/guest-phones";
import { GuestRow } from "@/components/ui/guest-row";
import type { BirthdayGuest } from "@/lib/birthday-search/contract";
import { formatBirthday } from "@/lib/birthdays";

/** `20 Nov 1985`, and without the year where nobody knows it. */
function Birthday({ guest: { birthday, birth_year } }: { guest: BirthdayGuest }) {
  return (
    <time dateTime={birth_year === null ? birthday.slice(5) : birthday} className="tabular">
      {formatBirthday(`-${birthday.slice(4)}`)}
      {birth_year !== null && ` ${birth_year}`}
    </time>
  );
}

export const birthdayColumns: Column<BirthdayGuest>[] = [
  { key: "name", header: "Name", width: "44%", render: ({ name }) => <GuestName name={name} /> },
  { key: "phone", header: "Phone", width: "34%", render: ({ phones, numbers }) => <PhoneActions phones={phones} numbers={numbers} /> },
  { key: "birthday", header: "Birthday", width: "22%", render: (guest) => <Birthday guest={guest} /> },
];

/** On phones a row of the table is a guest's row. */
export function BirthdayCard({ guest }: { guest: BirthdayGuest }) {
  const { name, phones, numbers } = guest;
  return <GuestRow guest={{ name, phones, numbers }} callable details={<Birthday guest={guest} />} />;
}
