import { Button, UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronUp, CircleAlert, MessageCircle, RefreshCw } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { PausedNote } from "@/components/queue/campaign-paused-note";
import { LeftOut } from "@/components/queue/left-out";
import { MessageResults } from "@/components/queue/message-results";
import { waitingInWords } from "@/components/queue/next-try";
import { ObstacleNote, withoutWaiting } from "@/components/queue/obstacle-note";
import { useQueueCounts } from "@/components/queue/queries";
import { CountedSince, QueueCounts, StateBar } from "@/components/queue/queue-totals";
import { inSandbox, sandboxInWords } from "@/components/queue/sandbox";
import { SendingPauseNote } from "@/components/queue/sending-pause-note";
import { InDoubtButtons } from "@/components/queue/settle-in-doubt";
import { unansweredInWords } from "@/components/queue/unanswered";
import { counted, inList } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { LiveDot, notLive } from "@/components/ui/live-dot";
import { plainCause } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { shortHash, versionInWords } from "@/lib/menu-versions/words";
import type { MenusSent } from "@/lib/menus/contract";
import { MENU_TEXTS } from "@/lib/menus/menu-texts";
import type { NextTry } from "@/lib/queue/next-try/contract";
import { HELD_TEXTS } from "@/lib/queue/queue-texts";
import { MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import type { MenuPlace } from "./kept-sending";
import { useDoubtCalls, useMenusSent, useRetryMenus } from "./queries";
import styles from "./queue-box.module.css";
import type { MenuSending } from "./use-menu-sending";

interface Props {
  place: MenuPlace;
  table_name: string;
  sending: MenuSending;
}

/** The queue status box of Edit Table: what became of this table's menu, guest by guest, and how the queue stands. */
export function QueueBox({ place, table_name, sending }: Props) {
  const { data, error } = useMenusSent(place, table_name);
  const doubt = useDoubtCalls(place);
  const [opened, setOpened] = useState<boolean | null>(null);
  // Who was left out is shown at once; after a reload it is one tap away.
  const same = sending.left?.people.filter((one) => one.same) ?? [];
  const left = sending.left?.people.filter((one) => !one.same) ?? [];
  const user = useSession().user?.name ?? "";
  const isOpen = opened ?? (sending.hasAnswer && left.length > 0);
  const id = useId();
  const isUnderWay = data?.status === "PENDING";
  const stats = data?.status ? { ...data.counts, sandbox: inSandbox(data.results) } : null;
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <section className={styles.box} data-idle={(data?.status ?? null) === null || undefined} aria-label="Menu sending">
      <div className={styles.head}>
        <UnstyledButton className={styles.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpened(!isOpen)}>
          <MessageCircle size={20} strokeWidth={1.75} aria-hidden />
          <span role="status" className={styles.words}>
            {sending.isSending ? "Putting the menu into the queue…" : inWords(data, error, left.length)}
          </span>
          <Chevron size={18} strokeWidth={1.75} aria-hidden />
        </UnstyledButton>
        {stats && <QueueCounts stats={stats} label="Menus of this table" />}
      </div>
      {stats && <StateBar stats={stats} />}
      {(isUnderWay || data?.results.some(({ can_retry }) => can_retry)) && (
        <div className={styles.facts}>
          {isUnderWay && <LiveDot every="2 s" failing={error} />}
          <RetryFailed place={place} table_name={table_name} results={data.results} />
        </div>
      )}
      {same.length > 0 && <p className={styles.when}>{sameInWords(same.length, data?.queued_by ?? [], user)}</p>}
      {data && !data.obstacle && !data.paused && <When results={data.results} />}
      <ObstacleNote obstacle={data?.obstacle} />
      <PausedNote paused={data?.paused} />
      <SendingPauseNote isOpen={isUnderWay} />
      <Failure sending={sending} />
      {isOpen && (
        <div id={id} className={styles.details}>
          <Which results={data?.results ?? []} />
          {left.length > 0 && <LeftOut title="Not queued" people={left.map(({ index, name, reason }) => ({ key: index, name, reason }))} />}
          {data && data.results.length > 0 && (
            <MessageResults
              results={withoutWaiting(data.results, data.obstacle, data.paused ? "paused" : null)}
              action={(result) => result.unanswered && <InDoubtButtons message={result} calls={doubt} />}
            />
          )}
          <WholeQueue />
        </div>
      )}
    </section>
  );
}

/** Which version of which menu these guests have, or are to get. */
function Which({ results }: { results: MenusSent["results"] }) {
  const versions = new Map(results.flatMap(({ menu }) => (menu ? [[menu.id, menu] as const] : [])));
  if (versions.size === 0) return null;
  return (
    <p className={styles.when}>
      Menu:{" "}
      {[...versions.values()].map((menu, place) => (
        <span key={menu.id} title={`SHA-256 ${menu.sha256}`}>
          {place > 0 && ", "}
          <bdi>{versionInWords(menu)}</bdi>, SHA-256 {shortHash(menu.sha256)}
        </span>
      ))}
    </p>
  );
}

type Waiting = Pick<MenusSent["results"][number], "status" | keyof NextTry>;

