import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { longDate } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { NumberRow } from "@/components/ui/number-row";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import { useBirthdayStats } from "./queries";
import styles from "./statistics-dialog.module.css";
import { DaysOfMonth, ShareRing } from "./statistics-pictures";

export function StatisticsDialog({ date, onClose }: { date: string; onClose: () => void }) {
  return (
    <DialogFrame
      size="sheet"
      title="Statistics"
      subtitle={longDate(date)}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        <Statistics date={date} />
      </div>
    </DialogFrame>
  );
}

function Statistics({ date }: { date: string }) {
  const { data, error, isPending, refetch } = useBirthdayStats(date);
  if (isPending) return <Loading />;
  if (!data) return <ErrorNotice title={BIRTHDAY_TEXTS.statisticsFailed} error={error} onRetry={() => refetch()} />;
  if (data.total === 0) return <EmptyNotice title={BIRTHDAY_TEXTS.noStatistics} />;
  const { total, withBirthday, onDate, inMonth, days } = data;
  return (
    <>
      <NumberRow
        numbers={[
          { label: BIRTHDAY_TEXTS.total, value: total },
          { label: BIRTHDAY_TEXTS.withBirthday, value: withBirthday },
        ]}
      />
      <NumberRow
        numbers={[
          { label: BIRTHDAY_TEXTS.onDate, value: onDate },
          { label: BIRTHDAY_TEXTS.inMonth, value: inMonth },
        ]}
      />
      <ShareRing part={withBirthday} whole={total} />
      <DaysOfMonth days={days} date={date} />
    </>
  );
}

function Loading() {
  return (
    <div role="status" className={styles.loading}>
      <VisuallyHidden>Loading statistics</VisuallyHidden>
      <Skeleton height={92} />
      <Skeleton height={92} />
      <Skeleton height={180} />
    </div>
  );
}
