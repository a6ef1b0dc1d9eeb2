import { Button, Skeleton } from "@mantine/core";
import { Trophy } from "lucide-react";
import Link from "next/link";
import { useServerClock } from "@/components/app-base/server-clock";
import { counted } from "@/components/ui/counted";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import { entriesNoun, placesInWords, StateMark } from "./competition-card";
import styles from "./competitions.module.css";
import { leftInWords } from "./countdown";
import { useCompetitionsAtHome } from "./queries";

/** What runs now, how long it still does, and how many take part. */
export function CompetitionsSection() {
  const { data, error, refetch } = useCompetitionsAtHome();
  const now = useServerClock();
  if (error && !data) return <ErrorNotice title={TEXTS.failed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} radius="md" aria-label="Loading" />;
  return (
    <div className={styles.sections}>
      {data.competitions.length === 0 && <EmptyNotice title="No competition runs now." />}
      <ul className={styles.cards} aria-label="Competitions that run">
        {data.competitions.map((one) => (
          <li key={one.id} className={styles.box}>
            <span className={styles.cardHead}>
              <bdi className={styles.title}>{one.title}</bdi>
              <StateMark state={one.state} />
            </span>
            <span className={styles.countdown}>{leftInWords(one, now)}</span>
            <span className={styles.facts}>
              {placesInWords(one.branches)} · {counted(one.entries, entriesNoun(one.state))}
            </span>
            <Button
              component={Link}
              href={`/competitions?id=${one.id}`}
              variant="light"
              leftSection={<Trophy size={18} strokeWidth={1.75} aria-hidden />}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
