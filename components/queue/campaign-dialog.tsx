import { TextInput } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock, useToday } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { OptOutMark } from "@/components/opt-outs/opt-out-mark";
import { useUnsure } from "@/components/opt-outs/queries";
import { UnsureDecision } from "@/components/opt-outs/unsure-decision";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { LiveDot } from "@/components/ui/live-dot";
import { EmptyNotice } from "@/components/ui/notice";
import type { AnswerOf } from "@/lib/api/endpoint";
import { asciiDigits } from "@/lib/digits";
import { foldText } from "@/lib/fold-text";
import type { readCampaign } from "@/lib/queue/campaigns/contract";
import type { ItemStatus } from "@/lib/queue/contract";
import type { NextTry } from "@/lib/queue/next-try/contract";
import { MAY_ENQUEUE, MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import { CampaignBadge } from "./campaign-badge";
import styles from "./campaign-dialog.module.css";
import { Reasons, WhoQueued } from "./campaign-facts";
import { nameOf } from "./campaign-name";
import { PausedNote } from "./campaign-paused-note";
import { useCampaign } from "./campaign-queries";
import { questionOfDay } from "./confirm-other-day";
import { MessageResults } from "./message-results";
import { waitingInWords } from "./next-try";
import { ObstacleNote, withoutWaiting } from "./obstacle-note";
import { useDoubtCalls } from "./queries";
import { isGoingOut, isUnderWay } from "./queue-status";
import { QueueTotals } from "./queue-totals";
import { ReadDialog } from "./read-dialog";
import { SentBy } from "./sent-by";
import { InDoubtButtons } from "./settle-in-doubt";
import { STATES, UNANSWERED } from "./state-badge";
import { StoppedNote } from "./stopped-note";

type Whole = AnswerOf<typeof readCampaign>;

/** Of a longer list nobody looks for a guest by scrolling. */
const MOST_SHOWN = 200;

/** One campaign, guest by guest. */
export function CampaignDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { timeZone } = useAppSettings();
  const asked = useCampaign(id);
  const { data, error } = asked;
  return (
    <ReadDialog
      title={data ? <bdi>{nameOf(data, timeZone)}</bdi> : "Campaign"}
      subtitle={
        data && (
          <span>
            <WhoQueued campaign={data} />
          </span>
        )
      }
      failed="The campaign could not be loaded."
      asked={asked}
      body={styles.body}
      onClose={onClose}
    >
      {data && (
        <>
          <QueueTotals stats={{ ...data.counts, sandbox: data.sandbox, unanswered: data.unanswered }} />
          <div className={styles.facts}>
            <CampaignBadge campaign={data} />
            {isUnderWay(data) && <LiveDot every="2 s" failing={error} />}
            <span>
              Arrived {data.delivered.toLocaleString("en")} · Read {data.read.toLocaleString("en")} · Replied{" "}
              {data.replied.toLocaleString("en")}
            </span>
          </div>
          <SentBy messages={data.results} isStuck={!isGoingOut(data)} />
          <ObstacleNote obstacle={data.obstacle} />
          <StoppedNote campaign={data} />
          <PausedNote paused={data.paused} />
          {data.state === "SENDING" && !data.obstacle && <When next={data} />}
          <Reasons campaign={data} most={10} />
          <Guests kind={data.kind} date={data.date} results={withoutWaiting(data.results, data.obstacle, haltOf(data))} />
        </>
      )}
    </ReadDialog>
  );
}

function When({ next }: { next: NextTry }) {
  const { timeZone } = useAppSettings();
  const words = waitingInWords(next, useServerClock(), timeZone, useSession().can(MENDS_TEMPLATES));
  return words && <p className={styles.note}>{words}</p>;
}

const haltOf = ({ state, stopped }: Whole) => (state !== "PAUSED" ? null : stopped ? "stopped" : "paused");

const ALL = "all";
/** A state of its own in the list too: what nobody has answered neither waits nor has failed. */
const DOUBT = "unanswered";
type StateShown = ItemStatus | typeof ALL | typeof DOUBT;
type Result = Whole["results"][number];

const stateOf = ({ status, unanswered }: Result): StateShown => (unanswered ? DOUBT : status);
const LOOKS: [StateShown, string][] = [...Object.entries(STATES), [DOUBT, UNANSWERED] as const].map(([key, { words }]) => [
  key as StateShown,
  words,
]);

function Guests({ kind, date, results }: Pick<Whole, "kind" | "date"> & { results: readonly Whole["results"][number][] }) {
  const maySend = useSession().can(MAY_ENQUEUE[kind]);
  const doubt = useDoubtCalls();
  const anotherDay = questionOfDay(date, useToday(), 1)?.body;
  const [stateShown, setStateShown] = useState<StateShown>(ALL);
  const [text, setText] = useState("");
  const words = useDeferredValue(text);
  const states = LOOKS.filter(([state]) => results.some((result) => stateOf(result) === state));
  // The last one of a state may go to another while only they are shown.
  const state = states.some(([one]) => one === stateShown) ? stateShown : ALL;
  const found = results.filter((result) => (state === ALL || stateOf(result) === state) && isMeant(result, words));
  const shown = found.slice(0, MOST_SHOWN);
  const unsure = useUnsure(shown.map(({ phone }) => phone));
  return (
    <section className={styles.guests} aria-label="Guests">
      <TextInput label="Find a guest" placeholder="Name or number" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      {states.length > 1 && (
        <ChoiceChips
          label="State"
          value={state}
          onChange={(value) => setStateShown(value as StateShown)}
          choices={[{ value: ALL, label: "All" }, ...states.map(([value, label]) => ({ value, label }))]}
        />
      )}
      {found.length === 0 ? (
        <EmptyNotice title="No guest here is called so." />
      ) : (
        <MessageResults
          results={shown}
          action={(result) => {
            const { name, phone, unanswered } = result;
            const since = unsure(phone);
            const maySettle = unanswered && maySend;
            if (!since && !maySettle) return null;
            return (
              <>
                {maySettle && <InDoubtButtons message={result} calls={doubt} besides={anotherDay} />}
                {since && <OptOutMark said={null} unsure={since} />}
                {since && <UnsureDecision name={name} phones={phone} isShort />}
              </>
            );
          }}
        />
      )}
      {found.length > shown.length && (
        <p className={styles.note}>
          The first {shown.length} of {found.length.toLocaleString("en")} are shown. Type a name or a number to find somebody.
        </p>
      )}
    </section>
  );
}

function isMeant({ name, phone }: Whole["results"][number], text: string): boolean {
  const digits = asciiDigits(text).replace(/\D/g, "");
  const isNumber = digits.length > 1 && phone.replace(/\D/g, "").includes(digits.replace(/^0+/, ""));
  return isNumber || foldText(name).includes(foldText(text).trim());
}
