import { Button } from "@mantine/core";
import { Send, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useToday } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { longestOf } from "@/components/queue/fill-message";
import { ForecastNote } from "@/components/queue/forecast-note";
import { sendersOf } from "@/components/queue/forecast-words";
import { LeftOut } from "@/components/queue/left-out";
import { MessageWords, readersOf } from "@/components/queue/message-readers";
import { SendersNote } from "@/components/queue/obstacle-note";
import { useSendingPauseState, useWorkers } from "@/components/queue/queries";
import { sendersFor, withTemplates } from "@/components/queue/senders-for";
import { stateInWords } from "@/components/queue/sending-pause";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { GuestName, GuestPhone } from "@/components/ui/guest-name";
import { HeldButton } from "@/components/ui/held-button";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { SpecifiedWords } from "@/components/ui/specified-words";
import { addressBelow } from "@/lib/api/client";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import { branchName } from "@/lib/known-branches";
import { localDate } from "@/lib/local-time";
import { BIRTHDAY_TEXT, LONGEST_CAPTION } from "@/lib/queue/message-texts";
import type { VoucherFile } from "@/lib/vouchers/contract";
import type { ShownCampaign } from "./campaign";
import { keepMessage, keptMessage } from "./kept-message";
import styles from "./send-dialog.module.css";
import type { Failure, UsedSending } from "./use-sending";

export interface SendDialogProps {
  date: string;
  campaign: ShownCampaign;
  quietUntil: string | null;
  files: readonly VoucherFile[];
  sending: UsedSending;
  /** Asks anew how many can go: who sends may have changed since the page was opened. */
  onAsk: () => unknown;
  onClose: () => void;
}

/** Before a campaign goes out: its words as a guest reads them, who gets it, who does not and why, and who sends it. */
export function SendDialog({ date, campaign, quietUntil, files, sending, onAsk, onClose }: SendDialogProps) {
  const here = useBranch();
  const user = useSession().user?.id ?? "";
  const [message, setMessage] = useState(() => keptMessage(user));
  useEffect(() => keepMessage(user, message), [user, message]);
  const area = useRef<HTMLTextAreaElement>(null);
  const { workers, online, waits } = useSenders();
  const today = useToday();
  const { sendable, leftOut, template, forecast } = campaign;
  const senders = online.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when it is opened, and whenever others can send.
  useEffect(() => void onAsk(), [senders, onAsk]);
  const isSending = sending.progress !== null;
  const readers = readersOf(sendable, template, (guest) => guest.by_template ?? false, sendersOf(workers, forecast, date === today));
  const isWordless = sendable.length > 0 && readers.ofWords.length === 0;
  const problem = isWordless ? null : problemOf(message, longestOf(message, readers.ofWords, here));
  const send = async () => {
    if (problem) return area.current?.focus();
    if (await sending.send(sendable, message, online)) onClose();
  };
  return (
    <DialogFrame
      size="wide"
      title={<SpecifiedWords text={BIRTHDAY_TEXTS.send} />}
      subtitle={`Birthdays of ${longDate(date)} · ${branchName(here)}`}
      onClose={onClose}
      locked={isSending}
      onKey={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void send();
      }}
      action={
        // The focus is here, as in every question before something goes out: whoever presses twice sends nothing.
        <HeldButton variant="subtle" color="neutral" onClick={onClose} disabled={isSending} data-autofocus>
          Close
        </HeldButton>
      }
      footer={<Footer problem={problem} count={sendable.length} waits={waits} isSending={isSending} onSend={send} />}
    >
      <div className={styles.body} inert={isSending}>
        <div className={styles.words}>
          <div className={styles.notes}>
            {sending.failure && <Failed failure={sending.failure} />}
            <Warnings date={date} quietUntil={quietUntil} able={forecast ? forecast.today : online.length} />
            <SendersNote kind="birthday" />
            <ForecastNote forecast={forecast} kind="birthday" date={date} />
          </div>
          <MessageWords
            readers={readers}
            message={message}
            here={here}
            picture={<Picture file={files.find(({ path }) => path === sendable[0]?.voucher)} />}
            field={
              isWordless ? null : { onWrite: setMessage, most: LONGEST_CAPTION, area, rows: 4, action: usualWords(message, setMessage) }
            }
          />
        </div>
        <People sendable={sendable} leftOut={leftOut} sentBy={forecast && !waits ? null : sentByInWords(online.length, waits)} />
      </div>
    </DialogFrame>
  );
}

function usualWords(message: string, write: (message: string) => void): ReactNode {
  if (message === BIRTHDAY_TEXT) return null;
  return (
    <Button variant="subtle" size="xs" onClick={() => write(BIRTHDAY_TEXT)}>
      The usual words
    </Button>
  );
}

/** The workers, and the ids of those to whom a campaign is dealt. */
function useSenders() {
  const { data } = useWorkers(true);
  const senders = data && sendersFor(data, "birthday");
  return {
    workers: data ? withTemplates(data, "birthday") : [],
    online: senders?.able.map(({ id }) => id) ?? [],
    /** Those that are online can send none of it until a template is seen to. */
    waits: Boolean(senders?.missing),
  };
}

