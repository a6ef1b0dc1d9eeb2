import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useAskedAgain } from "@/components/app-base/searched-date";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { DataTable } from "@/components/ui/data-table";
import { lazyComponent } from "@/components/ui/lazy-component";
import { longDate } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { useOpener } from "@/components/ui/return-focus";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import type { BirthdayGuest } from "@/lib/birthdays/contract";
import type { FailedSend } from "@/lib/queue/retry-by-hand/contract";
import { MAY_ENQUEUE, whoCan } from "@/lib/queue/who-may-send";
import type { Action } from "./actions-menu";
import { BirthdayCard, birthdayColumns } from "./birthday-columns";
import styles from "./birthday-search-screen.module.css";
import { BranchBooks, inBooks } from "./branch-books";
import { type ShownCampaign, stepOf } from "./campaign";
import { CampaignActions } from "./campaign-actions";
import { CampaignRail } from "./campaign-rail";
import { CampaignWorkers } from "./campaign-workers";
import { Facts } from "./facts";
import { FailedSends, Unanswered } from "./failed-sends";
import { FollowUpCard } from "./follow-up-card";
import { useBirthdays, useVouchers } from "./queries";
import type { SendDialogProps } from "./send-dialog";
import { SendingCard } from "./sending-card";
import type { StatisticsDialog as Statistics } from "./statistics-dialog";
import { nobodyLeft, useActions } from "./use-actions";
import { useCampaign } from "./use-campaign";
import { useSendCampaign } from "./use-sending";
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
  if (!found.data) return <SearchFailed error={found.error} onRetry={() => found.refetch()} />;
  const { contacts, total, nearest, branches } = found.data;
  const nowhere = found.data.nowhere?.flatMap((id) => contacts.find((one) => one.id === id)?.name ?? []);
  const elsewhere = branches ? inBooks(branches) : 0;
  return (
    <>
      {found.error && <SearchFailed error={found.error} onRetry={() => found.refetch()} />}
      {total > 0 && branches && <BranchBooks date={date} books={branches} nowhere={nowhere} />}
      {total > 0 ? (
        <Found date={date} presses={presses} contacts={contacts} total={total} isInBooks={branches !== undefined} />
      ) : (
        <section className={styles.results} aria-label="Results">
          <Facts date={date} total={elsewhere} isInBooks={branches !== undefined} />
          <EmptyNotice title={elsewhere > 0 ? "Central’s own book has nobody on this date." : BIRTHDAY_TEXTS.empty}>
            {branches && <BranchBooks date={date} books={branches} />}
            {elsewhere === 0 && nearest.length > 0 && <Nearest days={nearest} onDate={onDate} />}
          </EmptyNotice>
        </section>
      )}
    </>
  );
}

/** Above what an earlier search found, where there was one. */
function SearchFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.results}>
      <ErrorNotice title={BIRTHDAY_TEXTS.failed} error={error} onRetry={onRetry} />
    </div>
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

/** How far the vouchers are: the server leaves out whom none can be made for, without a name or without a number that reaches them. */
function madeOf(
  contacts: readonly BirthdayGuest[],
  { files, running, following }: Pick<ReturnType<typeof useVouchers>, "files" | "running" | "following">,
) {
  const reachable = contacts.filter(({ name, phone }) => name && phone).length;
  const progress = running ?? { current: files.length, total: Math.max(reachable, files.length) };
  const isComplete = progress.total > 0 && progress.current >= progress.total && !following;
  return { progress, isComplete, unreachable: contacts.length - reachable };
}

const StatisticsDialog = lazyComponent<ComponentProps<typeof Statistics>>(
  () => import("./statistics-dialog").then((module) => module.StatisticsDialog),
  { onClose: (props) => props.onClose, frame: () => "sheet" },
);

interface FoundProps {
  date: string;
  presses: number;
  contacts: readonly BirthdayGuest[];
  total: number;
  /** As of the actions. */
  isInBooks: boolean;
}

const SendDialog = lazyComponent<SendDialogProps>(() => import("./send-dialog").then((module) => module.SendDialog), {
  onClose: (props) => props.onClose,
  frame: () => "wide",
});

