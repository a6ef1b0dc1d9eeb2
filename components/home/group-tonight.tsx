import { useAppSettings } from "@/components/app-base/app-settings";
import { OpensGuest } from "@/components/app-base/opens-guest";
import { BranchBars } from "@/components/feed/branch-bars";
import { branchOf, guestsPerBranch, keyOf } from "@/components/feed/feed-numbers";
import { oncePerGuest } from "@/components/feed/once-per-guest";
import { useTableLog } from "@/components/feed/queries";
import { GuestName } from "@/components/ui/guest-name";
import { GuestRow } from "@/components/ui/guest-row";
import { keysOf } from "@/components/ui/row-keys";
import { birthdayBadge, formatBirthday } from "@/lib/birthday-dates";
import { branchName } from "@/lib/known-branches";
import type { TableLogEntry } from "@/lib/tables/contract";
import styles from "./group-tonight.module.css";

const GUESTS_SHOWN = 5;

/** Above it stands how many guests of the books celebrate today: they need not be here. */
const NOBODY = "Nobody who sits at a table tonight. Who celebrates today and is not here is counted at the top of this page.";

/** The evening of the whole group at a glance, on wide screens, while the section that holds all of it is closed. */
export function GroupTonight({ today }: { today: string }) {
  const { branches } = useAppSettings();
  const logs = useTableLog().data?.logs;
  if (!logs || logs.length === 0) return null;
  return (
    <div className={styles.panels}>
      {branches.length > 1 && (
        <section className={styles.panel} aria-labelledby="group-guests">
          <h2 id="group-guests" className={styles.title}>
            Guests tonight, by branch
          </h2>
          <BranchBars counts={guestsPerBranch(logs)} />
        </section>
      )}
      <section className={styles.panel} aria-labelledby="group-birthdays">
        <h2 id="group-birthdays" className={styles.title}>
          At tonight’s tables: birthdays within 7 days
        </h2>
        <Celebrating logs={logs} today={today} />
      </section>
    </div>
  );
}

function Celebrating({ logs, today }: { logs: readonly TableLogEntry[]; today: string }) {
  const guests = oncePerGuest(
    logs.flatMap((entry) =>
      entry.contacts
        .filter(({ birthday }) => birthdayBadge(birthday, today) === "next-7-days")
        .map((guest) => ({
          guest,
          table: keyOf(entry),
          branch: branchOf(entry),
          place: `Table ${entry.table}, ${branchName(branchOf(entry))}`,
        })),
    ),
  );
  const more = guests.length - GUESTS_SHOWN;
  const keys = keysOf(guests, ({ guest, tables }) => `${guest.name}/${guest.phones}/${tables[0]}`);
  if (guests.length === 0) return <p className="note">{NOBODY}</p>;
  return (
    <>
      <ul className={styles.guests}>
        {guests.slice(0, GUESTS_SHOWN).map(({ guest, branch, places }, index) => (
          <li key={keys[index]}>
            <GuestRow
              guest={guest}
              details={`${formatBirthday(guest.birthday)} · ${places.join(" and ")}`}
              callable
              shownName={
                <OpensGuest id={guest.id} branch={branch}>
                  <GuestName name={guest.name} />
                </OpensGuest>
              }
            />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="note">and {more} more</p>}
    </>
  );
}
