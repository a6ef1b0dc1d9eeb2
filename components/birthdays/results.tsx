import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { Cake, CalendarDays, Ticket } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAskedAgain } from "@/components/app-base/searched-date";
import { useScreenKeys } from "@/components/app-base/single-keys-on";
import { counted } from "@/components/ui/counted";
import { DataTable } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { later } from "@/components/ui/later";
import { longDate } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import type { BirthdayGuest } from "@/lib/birthday-search/contract";
import { BIRTHDAY_TEXTS } from "@/lib/texts";
import { BirthdayCard, birthdayColumns } from "./birthday-columns";
import styles from "./birthday-search-screen.module.css";
import { CampaignActions } from "./campaign-actions";
import { useBirthdays, useVouchers } from "./queries";
import type { StatisticsDialog as Statistics } from "./statistics-dialog";
import { VoucherCard } from "./voucher-card";

interface ResultsProps {
  date: string;
  /** Counts the searches: pressed once more, the same date is asked for anew. */
  presses: number;
  onDate: (date: string) => void;
}

/** Who celebrates on the date that was searched. */
export function Results({ date, presses, onDate }: ResultsProps) {
  const found = useBirthdays(date);
  useAskedAgain(presses, found.refetch);
  if (found.isPending) return <Loading />;
  if (!found.data) {
    return (
      <div className={styles.results}>
        <ErrorNotice title={BIRTHDAY_TEXTS.failed} error={found.error} onRetry={() => found.refetch()} />
      </div>
    );
  }
  const { contacts, total, nearest } = found.data;
  if (total > 0) return <Found date={date} contacts={contacts} total={total} />;
  return (
    <section className={styles.results} aria-label="Results">
      <Facts date={date} total={0} />
      <EmptyNotice title={BIRTHDAY_TEXTS.empty}>{nearest.length > 0 && <Nearest days={nearest} onDate={onDate} />}</EmptyNotice>
    </section>
  );
}

/** The days around it on which somebody celebrates. */
function Nearest({ days, onDate }: { days: { date: string; total: number }[]; onDate: (date: string) => void }) {
  return (
    <>
      <span>The nearest days with birthdays:</span>
      <div className={styles.nearest}>
        {days.map((day) => (
          <Button key={day.date} variant="default" onClick={() => onDate(day.date)}>
            {longDate(day.date)} · {counted(day.total, "guest")}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The chips and the rows that come. */
function Loading() {
  return (
    <div className={styles.results} role="status">
      <VisuallyHidden>Searching</VisuallyHidden>
      <div className={styles.chips}>
        <Skeleton height={32} width={168} radius="xl" />
        <Skeleton height={32} width={104} radius="xl" />
      </div>
      <div className={styles.loadingRows}>
        {["a", "b", "c", "d", "e"].map((row) => (
          <Skeleton key={row} className={styles.loadingRow} />
        ))}
      </div>
    </div>
  );
}

function Facts({ date, total, progress }: { date: string; total: number; progress?: { current: number; total: number } }) {
  const isFinished = progress !== undefined && progress.current === progress.total;
  return (
    <div className={styles.chips}>
      <div className={styles.chips} role="status">
        <FactChip icon={CalendarDays}>{longDate(date)}</FactChip>
        <FactChip icon={Cake} tone={total > 0 ? "primary" : "neutral"}>
          {counted(total, "guest")}
        </FactChip>
      </div>
      {progress && progress.total > 0 && (
        <FactChip icon={Ticket} tone={isFinished ? "success" : progress.current > 0 ? "info" : "neutral"}>
          Vouchers {progress.current}/{progress.total}
        </FactChip>
      )}
    </div>
  );
}

const StatisticsDialog = later<ComponentProps<typeof Statistics>>(
  () => import("./statistics-dialog").then((module) => module.StatisticsDialog),
  { onClose: (props) => props.onClose },
);

interface FoundProps {
  date: string;
  contacts: readonly BirthdayGuest[];
  total: number;
}

function Found({ date, contacts, total }: FoundProps) {
  const vouchers = useVouchers(date);
  const [statistics, setStatistics] = useState(false);
  const { files, running, following, generate } = vouchers;
  // The server leaves out whom no voucher can be made for: without a name, or without a number that reaches them.
  const reachable = contacts.filter(({ name, phone }) => name && phone).length;
  const progress = running ?? { current: files.length, total: Math.max(reachable, files.length) };
  const begin = () => {
    if (!following) void generate();
  };
  useScreenKeys({ V: begin, T: () => setStatistics(true) });
  const isComplete = progress.total > 0 && progress.current >= progress.total;
  return (
    <section className={`${styles.results} ${styles.found}`} aria-label="Results">
      <div className={styles.head}>
        <Facts date={date} total={total} progress={progress} />
        <CampaignActions
          date={date}
          onGenerate={begin}
          isGenerating={following}
          isComplete={isComplete}
          onStatistics={() => setStatistics(true)}
        />
      </div>
      <div className={styles.beside}>
        <aside aria-label="Vouchers">
          <VoucherCard vouchers={vouchers} progress={progress} unreachable={contacts.length - reachable} />
        </aside>
        <div className={styles.rows}>
          <DataTable
            label="Birthdays on this date"
            columns={birthdayColumns}
            rows={contacts}
            rowKey={(guest) => guest.id}
            card={(guest) => <BirthdayCard guest={guest} />}
          />
          {contacts.length < total && (
            <p className={styles.note}>
              The newest {contacts.length.toLocaleString("en")} of {total.toLocaleString("en")} are shown; exports and vouchers are of all.
            </p>
          )}
        </div>
      </div>
      {statistics && <StatisticsDialog date={date} onClose={() => setStatistics(false)} />}
    </section>
  );
}
