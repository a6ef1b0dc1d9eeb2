"use client";

import { Progress, TextInput } from "@mantine/core";
import { Waypoints } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useAppSettings, useBackend } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { DateField } from "@/components/ui/date-field";
import { HeldButton } from "@/components/ui/held-button";
import { causeOf, ErrorNotice, plainCause } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { isApiError } from "@/lib/api/api-error";
import { businessDayOf } from "@/lib/business-day";
import { DATE_SEARCH_TEXTS } from "@/lib/date-search/date-search-texts";
import { DATE_MERGE_TEXTS } from "@/lib/merging/merge-by-date-texts";
import styles from "./merge-by-date-screen.module.css";
import { MergeResult } from "./merge-result";
import { MergeSwitches, type Switches } from "./merge-switches";
import { BothWaysFailed, useMergeByDate, useWaitingDays } from "./queries";
import { EarlierRows, Unclosed } from "./waiting-days";

export function MergeByDateScreen() {
  const settings = useAppSettings();
  const backend = useBackend();
  const now = useServerClock();
  const merge = useMergeByDate();
  const form = useRef<HTMLFormElement>(null);
  const [date, setDate] = useState<string | null>(null);
  const [root, setRoot] = useState("");
  const [switches, setSwitches] = useState<Switches>({ force: true, backup: true, includeServerTable: true, includeEarlier: true });
  const [invalid, setInvalid] = useState(false);
  const shownDate = date ?? businessDayOf(now, settings);
  const waiting = useWaitingDays({ date: shownDate, includeServerTable: switches.includeServerTable, root });

  const run = (event: FormEvent) => {
    event.preventDefault();
    setInvalid(!shownDate);
    if (shownDate && !merge.isPending) merge.mutate({ date: shownDate, ...switches, root });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    const isAsked = event.ctrlKey || event.metaKey;
    // Enter in a field or a box would submit the form: nobody merges the whole group by a slip.
    if (isAsked || event.target instanceof HTMLInputElement) event.preventDefault();
    if (isAsked) form.current?.requestSubmit();
  };

  return (
    <div className={styles.column}>
      <PageHead title={DATE_MERGE_TEXTS.title}>One date's guests of every branch go into the central guest book.</PageHead>
      {waiting.data && <Unclosed waiting={waiting.data} />}
      {waiting.isError && <p className={styles.base}>Whether every branch is closed is not known: {plainCause(waiting.error)}</p>}
      <Answer merge={merge} />
      <form ref={form} className={styles.card} onSubmit={run} onKeyDown={onKeyDown}>
        <DateField
          label="Date"
          value={shownDate}
          onChange={(next) => {
            setDate(next);
            if (next) setInvalid(false);
          }}
          error={invalid ? DATE_SEARCH_TEXTS.invalidDate : undefined}
          unreadableText={DATE_SEARCH_TEXTS.invalidDate}
          disabled={merge.isPending}
        />
        <MergeSwitches switches={switches} onChange={setSwitches} endOfDayAt={settings.endOfDayAt} disabled={merge.isPending} />
        <Advanced root={root} onRoot={setRoot} disabled={merge.isPending} />
        <small className={styles.base}>API base: {backend?.base}</small>
        {waiting.data && switches.includeEarlier && <EarlierRows rows={waiting.data.rows} />}
        {/* What comes above it later moves it: a press that was meant for something else runs no merge. */}
        <HeldButton
          since={`${waiting.dataUpdatedAt} ${merge.submittedAt} ${merge.status}`}
          type="submit"
          size="lg"
          fullWidth
          loading={merge.isPending}
          disabled={waiting.isLoading}
          leftSection={<Waypoints size={20} strokeWidth={1.75} aria-hidden />}
        >
          {DATE_MERGE_TEXTS.run}
        </HeldButton>
        {merge.isPending && <Running />}
      </form>
    </div>
  );
}

/** It leads the page, below what is not closed: on a phone it would come below the fold, and look like nothing. */
function Answer({ merge: { data, error, isPending, variables } }: { merge: ReturnType<typeof useMergeByDate> }) {
  const isThere = !isPending && Boolean(data ?? error);
  useEffect(() => {
    if (isThere) window.scrollTo({ top: 0 });
  }, [isThere]);
  return (
    <div aria-live="polite" className={styles.result}>
      {isThere && error && <Failure error={error} />}
      {isThere && data && <MergeResult answer={data} date={variables?.date ?? ""} />}
    </div>
  );
}

function Advanced({ root, onRoot, disabled }: { root: string; onRoot: (root: string) => void; disabled: boolean }) {
  return (
    <details className={styles.advanced}>
      <summary>Advanced</summary>
      <TextInput
        label="Branches root path (optional)"
        description="The folder with every branch's table database. Empty takes the server's own."
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={root}
        disabled={disabled}
        onChange={(event) => onRoot(event.currentTarget.value)}
      />
    </details>
  );
}

/** Nobody can say how long it takes, so only what has passed is shown. */
function Running() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const timer = window.setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <div className={styles.running}>
      <Progress value={100} animated aria-label="Merging" />
      <p className="tabular">Merging… {seconds} s</p>
    </div>
  );
}

function Failure({ error }: { error: unknown }) {
  const first = error instanceof BothWaysFailed ? error.first : error;
  return (
    <div className={styles.failure}>
      <ErrorNotice title={statusOf(first)} />
      {error instanceof BothWaysFailed && <p className={styles.fallback}>Fallback also failed: {causeOf(error.fallback)}</p>}
    </div>
  );
}

/** Status, its text, and the server's detail or message. */
function statusOf(error: unknown): string {
  return isApiError(error) && error.status === 0 ? error.message : causeOf(error);
}