interface FooterProps {
  problem: string | null;
  /** How many guests get it. */
  count: number;
  /** It goes into the queue and out of it later. */
  waits: boolean;
  isSending: boolean;
  onSend: () => void;
}

function Footer({ problem, count, waits, isSending, onSend }: FooterProps) {
  return (
    <div className={styles.footer}>
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <HeldButton
        size="lg"
        className={styles.send}
        loading={isSending}
        disabled={count === 0}
        onClick={onSend}
        leftSection={<Send size={18} strokeWidth={1.75} aria-hidden />}
      >
        {waits ? "Queue for" : "Send to"} {counted(count, "guest")}
      </HeldButton>
    </div>
  );
}

interface PeopleProps extends Pick<ShownCampaign, "sendable" | "leftOut"> {
  /** Who sends it, where nothing above says so. */
  sentBy: string | null;
}

/** Who gets the message, who sends it, and who does not get it. */
function People({ sendable, leftOut, sentBy }: PeopleProps) {
  return (
    <section className={styles.people} aria-label="Who gets it">
      <h3 className={styles.title}>{counted(sendable.length, "guest")} with a voucher</h3>
      <p className={styles.note}>{sentBy} Nobody is written to twice.</p>
      <ul className={styles.guests}>
        {sendable.map(({ id, name, shown_phone }) => (
          <li key={id}>
            <GuestName name={name} />
            <GuestPhone shown={shown_phone} />
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <LeftOut
          title={`${counted(leftOut.length, "guest")} left out`}
          people={leftOut.map(({ id, name, reason }) => ({ key: id, name, reason: reason ?? "" }))}
        />
      )}
    </section>
  );
}

/** Who sends it, and when. @param online how many workers that are online can @param waits they lack a template */
export function sentByInWords(online: number, waits: boolean): string {
  if (waits) return "Who wrote within 24 hours gets it now; the others wait in the queue until a template is there.";
  if (online === 0) return "Sent by the first worker that comes online.";
  return `Sent by the ${online === 1 ? "worker" : `${online} workers`} online.`;
}

function problemOf(message: string, length: number): string | null {
  if (message.trim() === "") return "Message cannot be empty.";
  if (length <= LONGEST_CAPTION) return null;
  return `The message is longer than WhatsApp takes with a picture: ${LONGEST_CAPTION.toLocaleString("en")} characters.`;
}

function Picture({ file }: { file: VoucherFile | undefined }) {
  if (!file) return null;
  // biome-ignore lint/performance/noImgElement: the server has made it small, and its address is signed.
  return <img className={styles.picture} src={addressBelow(file.thumbnail_url)} alt="" width={96} height={120} decoding="async" />;
}

interface WarningsProps {
  date: string;
  quietUntil: string | null;
  /** How many go today, or how many workers can send. */
  able: number;
}

/** What should be known before, though it hinders nobody. */
function Warnings({ date, quietUntil, able }: WarningsProps) {
  const { timeZone } = useAppSettings();
  const today = useToday();
  const pause = useSendingPauseState(true).data;
  const isStopped = pause?.cancelled ?? false;
  const warnings: [string, ReactNode][] = [];
  // What holds them up stands in a line of its own: this one must not say the contrary.
  const goOut = quietUntil || isStopped || able === 0 ? "not today" : "and the messages go out now";
  if (date !== today) warnings.push(["date", `These birthdays are on ${longDate(date)}, ${goOut}.`]);
  if (quietUntil) warnings.push(["quiet", quietInWords(quietUntil, date, timeZone)]);
  if (pause?.cancelled) warnings.push(["stopped", `${stateInWords(pause)} The messages wait until somebody resumes sending.`]);
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label="To know before">
      {warnings.map(([key, words]) => (
        <li key={key}>
          <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}

/** When greetings go that are queued in the quiet hours, and whether that is after the birthday. @param quietUntil ISO 8601 @param date YYYY-MM-DD */
export function quietInWords(quietUntil: string, date: string, timeZone: string): string {
  const from = `Birthdays are not sent at this hour: the messages go out from ${dayAndTime(quietUntil, timeZone)} on`;
  return localDate(new Date(quietUntil), timeZone) > date ? `${from}, which is after the birthday.` : `${from}.`;
}

function Failed({ failure: { words, tried, isPartly } }: { failure: Failure }) {
  return (
    <div className={styles.failed} role="alert">
      <p>
        <b>{BIRTHDAY_TEXTS.enqueueFailed}</b>
      </p>
      <p>
        {words} {isPartly ? "A part of them is queued already; send again for the others." : "Your words are kept. Send again."} Nobody is
        written to twice.
      </p>
      {tried.length > 0 && (
        <details>
          <summary>Endpoints tried</summary>
          <ul>
            {tried.map((one) => (
              <li key={one} dir="ltr">
                {one}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