function When({ results }: { results: readonly Waiting[] }) {
  const { timeZone } = useAppSettings();
  const words = whenInWords(results, useServerClock(), timeZone, useSession().can(MENDS_TEMPLATES));
  return words && <p className={styles.when}>{words}</p>;
}

/** What the menus wait for, and whether the guests are still at the table then; null where one may go now. */
export function whenInWords(results: readonly Waiting[], now: Date, timeZone: string, mayMend = false): string | null {
  const waiting = results.filter(({ status, waits_for }) => status === "PENDING" && waits_for?.what !== "decision");
  const late = waiting.filter(({ in_vain }) => in_vain).length;
  const inTime = waiting.filter(({ in_vain }) => !in_vain).sort((one, other) => (one.next_try ?? "").localeCompare(other.next_try ?? ""));
  const [first = waiting[0]] = inTime;
  const words = first ? waitingInWords(first, now, timeZone, mayMend) : null;
  return [words, inTime.length > 0 && late > 0 && lateInWords(late)].filter(Boolean).join(" ") || null;
}

/**
 * Of guests to whom the menu was queued before: by whom.
 * @param by the names of those who queued it; @param user the name of whoever looks
 */
export function sameInWords(count: number, by: readonly string[], user: string): string {
  const others = by.filter((one) => one !== user);
  const who = others.length > 0 ? inList(others) : by.length > 0 ? "You" : "Somebody";
  const whom = count === 1 ? "1 guest" : `${count.toLocaleString("en")} guests`;
  return `${who} had queued this menu for ${whom} before, and nobody gets it twice.`;
}

const lateInWords = (late: number) => `${late} ${late === 1 ? "is" : "are"} too late for this evening: show them the menu at the table.`;

/** `Menu: sent 2 of 4 · 1 failed`. */
function inWords(sent: MenusSent | undefined, error: Error | null, left: number): string {
  if (!sent) return error ? `Whether the menu was sent is not known: ${notLive(error)}.` : "Looking whether the menu was sent…";
  if (sent.status === null) return left > 0 ? `${MENU_TEXTS.notSentYet} ${left} not queued` : MENU_TEXTS.notSentYet;
  const { SENT, CANCELLED } = sent.counts;
  const doubts = sent.results.filter(({ unanswered }) => unanswered);
  const FAILED = sent.counts.FAILED - doubts.filter(({ status }) => status === "FAILED").length;
  return [
    `Menu: sent ${SENT} of ${sent.results.length}`,
    FAILED > 0 && `${FAILED} failed`,
    unansweredInWords(doubts.length),
    CANCELLED > 0 && `${CANCELLED} cancelled`,
    left > 0 && `${left} not queued`,
    sent.status !== "PENDING" && FAILED + CANCELLED + doubts.length === 0 && "done",
    sandboxInWords(inSandbox(sent.results)),
  ]
    .filter(Boolean)
    .join(" · ");
}

interface RetryProps {
  place: MenuPlace;
  table_name: string;
  results: MenusSent["results"];
}

/** Sends the failed ones again, as far as that is safe. */
function RetryFailed({ place, table_name, results }: RetryProps) {
  const retry = useRetryMenus(place);
  const dialogs = useDialogs();
  const count = results.filter(({ can_retry }) => can_retry).length;
  if (count === 0) return null;
  const press = async () => {
    try {
      const { message, retried, held = 0 } = await retry.mutateAsync(table_name);
      if (held > 0) await dialogs.alert(HELD_TEXTS[retried === 1 ? "one" : "some"], message);
      else toast.success(message, "menu-retried");
    } catch (error) {
      toast.error(`Failed to retry failed sends. ${plainCause(error)}`, "menu-retried");
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      loading={retry.isPending}
      onClick={press}
      leftSection={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
    >
      Retry Failed ({count})
    </Button>
  );
}

/** The last sending was refused, or nobody answered it. */
function Failure({ sending: { problem, unanswered, isSending, again, dismiss } }: Pick<Props, "sending">) {
  if (isSending) return null;
  if (unanswered) {
    return (
      <Note>
        <span>
          {problem ?? `No answer came when the menu went to ${counted(unanswered.items.length, "guest")}.`} Whether it is in the queue is
          not known. Send it again: nobody gets it twice.
        </span>
        <span className={styles.buttons}>
          <Button size="xs" variant="default" onClick={again}>
            Send again
          </Button>
          <Button size="xs" variant="subtle" color="neutral" onClick={dismiss}>
            Leave it
          </Button>
        </span>
      </Note>
    );
  }
  if (!problem) return null;
  return (
    <Note>
      <span>{problem}</span>
      <span className={styles.buttons}>
        <Button size="xs" variant="subtle" color="neutral" onClick={dismiss}>
          Close
        </Button>
      </span>
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className={styles.problem} role="alert">
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
      {children}
    </div>
  );
}

/** How the queue of all branches stands; asked for every 1.5 s while somebody looks at it. */
function WholeQueue() {
  const { data, error } = useQueueCounts(true);
  return (
    <section className={styles.whole} aria-label="Queue">
      <h3 className="note">Queue of all tables and branches</h3>
      {data && <QueueCounts stats={data} label="All messages" />}
      <CountedSince since={data?.since} />
      <LiveDot every="1.5 s" failing={error} />
    </section>
  );
}
