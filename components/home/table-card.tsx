import { UnstyledButton } from "@mantine/core";
import { Cake, CloudOff, Lock, type LucideIcon, NotebookPen } from "lucide-react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useSession } from "@/components/app-base/session";
import { SeatDots } from "@/components/tables/seat-dots";
import { useTableDialogs } from "@/components/tables/table-dialogs";
import { AllergyMark } from "@/components/ui/allergy-mark";
import { counted } from "@/components/ui/counted";
import { timeOfDay } from "@/components/ui/local-times";
import { branchName } from "@/lib/known-branches";
import { withParty } from "@/lib/party-size";
import type { FloorMark, FloorTable } from "./tables-in-order";
import styles from "./tables-tonight.module.css";

const NAMES_SHOWN = 2;

/** One table as a hostess looks for it: its number, who serves it, who sits there since when. Tapped, it opens. */
export function FloorCard({ table }: { table: FloorTable }) {
  const session = useSession();
  const dialogs = useTableDialogs();
  const { draft, name, branch } = table;
  const open = draft ? () => dialogs.openDraft(draft) : () => dialogs.openTable(name, branch ?? undefined);
  const mayOpen = draft !== null || (name !== "" && session.can("open_saved_tables"));
  const facts = <Facts table={table} />;
  return mayOpen ? (
    <UnstyledButton className={styles.card} data-mark={table.mark ?? undefined} onClick={open}>
      {facts}
    </UnstyledButton>
  ) : (
    <div className={styles.card} data-mark={table.mark ?? undefined}>
      {facts}
    </div>
  );
}

function Facts({ table }: { table: FloorTable }) {
  const { timeZone } = useAppSettings();
  const here = useBranch();
  const { number, hostess, waiter, guests, party_size, since, branch, mark } = table;
  return (
    <>
      <span className={styles.cardHead}>
        <span className={styles.numbers}>
          <span className={styles.caption}>Table </span>
          <bdi className={styles.number} data-long={number.length > 4 || undefined}>
            {number}
          </bdi>
        </span>
        <SeatDots guests={guests} />
      </span>
      <span className={styles.team}>
        <bdi>{hostess}</bdi> · <bdi>{waiter}</bdi>
      </span>
      <span className="note tabular">
        {withParty(counted(guests, "guest"), party_size)} · since {timeOfDay(since, timeZone)}
        {branch && branch !== here && ` · ${branchName(branch)}`}
      </span>
      {table.allergies.length > 0 && (
        <span className={styles.allergies}>
          <AllergyMark allergies={table.allergies.join(" · ")} />
        </span>
      )}
      <Birthdays table={table} />
      {mark && <Mark mark={mark} />}
    </>
  );
}

/** Whose birthday is near, by name: it is said to a guest and not to a table. */
function Birthdays({ table: { celebrating } }: { table: FloorTable }) {
  const more = celebrating.length - NAMES_SHOWN;
  if (celebrating.length === 0) return null;
  return (
    <span className={styles.birthdays}>
      <Cake size={16} strokeWidth={1.75} aria-label="Birthday soon" />
      <span className={styles.guests}>
        {celebrating.slice(0, NAMES_SHOWN).map(({ name, day }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two guests of a table may have the same name and day.
          <span key={`${index} ${name}`} className={styles.birthday}>
            <bdi>{name}</bdi> <span className={styles.day}>{day}</span>
          </span>
        ))}
        {more > 0 && <span>and {more} more</span>}
      </span>
    </span>
  );
}

const MARKS: Record<Exclude<FloorMark, null>, { icon: LucideIcon; words: string }> = {
  draft: { icon: NotebookPen, words: "Draft on this device" },
  sending: { icon: CloudOff, words: "Waiting to send" },
  closed: { icon: Lock, words: "Closed by End of Day" },
};

function Mark({ mark }: { mark: Exclude<FloorMark, null> }) {
  const { icon: Icon, words } = MARKS[mark];
  return (
    <span className={styles.mark}>
      <Icon size={16} strokeWidth={1.75} aria-hidden /> {words}
    </span>
  );
}
