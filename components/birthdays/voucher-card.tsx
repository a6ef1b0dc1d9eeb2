import { Button, Progress, Skeleton } from "@mantine/core";
import { CircleStop } from "lucide-react";
import { useEffect, useRef } from "react";
import { useServerState } from "@/components/app-base/server-health";
import { counted } from "@/components/ui/counted";
import { EndingNote } from "@/components/ui/ending-note";
import { ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import { vouchersGenerated } from "@/lib/vouchers/voucher-texts";
import { useStopMaking, type useVouchers } from "./queries";
import styles from "./voucher-card.module.css";
import type { Ending } from "./voucher-making";
import { VoucherPictures } from "./voucher-pictures";

interface Props {
  vouchers: ReturnType<typeof useVouchers>;
  /** Null until the server has said how many there are. */
  progress: { current: number; total: number } | null;
  /** Guests without a name, or without a number that reaches them. */
  unreachable: number;
}

/** The vouchers of a date: how many there are, the making of more, and their pictures. */
export function VoucherCard({ vouchers, progress, unreachable }: Props) {
  const { files, running, following, ending, error, isKnown, listError, refetch, generate } = vouchers;
  const isIdle = !following && !ending && !error && files.length === 0;
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>Vouchers</h2>
        {progress && (
          <span className={styles.count}>
            {progress.current} / {progress.total}
          </span>
        )}
      </div>
      {progress && (
        <Progress
          value={progress.total > 0 ? (100 * progress.current) / progress.total : 0}
          aria-label="Vouchers"
          animated={following}
          color={following || progress.current < progress.total ? "primary" : "success"}
        />
      )}
      {!progress && !listError && <Skeleton height={8} radius="md" />}
      {following && progress && <Making progress={progress} job={running?.job ?? ""} hasBegun={running !== null} />}
      {error !== null && <ErrorNotice title={BIRTHDAY_TEXTS.generateFailed} error={error} onRetry={generate} />}
      {ending && <Ended ending={ending} />}
      {unreachable > 0 && (
        <p className={styles.note}>{counted(unreachable, "guest")} without a name or a number that reaches them: no voucher can be made.</p>
      )}
      {!isKnown && listError && <ErrorNotice title={BIRTHDAY_TEXTS.vouchersNotLoaded} error={listError} onRetry={() => refetch()} />}
      {isKnown && isIdle && <p className={styles.note}>No vouchers have been made for this date.</p>}
      <VoucherPictures files={files} onAgain={() => void refetch()} />
    </div>
  );
}

/** It goes on without this page; closing it stops nothing. */
function Making({ progress, job, hasBegun }: { progress: NonNullable<Props["progress"]>; job: string; hasBegun: boolean }) {
  const stop = useStopMaking();
  const isOff = useServerState() === "off";
  const left = useTimeLeft(progress);
  const press = () => stop.mutate(job, { onError: (error) => toast.error(error.message) });
  return (
    <div className={styles.making}>
      <p className={styles.note}>
        {isOff
          ? hasBegun
            ? BIRTHDAY_TEXTS.makingUnseen
            : BIRTHDAY_TEXTS.makingNotBegun
          : (left ?? "It goes on when this page is closed.")}
      </p>
      <Button
        variant="default"
        size="sm"
        disabled={job === "" || isOff}
        loading={stop.isPending}
        onClick={press}
        leftSection={<CircleStop size={18} strokeWidth={1.75} aria-hidden />}
      >
        Stop
      </Button>
    </div>
  );
}

function Ended({ ending }: { ending: Ending }) {
  if (ending.how === "stopped") return ending.words ? <Stopped words={ending.words} /> : null;
  return (
    <EndingNote tone="success" role="status">
      {vouchersGenerated(ending.made)}
    </EndingNote>
  );
}

/** The button that stopped it is gone: whoever works with the keyboard goes on from here. */
function Stopped({ words }: { words: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <EndingNote tone="info" role="status" ref={place} tabIndex={-1}>
      {words}
    </EndingNote>
  );
}

/** Below this nobody needs to be told, in seconds. */
const WORTH_SAYING = 10;

/** `about 3 min left`, by the pace since this page has watched. */
function useTimeLeft({ current, total }: NonNullable<Props["progress"]>): string | null {
  const from = useRef<{ at: number; current: number } | null>(null);
  from.current ??= { at: performance.now(), current };
  const made = current - from.current.current;
  if (made < 2) return null;
  const seconds = (((performance.now() - from.current.at) / made) * (total - current)) / 1000;
  if (seconds < WORTH_SAYING) return null;
  return seconds < 90 ? `About ${Math.ceil(seconds / 10) * 10} s left` : `About ${Math.ceil(seconds / 60)} min left`;
}
