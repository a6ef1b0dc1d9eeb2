import { Checkbox, UnstyledButton } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useToday } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import type { Column } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestBirthday } from "@/components/ui/guest-birthday";
import { GuestName } from "@/components/ui/guest-name";
import { GuestPhones, PhoneActions } from "@/components/ui/guest-phones";
import { GuestRow } from "@/components/ui/guest-row";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { type ColumnKey, columnLabel } from "@/lib/all-data/columns";
import type { ListedGuest } from "@/lib/all-data/contract";
import { shownField } from "@/lib/guest-fields";
import { branchLabel } from "@/lib/known-branches";
import { alsoNames } from "@/lib/names";
import styles from "./all-data-screen.module.css";
import { OPENS_GUEST } from "./row-keys";

/** In rem, so that larger text has its room. */
const WIDTHS: Record<ColumnKey, number> = {
  name: 15,
  phones: 13,
  email: 15,
  company: 11,
  title: 9,
  birthday: 9,
  address: 15,
  language: 7,
  likes: 12,
  tags: 10,
  also: 12,
  branch: 8,
  added_at: 11,
  changed_at: 11,
  visits: 5.5,
  last_visit: 10,
  points: 5.5,
  opted_out: 8,
};

/** The least width of a table with these columns. */
export function widthOf(columns: readonly ColumnKey[]): string {
  return `${columns.reduce((sum, key) => sum + WIDTHS[key], 0)}rem`;
}

type Opens = ((guest: ListedGuest) => void) | null;

export function useGuestColumns(keys: readonly ColumnKey[], onOpen: Opens): Column<ListedGuest>[] {
  const { timeZone } = useAppSettings();
  const today = useToday();
  return useMemo(() => {
    const shown = { today, timeZone, onOpen };
    return keys.map((key) => ({ key, header: columnLabel(key), width: `${WIDTHS[key]}rem`, render: (guest) => cell(key, guest, shown) }));
  }, [keys, today, timeZone, onOpen]);
}

/** Who is chosen for what is done with many. */
export interface Choice {
  chosen: ReadonlySet<string>;
  onChoose: (id: string, on: boolean) => void;
}

/** The same columns behind one to choose guests, for whoever may change many. */
export function useChoosing(columns: Column<ListedGuest>[], choice: Choice): Column<ListedGuest>[] {
  const may = useSession().can("change_all_data");
  return useMemo(() => {
    if (!may) return columns;
    return [{ key: "choose", header: "Choose", width: "5.5rem", render: (guest) => <Choose guest={guest} {...choice} /> }, ...columns];
  }, [may, columns, choice]);
}

function Choose({ guest: { id, name }, chosen, onChoose }: { guest: ListedGuest } & Choice) {
  return (
    <Checkbox
      aria-label={`Choose ${name || "this guest"}`}
      checked={chosen.has(id)}
      onChange={(event) => onChoose(id, event.currentTarget.checked)}
    />
  );
}

interface Shown {
  today: string;
  timeZone: string;
  onOpen: Opens;
}

/** What stands in a column that is no plain text. */
const CELLS: Partial<Record<ColumnKey, (guest: ListedGuest, shown: Shown) => ReactNode>> = {
  name: (guest, { onOpen }) => <Name guest={guest} onOpen={onOpen} />,
  phones: (guest) => <Phones guest={guest} />,
  birthday: ({ birthday, birth_year }, { today }) =>
    birthday && (
      <span className={styles.birthday}>
        <GuestBirthday birthday={birthday} today={today} withDay />
        {birth_year !== null && <span className="tabular">{birth_year}</span>}
      </span>
    ),
  language: ({ language }) => shownField("language", language),
  also: ({ also }) => also && <bdi>{alsoNames(also).join(", ")}</bdi>,
  branch: ({ branch }) => branchLabel(branch),
  added_at: ({ added_at }, { timeZone }) => <Moment at={added_at} timeZone={timeZone} />,
  changed_at: ({ changed_at }, { timeZone }) => changed_at && <Moment at={changed_at} timeZone={timeZone} />,
  visits: ({ visits }) => <Figure value={visits} />,
  last_visit: ({ last_visit }) => last_visit && <time dateTime={last_visit}>{longDate(last_visit)}</time>,
  points: ({ points }) => <Figure value={points} />,
  opted_out: ({ opted_out }) => opted_out && <FactChip tone="warning">Opted out</FactChip>,
};

function cell(key: ColumnKey, guest: ListedGuest, shown: Shown): ReactNode {
  const draw = CELLS[key];
  const drawn = draw ? draw(guest, shown) : <bdi>{guest[key as "email" | "company" | "title" | "address"]}</bdi>;
  const isEmpty = draw ? !drawn : guest[key as "email"] === "";
  return isEmpty ? <span className={styles.none}>–</span> : drawn;
}

function Name({ guest, onOpen }: { guest: ListedGuest; onOpen: Opens }) {
  const name = guest.name ? <GuestName name={guest.name} /> : <span className={styles.none}>No name</span>;
  if (!onOpen) return name;
  return (
    <UnstyledButton className={styles.open} {...OPENS_GUEST} onClick={() => onOpen(guest)}>
      {name}
    </UnstyledButton>
  );
}

/** A masked number offers nothing to call. */
function Phones({ guest: { phones, numbers } }: { guest: ListedGuest }) {
  const isMasked = numbers?.every(({ digits }) => digits === "") ?? false;
  return isMasked ? <GuestPhones phones={phones} numbers={numbers} /> : <PhoneActions phones={phones} numbers={numbers} />;
}

function Moment({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at} className="tabular">
      {dayAndTime(at, timeZone)}
    </time>
  );
}

function Figure({ value }: { value: number }) {
  return <span className="tabular">{value.toLocaleString("en")}</span>;
}

/** The guest on a phone: what tells them apart, where they were, and the rest when they are opened. */
export function GuestCard({ guest, onOpen, choice }: { guest: ListedGuest; onOpen: Opens; choice: Choice }) {
  const mayChange = useSession().can("change_all_data");
  const today = useToday();
  const { company, visits, last_visit, branch, opted_out, numbers } = guest;
  const isMasked = numbers?.every(({ digits }) => digits === "") ?? false;
  return (
    <GuestRow
      guest={guest}
      today={today}
      withDay
      callable={!isMasked}
      action={mayChange && <Choose guest={guest} {...choice} />}
      shownName={<Name guest={guest} onOpen={onOpen} />}
      notes={opted_out && <FactChip tone="warning">Opted out</FactChip>}
      details={
        <>
          {company && (
            <>
              <bdi>{company}</bdi> ·{" "}
            </>
          )}
          {branchLabel(branch)} · {last_visit ? `${counted(visits, "visit")}, last ${longDate(last_visit)}` : "No visit"}
        </>
      }
    />
  );
}
