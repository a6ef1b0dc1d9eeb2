import { Button } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import type { AnswerOf } from "@/lib/api/endpoint";
import { GUEST_FIELDS, type GuestField } from "@/lib/guest-fields";
import { WHO_IS_WHO_TEXTS } from "@/lib/guest-search/guest-search-texts";
import type { Origin, whereFrom } from "@/lib/guests/contract";
import { branchName } from "@/lib/known-branches";
import { localDate } from "@/lib/local-time";
import { useDeciding, useWhereFrom } from "./decisions";
import styles from "./who-is-who.module.css";

type Origins = AnswerOf<typeof whereFrom>;

/** On demand, what each value of a guest comes from, and who said that they are one with somebody, or are not. */
export function WhereFrom({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <div className={styles.whereFrom}>
      <Button
        variant="subtle"
        color="neutral"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        rightSection={<ChevronDown className={styles.chevron} size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {WHO_IS_WHO_TEXTS.whereFrom}
      </Button>
      {isOpen && (
        <div id={listId}>
          <Told id={id} />
        </div>
      )}
    </div>
  );
}

function Told({ id }: { id: string }) {
  const { data, isError, refetch } = useWhereFrom(id, true);
  if (isError) {
    return (
      <p className={styles.note} role="alert">
        {WHO_IS_WHO_TEXTS.notTold}{" "}
        <Button size="xs" variant="default" onClick={() => refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (!data) {
    return (
      <p className={styles.note} role="status">
        Loading…
      </p>
    );
  }
  return (
    <>
      <dl className={styles.origins}>
        {data.fields.map(({ field, origin, value = "" }) =>
          field === "birth_year" ? null : (
            <Value key={`${field} ${value}`} name={value ? <bdi>{value}</bdi> : labelOf(field)} origin={origin} />
          ),
        )}
        {data.numbers.map(({ digits, shown, origin }) => (
          <Value key={digits} name={<bdi>{shown}</bdi>} origin={origin} />
        ))}
        {data.names.map(({ name, origin }) => (
          <Value key={name} name={<bdi>{name}</bdi>} origin={origin} />
        ))}
      </dl>
      <Decisions decisions={data.decisions} />
    </>
  );
}

/** A server of a newer version may tell of a field that this page does not know. */
const labelOf = (field: string) => (Object.hasOwn(GUEST_FIELDS, field) ? GUEST_FIELDS[field as GuestField].label : field);

function Value({ name, origin }: { name: ReactNode; origin: Origin }) {
  const { timeZone } = useAppSettings();
  return (
    <div>
      <dt>{name}</dt>
      <dd>{originInWords(origin, timeZone)}</dd>
    </div>
  );
}

function originInWords({ kind, at, evening, branch, by }: Origin, timeZone: string): string {
  const day = at === null ? "" : longDate(localDate(new Date(at), timeZone));
  if (kind === "table") return `from the table of ${evening === null ? day : longDate(evening)}, ${branchName(branch)}`;
  if (kind === "reservation") return `from the reservation for ${evening === null ? day : longDate(evening)}, ${branchName(branch)}`;
  if (kind === "prize") return `from the prize won on ${day}, ${branchName(branch)}`;
  if (kind === "import") return `from the file that ${by ?? "somebody"} brought in on ${day}`;
  if (kind === "hand") return `written by ${by ?? "somebody"}, ${at === null ? "" : dayAndTime(at, timeZone)}`;
  return "known from before Daftar kept who said what";
}

function Decisions({ decisions }: Pick<Origins, "decisions">) {
  const { timeZone } = useAppSettings();
  const { end, isEnding } = useDeciding();
  if (decisions.length === 0) return null;
  return (
    <ul className={styles.decisions} aria-label="Who is who">
      {decisions.map(({ undo_id, kind, at, by, holds }) => (
        <li key={undo_id}>
          <span>
            {by ?? "Somebody"} said, {dayAndTime(at, timeZone)}: {kind === "two" ? WHO_IS_WHO_TEXTS.saidTwo : WHO_IS_WHO_TEXTS.saidOne}
            {holds === false && ` ${WHO_IS_WHO_TEXTS.holdsNot}`}
          </span>
          <Button size="sm" variant="default" loading={isEnding} onClick={() => end(undo_id)}>
            {WHO_IS_WHO_TEXTS.end}
          </Button>
        </li>
      ))}
    </ul>
  );
}
