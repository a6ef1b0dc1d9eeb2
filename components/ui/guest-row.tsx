import { Fragment, type ReactNode } from "react";
import { alsoNames } from "@/lib/names";
import type { ShownNumber } from "@/lib/shown-number-schema";
import { GuestAvatar } from "./guest-avatar";
import { GuestBirthday } from "./guest-birthday";
import { GuestName } from "./guest-name";
import { GuestPhones, PhoneActions } from "./guest-phones";
import classes from "./guest-row.module.css";

interface Props {
  guest: { name: string; phones: string; birthday?: string; numbers?: readonly ShownNumber[]; also?: string };
  /** The local calendar date, YYYY-MM-DD, by which the birthday has its badge. */
  today?: string;
  /** What was searched for, marked in name and phone. */
  query?: string;
  /** In a list with a picture; in a narrow block a line with the phone at its end. */
  layout?: "row" | "line";
  /** Says the day of the birthday beside its badge. */
  withDay?: boolean;
  /** A tap on the phone offers to call. */
  callable?: boolean;
  /** In place of the name as it is, such as a link that bears it. */
  shownName?: ReactNode;
  /** Right after the name. */
  mark?: ReactNode;
  /** Under the phone, in plain text. */
  details?: ReactNode;
  /** More chips beside the birthday's. */
  notes?: ReactNode;
  /** At the end: Add, Remove. */
  action?: ReactNode;
  /** It is as wide as a sentence: where there is little room it stands below. */
  wideAction?: boolean;
}

/** A guest, the same everywhere: picture, name in its own direction, phone as people read it, birthday, and what can be done. */
export function GuestRow({ guest, today = "", layout = "row", withDay = false, callable = false, ...props }: Props) {
  const { name, phones, numbers, birthday = "", also = "" } = guest;
  const { query = "", shownName, mark, details, notes, action, wideAction } = props;
  return (
    <span className={classes.frame}>
      <span className={classes.row} data-layout={layout} data-wide={wideAction || undefined}>
        {layout === "row" && (
          <span className={classes.avatar}>
            <GuestAvatar name={name} />
          </span>
        )}
        <span className={classes.name}>
          {shownName ?? <GuestName name={name} query={query} />}
          {mark}
          {also !== "" && <OtherNames also={also} query={query} />}
        </span>
        <span className={classes.phone}>
          {callable ? <PhoneActions phones={phones} numbers={numbers} /> : <GuestPhones phones={phones} numbers={numbers} query={query} />}
        </span>
        {details && <span className={classes.details}>{details}</span>}
        <span className={classes.notes}>
          <GuestBirthday birthday={birthday} today={today} withDay={withDay} />
          {notes}
        </span>
        {action && <span className={classes.action}>{action}</span>}
      </span>
    </span>
  );
}

/** `also Walid Sabbagh`: whom a search finds by another name than the one that stands there. */
function OtherNames({ also, query }: { also: string; query: string }) {
  return (
    <span className="note">
      {" also "}
      {alsoNames(also).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ", "}
          <GuestName name={name} query={query} />
        </Fragment>
      ))}
    </span>
  );
}
