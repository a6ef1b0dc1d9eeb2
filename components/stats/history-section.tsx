import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { useBusinessDay } from "@/components/app-base/server-clock";
import { inList } from "@/components/ui/counted";
import { ErrorNotice } from "@/components/ui/notice";
import { branchName } from "@/lib/known-branches";
import type { HistoryStats } from "@/lib/stats/contract";
import type { HistoryMeasure } from "@/lib/stats/history-measures";
import { HistoryChoices } from "./history-choices";
import { HistoryCourse } from "./history-course";
import { partInWords } from "./history-in-words";
import { firstChoice } from "./history-range";
import styles from "./history-section.module.css";
import { HistoryTable } from "./history-table";
import { HoursOfWeek } from "./hours-of-week";
import { useHistoryStats } from "./queries";

/** Branch History Stats: past evenings in figures, against the period before, their course, and when tables are opened. */
export function HistorySection() {
  const today = useBusinessDay();
  const [choice, setChoice] = useState(() => firstChoice(today));
  const [measure, setMeasure] = useState<HistoryMeasure>("guests");
  const { data, error, isPending, isPlaceholderData, isError, refetch } = useHistoryStats(choice);
  return (
    <div className={styles.section}>
      <HistoryChoices choice={choice} today={today} onChange={setChoice} />
      {choice.from === "" || choice.to === "" ? (
        <p className="note">Choose the first and the last day.</p>
      ) : isError && (isPlaceholderData || !data) ? (
        <ErrorNotice title="The figures could not be counted." error={error} onRetry={() => refetch()} isSearch />
      ) : isPending || !data ? (
        <Loading />
      ) : (
        <div className={styles.result} data-old={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <Notes data={data} today={today} />
          <HistoryTable data={data} measure={measure} onMeasure={setMeasure} />
          <HistoryCourse data={data} measure={measure} by={choice.by} />
          <HoursOfWeek heat={data.heat} weekdays={data.weekdays} />
        </div>
      )}
    </div>
  );
}

/** What the figures do not hold, and what they are compared with. */
function Notes({ data, today }: { data: HistoryStats; today: string }) {
  const { unknown, open, older, compared, to } = data;
  const evenings = new Set(open.map(({ date, branch }) => `${branch} ${date}`)).size;
  return (
    <div className={styles.notes}>
      <p className="note">Compared with {partInWords(compared)}.</p>
      {to >= today && <p className="note">Tonight is among these days, and is not over.</p>}
      {unknown.length > 0 && (
        <p className="note">
          Without {inList(unknown.map(({ branch }) => branchName(branch)))}: kept on another server, or not readable now.
        </p>
      )}
      {evenings > 0 && (
        <p className="note">
          {evenings === 1 ? "1 evening has" : `${evenings} evenings have`} tables that no End of Day has taken: their visits are not counted
          yet ({inList([...new Set(open.map(({ branch }) => branchName(branch)))])}).
        </p>
      )}
      {older > 0 && (
        <p className="note">
          {older === 1 ? "1 evening was" : `${older} evenings were`} closed by an older version: counted as the tables stand, so a later
          correction changes them.
        </p>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className={styles.result}>
      <VisuallyHidden>Counting the figures</VisuallyHidden>
      <Skeleton height={320} />
      <Skeleton height={140} />
    </div>
  );
}
