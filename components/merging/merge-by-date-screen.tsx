"use client";

import { Button, Checkbox, Progress, TextInput } from "@mantine/core";
import { Waypoints } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useAppSettings, useBackend } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { counted } from "@/components/ui/counted";
import { DateField } from "@/components/ui/date-field";
import { causeOf, ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { isApiError } from "@/lib/api/client";
import { BRANCH_NAMES, type BranchKey } from "@/lib/branches";
import { businessDayOf } from "@/lib/business-day";
import { BACKUPS_KEPT, DATE_MERGE_TEXTS, DATE_SEARCH_TEXTS } from "@/lib/texts";
import styles from "./merge-by-date-screen.module.css";
import { MergeResult } from "./merge-result";
import { BothWaysFailed, useMergeByDate, useWaitingDays } from "./queries";

export function MergeByDateScreen() {
  const settings = useAppSettings();
  const backend = useBackend();
  const now = useServerClock();
  const merge = useMergeByDate();
  const form = useRef<HTMLFormElement>(null);
  const [date, setDate] = useState<string | null>(null);
  const [root, setRoot] = useState("");
  const [force, setForce] = useState(true);
  const [backup, setBackup] = useState(true);
  const [includeServerTable, setIncludeServerTable] = useState(true);
  const [includeEarlier, setIncludeEarlier] = useState(true);
  const [invalid, setInvalid] = useState(false);
  const shownDate = date ?? (now ? businessDayOf(now, settings) : "");

  const run = (event: FormEvent) => {
    event.preventDefault();
    setInvalid(!shownDate);
    if (shownDate && !merge.isPending) merge.mutate({ date: shownDate, force, backup, includeServerTable, includeEarlier, root });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };

  return (
    <div className={styles.column}>
      <PageHead title={DATE_MERGE_TEXTS.title}>One date's guests of every branch go into the central guest book.</PageHead>
      <form ref={form} className={styles.card} onSubmit={run} onKeyDown={onKeyDown}>
        <DateField
          label="Date"
          value={shownDate}
          onChange={(next) => {
            setDate(next);
            if (next) setInvalid(false);
          }}
          error={invalid ? DATE_SEARCH_TEXTS.invalidDate : undefined}
          disabled={merge.isPending}
        />
        <div className={styles.checks}>
          <Checkbox
            label={DATE_MERGE_TEXTS.force.replace("23:15", settings.endOfDayAt)}
            checked={force}
            disabled={merge.isPending}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
          <Checkbox
            label={DATE_MERGE_TEXTS.backup}
            description={BACKUPS_KEPT}
            checked={backup}
            disabled={merge.isPending}
            onChange={(event) => setBackup(event.currentTarget.checked)}
          />
          <Checkbox
            label={DATE_MERGE_TEXTS.includeServerTable}
            checked={includeServerTable}
            disabled={merge.isPending}
            onChange={(event) => setIncludeServerTable(event.currentTarget.checked)}
          />
          <Checkbox
            label={DATE_MERGE_TEXTS.includeEarlier}
            description={<Waiting date={shownDate} includeServerTable={includeServerTable} root={root} />}
            checked={includeEarlier}
            disabled={merge.isPending}
            onChange={(event) => setIncludeEarlier(event.currentTarget.checked)}
          />
        </div>
        <Advanced root={root} onRoot={setRoot} disabled={merge.isPending} />
        <p className={styles.base}>API base: {backend?.base}</p>
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={merge.isPending}
          leftSection={<Waypoints size={20} strokeWidth={1.75} aria-hidden />}
        >
          {DATE_MERGE_TEXTS.run}
        </Button>
        {merge.isPending && <Running />}
      </form>
      <div aria-live="polite">
        {merge.isError && <Failure error={merge.error} />}
        {merge.data && <MergeResult answer={merge.data} />}
      </div>
    </div>
  );
}

/** What waits of the days before, per branch: a forgotten End of Day is seen before anybody misses a guest. */
function Waiting(choices: { date: string; includeServerTable: boolean; root: string }) {
  const { data } = useWaitingDays(choices);
  if (!data) return null;
  const rows = data.rows.map(
    ({ branch, date, rows }) => `${BRANCH_NAMES[branch as BranchKey] ?? branch} ${date} (${counted(rows, "guest")})`,
  );
  const open = data.open_tables.map(
    ({ branch, date, tables }) => `${BRANCH_NAMES[branch as BranchKey] ?? branch} ${date} (${counted(tables, "table")})`,
  );
  return (
    <>
      {rows.length === 0 ? "Nothing of earlier dates is missing." : `Missing: ${rows.join(", ")}.`}
      {open.length > 0 && <span className={styles.openTables}>Without End of Day in the branch: {open.join(", ")}.</span>}
    </>
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
