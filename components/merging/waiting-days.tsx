import { Button } from "@mantine/core";
import { CircleHelp, MoonStar, TriangleAlert } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { useEvening } from "@/components/evening/evening-provider";
import { counted } from "@/components/ui/counted";
import { longDate } from "@/components/ui/local-times";
import { endOfDayHourText, endOfDayIsOpen } from "@/lib/business-day";
import { mayWorkIn } from "@/lib/caller";
import { branchName, isOpenRestaurant } from "@/lib/known-branches";
import type { WaitingDays } from "@/lib/merging/contract";
import styles from "./unclosed.module.css";

type OpenDay = WaitingDays["open_tables"][number];

/** Of branches without an End of Day: what the central book lacks for it, and the way to close them; and what is not known. */
export function Unclosed({ waiting }: { waiting: WaitingDays }) {
  const { open_tables, unknown } = waiting;
  const branches = [...new Set(open_tables.map(({ branch }) => branch))];
  return (
    <>
      {branches.length > 0 && (
        <section className={styles.block} aria-label="Branches that are not closed">
          <h2 className={styles.title}>
            <TriangleAlert size={20} strokeWidth={1.75} aria-hidden />
            {headline(branches.length, open_tables)}
          </h2>
          <HowToClose days={open_tables} />
          <ul className={styles.branches}>
            {branches.map((branch) => (
              <OpenBranch key={branch} branch={branch} days={open_tables.filter((day) => day.branch === branch)} />
            ))}
          </ul>
        </section>
      )}
      {unknown.length > 0 && (
        <p className={styles.unknown}>
          <CircleHelp size={20} strokeWidth={1.75} aria-hidden />
          <span>
            Not known here, whether they are closed: {unknown.map(({ branch, reason }) => `${branchName(branch)} (${reason})`).join(", ")}.
          </span>
        </p>
      )}
    </>
  );
}

function headline(branches: number, days: OpenDay[]): string {
  const notClosed = branches === 1 ? "1 branch is not closed" : `${branches} branches are not closed`;
  const tables = days.reduce((sum, day) => sum + day.missing_tables, 0);
  const guests = days.reduce((sum, day) => sum + day.missing_guests, 0);
  if (tables === 0) return `${notClosed}. What their tables say so far is in the central book.`;
  return `${notClosed}: ${counted(tables, "table")} (${counted(guests, "guest")}) ${tables === 1 ? "is" : "are"} not in the central book`;
}

function HowToClose({ days }: { days: OpenDay[] }) {
  const settings = useAppSettings();
  const isOpen = endOfDayIsOpen(useServerClock(), settings);
  const session = useSession();
  const lacks = days.some((day) => day.missing_tables > 0);
  const then = lacks ? ", then run the merge again" : "";
  const elsewhere = days.some(({ here }) => !here) ? " Where the tables came from another server, it is run there." : "";
  const who = session.can("end_of_day") ? `Run End of Day for each of them${then}.` : `Somebody who may run End of Day closes them${then}.`;
  return (
    <p className={styles.how}>
      {who}
      {elsewhere}
      {!isOpen && ` ${endOfDayHourText(settings)}.`}
    </p>
  );
}

/** One branch, and its End of Day where this server keeps it and this person may run it. */
function OpenBranch({ branch, days }: { branch: string; days: OpenDay[] }) {
  const settings = useAppSettings();
  const isOpen = endOfDayIsOpen(useServerClock(), settings);
  const session = useSession();
  const { endOfDay, busy } = useEvening();
  const mayClose = days.every(({ here }) => here) && session.can("end_of_day") && mayWorkIn(session.user?.branches ?? null, branch);
  return (
    <li className={styles.branch}>
      <span className={styles.said}>
        <b>{branchName(branch)}</b>
        {days.map((day) => (
          <span key={day.date}>
            {longDate(day.date)}: {counted(day.tables, "table")}, {counted(day.guests, "guest")}
            {saidOfPart(day)}
          </span>
        ))}
      </span>
      {isOpen && mayClose && isOpenRestaurant(branch) && (
        <Button
          variant="default"
          leftSection={<MoonStar size={18} strokeWidth={1.75} aria-hidden />}
          loading={busy}
          onClick={() => endOfDay(branch)}
        >
          Run End of Day in {branchName(branch)}
        </Button>
      )}
    </li>
  );
}

/** What of an open day central has already, as far as it is not all or nothing. */
function saidOfPart({ tables, missing_tables, missing_guests }: OpenDay): string {
  if (missing_tables === 0) return ", in the central book so far";
  return missing_tables < tables
    ? `; ${counted(missing_tables, "table")} (${counted(missing_guests, "guest")}) not in the central book`
    : "";
}

/** What waits of the days before, per branch: a forgotten End of Day is seen before anybody misses a guest. */
export function EarlierRows({ rows }: Pick<WaitingDays, "rows">) {
  if (rows.length === 0) return null;
  const said = rows.map(({ branch, date, rows }) => `${branchName(branch)} ${longDate(date)} (${counted(rows, "guest")})`);
  return <p className={styles.earlier}>Of earlier dates the central book lacks: {said.join(", ")}.</p>;
}
