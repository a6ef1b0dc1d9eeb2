"use client";

import { Button, Skeleton } from "@mantine/core";
import { ScanSearch } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { lazyComponent } from "@/components/ui/lazy-component";
import { dayAndTime } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice, failureText } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { toast } from "@/components/ui/toast";
import type { PossiblePair } from "@/lib/duplicates/contract";
import { DUPLICATES_TEXTS } from "@/lib/duplicates/duplicates-texts";
import styles from "./duplicates.module.css";
import type { PairDialog as Dialog } from "./pair-dialog";
import { PairRow } from "./pair-row";
import { useDuplicates, useLook } from "./queries";

const PairDialog = lazyComponent<ComponentProps<typeof Dialog>>(() => import("./pair-dialog").then((module) => module.PairDialog), {
  onClose: (props) => props.onClose,
});

/** Guests of a book who may be one, two by two, to be worked through. */
export function DuplicatesScreen() {
  const list = useDuplicates();
  const [open, setOpen] = useState<PossiblePair | null>(null);
  const pages = list.data?.pages ?? [];
  const pairs = pages.flatMap((page) => page.pairs);
  return (
    <>
      <PageHead title={DUPLICATES_TEXTS.title}>{DUPLICATES_TEXTS.help}</PageHead>
      <div className={styles.page}>
        {list.isPending && <Skeleton height={320} radius="md" aria-label="Loading" />}
        {list.error && <ErrorNotice title={DUPLICATES_TEXTS.failed} error={list.error} onRetry={() => void list.refetch()} isSearch />}
        {pages[0] && <Looked at={pages[0].looked_at} isLooking={pages[0].is_looking} />}
        {pages[0] && pairs.length === 0 && <Nobody looked={pages[0].looked_at !== null} />}
        <ul className={styles.pairs} aria-label={DUPLICATES_TEXTS.title}>
          {pairs.map((pair) => (
            <li key={`${pair.one.id} ${pair.other.id}`}>
              <PairRow pair={pair} onCompare={() => setOpen(pair)} />
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <Button className={styles.more} variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
      {open && (
        <PairDialog one={open.one.id} other={open.other.id} score={open.score} reasons={open.reasons} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** When the book was looked through, and what looks through it now. */
function Looked({ at, isLooking }: { at: string | null; isLooking: boolean }) {
  const { timeZone } = useAppSettings();
  const look = useLook();
  const isBusy = look.isPending || isLooking;
  const now = async () => {
    try {
      toast.success((await look.mutateAsync("look")).message);
    } catch (error) {
      toast.error(failureText(error, DUPLICATES_TEXTS.notLooked));
    }
  };
  return (
    <div className={styles.looked}>
      <span role="status">{isBusy ? DUPLICATES_TEXTS.looking : at && `Looked through ${dayAndTime(at, timeZone)}`}</span>
      <Button
        variant="default"
        leftSection={<ScanSearch size={18} strokeWidth={1.75} aria-hidden />}
        loading={isBusy}
        onClick={() => void now()}
      >
        {DUPLICATES_TEXTS.look}
      </Button>
    </div>
  );
}

function Nobody({ looked }: { looked: boolean }) {
  return (
    <EmptyNotice title={looked ? DUPLICATES_TEXTS.none : DUPLICATES_TEXTS.never}>
      <p>{looked ? DUPLICATES_TEXTS.noneBody : DUPLICATES_TEXTS.neverBody}</p>
    </EmptyNotice>
  );
}