function Found({ date, presses, contacts, total, isInBooks }: FoundProps) {
  const vouchers = useVouchers(date);
  const used = useCampaign(date);
  const sending = useSendCampaign(date, used.askAgain);
  const { opened, open, close } = useOpened();
  const { campaign, refetch } = used;
  useAskedAgain(presses, used.askAgain);
  const { files, running, following, generate } = vouchers;
  const isMade = vouchers.isKnown || following;
  const { progress, isComplete, unreachable } = madeOf(contacts, { files, running, following });
  useOnEnd(following, refetch);
  const actions = useActions({
    date,
    used,
    sending,
    vouchers: { isMaking: following, isKnown: isMade || vouchers.listError !== null, generate: () => void generate() },
    isInBooks,
    onSend: () => open("send"),
    onStatistics: () => open("statistics"),
  });
  const isKnown = (isMade || vouchers.listError !== null) && (campaign !== null || used.error !== null);
  const step = isKnown ? stepOf({ vouchersComplete: isMade ? isComplete : null, campaign }) : null;
  return (
    <section className={`${styles.results} ${styles.found}`} aria-label="Results">
      {!isInBooks && <CampaignRail current={step} isLoading={!isKnown} />}
      {!isInBooks && campaign && (actionOf(step) === "send" || actionOf(step) === "retry") && <WhoMaySend names={used.whoMaySend} />}
      <div className={styles.head}>
        <Facts date={date} total={total} progress={isMade && !isInBooks ? progress : undefined} campaign={campaign} />
        <CampaignActions actions={actions} next={isKnown ? nextOf(step, actions) : undefined} />
        {isKnown && !isInBooks && campaign && <NobodyLeft campaign={campaign} />}
      </div>
      <div className={styles.beside}>
        <aside className={styles.side} aria-label="Campaign">
          {used.error && <ErrorNotice title={BIRTHDAY_TEXTS.campaignNotLoaded} error={used.error} onRetry={() => refetch()} />}
          {campaign && campaign.total > 0 && <SendingCard used={used} campaign={campaign} />}
          {campaign?.came && !isInBooks && <FollowUpCard came={campaign.came} />}
          {!isInBooks && (
            <>
              <div className={styles.vouchers}>
                <VoucherCard vouchers={vouchers} progress={isMade ? progress : null} unreachable={unreachable} />
              </div>
              <div className={styles.workers}>
                <CampaignWorkers sent={used.workers} total={campaign?.total ?? 0} />
              </div>
            </>
          )}
        </aside>
        <Guests {...{ date, contacts, total, campaign }} failed={used.failed} doubts={used.doubts} onSettled={used.askAgain} />
      </div>
      {opened === "statistics" && <StatisticsDialog date={date} onClose={close} />}
      {opened === "send" && campaign && (
        <SendDialog {...{ date, campaign, files, sending }} quietUntil={used.quietUntil} onAsk={refetch} onClose={close} />
      )}
    </section>
  );
}

/** Which dialog is open; closed, it gives the focus back. */
function useOpened() {
  const [opened, setOpened] = useState<"statistics" | "send" | null>(null);
  const opener = useOpener();
  const open = (which: "statistics" | "send") => {
    opener.remember();
    setOpened(which);
  };
  const close = () => {
    setOpened(null);
    opener.giveBack();
  };
  return { opened, open, close };
}

/** Why the step that is due has no button, for whoever may not send. */
function WhoMaySend({ names }: { names: readonly string[] }) {
  const maySend = useSession().can(MAY_ENQUEUE.birthday);
  if (maySend) return null;
  return <p className={styles.note}>{["You may not send birthday messages.", whoCan(names)].filter(Boolean).join(" ")}</p>;
}

const STEP_ACTIONS = [null, "generate", "send", "retry"] as const;

const actionOf = (step: number | null) => (step === null ? null : (STEP_ACTIONS[step] ?? null));

/** Why Send cannot be pressed any more, beside it: a finger never sees a button's title. */
function NobodyLeft({ campaign }: { campaign: ShownCampaign }) {
  const maySend = useSession().can(MAY_ENQUEUE.birthday);
  const why = maySend && nobodyLeft(campaign);
  return why && <p className={styles.note}>{why}</p>;
}

/** The action of a step, for those who may do it; what is not known yet presses nobody. */
function nextOf(step: number | null, actions: readonly Action[]): Action["key"] | null {
  const wanted = actionOf(step);
  return actions.some(({ key, off, isBusy }) => key === wanted && !(key === "retry" && off && !isBusy)) ? wanted : null;
}

/** What depends on the vouchers is asked for anew when their making has ended. */
function useOnEnd(isMaking: boolean, ended: () => unknown): void {
  const was = useRef(isMaking);
  useEffect(() => {
    if (was.current && !isMaking) ended();
    was.current = isMaking;
  }, [isMaking, ended]);
}

interface GuestsProps extends Omit<FoundProps, "presses" | "isInBooks"> {
  campaign: ShownCampaign | null;
  failed: readonly FailedSend[];
  doubts: readonly FailedSend[];
  onSettled: () => unknown;
}

function Guests({ date, contacts, total, campaign, failed, doubts, onSettled }: GuestsProps) {
  const standings = new Map(campaign?.guests.map((guest) => [guest.id, guest]));
  return (
    <div className={styles.rows}>
      <DataTable
        label="Birthdays on this date"
        columns={birthdayColumns}
        rows={contacts.map((guest) => ({ guest, standing: standings.get(guest.id) }))}
        rowKey={({ guest }) => guest.id}
        card={(row) => <BirthdayCard row={row} />}
      />
      {contacts.length < total && (
        <p className={styles.note}>
          The newest {contacts.length.toLocaleString("en")} of {total.toLocaleString("en")} are shown; exports, vouchers and messages are of
          all.
        </p>
      )}
      <Unanswered date={date} messages={doubts} onSettled={onSettled} />
      <FailedSends messages={failed} />
    </div>
  );
}
