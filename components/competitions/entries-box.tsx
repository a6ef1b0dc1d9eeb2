import { Button, NativeSelect, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ChevronLeft, ChevronRight, MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { dayAndTime } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { REMOVAL_NAMES, COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import type { ListedComments } from "@/lib/competitions/entries/contract";
import { REMOVALS } from "@/lib/competitions/entries/judge";
import { isBeforeLock } from "@/lib/competitions/states";
import { BringDialog } from "./bring-dialog";
import styles from "./competitions.module.css";
import { useEntries, type WhichEntries } from "./queries";

const ON_PAGE = 50;

/** Who takes part: how many each filter takes out, and the comments themselves. */
export function EntriesBox({ opened, canFetch }: { opened: OpenedCompetition; canFetch: boolean }) {
  const [isBringing, setBringing] = useState(false);
  const { competition, counts, may } = opened;
  const isOpen = isBeforeLock(competition.state);
  return (
    <section className={styles.box} aria-labelledby="competition-entries">
      <div className={styles.cardHead}>
        <h2 id="competition-entries" className={styles.title}>
          Who takes part
        </h2>
        {may.edit && isOpen && (
          <Button leftSection={<MessageSquarePlus size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setBringing(true)}>
            {TEXTS.bring}
          </Button>
        )}
      </div>
      <Counts counts={counts} />
      <p className={styles.facts}>{TEXTS.unchecked}</p>
      {counts.without_time > 0 && (
        <p className={styles.facts}>
          Of {counts.without_time} nobody knows when they were written, so nobody can check that they came before closing.
        </p>
      )}
      {counts.edited > 0 && <p className={styles.facts}>{TEXTS.edited}</p>}
      {counts.comments > 0 ? <Comments opened={opened} /> : <EmptyNotice title="No comment is here yet." />}
      {isBringing && <BringDialog opened={opened} canFetch={canFetch} onClose={() => setBringing(false)} />}
    </section>
  );
}

function Counts({ counts }: Pick<OpenedCompetition, "counts">) {
  const { removed, comments, entries, people, edited, doubles } = counts;
  const figures = [
    ["Comments", comments],
    ["Take part", entries],
    ["People", people],
    ...REMOVALS.map((one) => [REMOVAL_NAMES[one], removed[one]] as const),
    ["Changed since", edited],
    ["Brought in twice", doubles],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value.toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}

function Comments({ opened: { competition } }: { opened: OpenedCompetition }) {
  const [which, setWhich] = useState<WhichEntries>("all");
  const [search, setSearch] = useState("");
  const [offset, setOffset] = useState(0);
  const [asked] = useDebouncedValue(search, 300);
  const { data, error, refetch } = useEntries(competition.id, competition.version, { which, search: asked, offset });
  const choices = [
    { value: "all", label: "All comments" },
    { value: "entries", label: "Those that take part" },
    { value: "edited", label: "Those that were changed" },
    ...REMOVALS.map((one) => ({ value: one, label: `Left out: ${REMOVAL_NAMES[one].toLowerCase()}` })),
  ];
  return (
    <>
      <div className={styles.pair}>
        <NativeSelect
          label="Show"
          value={which}
          data={choices}
          onChange={(event) => {
            setOffset(0);
            setWhich(event.currentTarget.value as WhichEntries); // the choices above
          }}
        />
        <TextInput
          label="Search user or words"
          value={search}
          maxLength={60}
          onChange={(event) => {
            setOffset(0);
            setSearch(event.currentTarget.value);
          }}
        />
      </div>
      {error && !data && <ErrorNotice title="The comments could not be loaded." error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} radius="md" aria-label="Loading" />}
      {data && <CommentList comments={data.comments} />}
      {data && <Pager offset={offset} total={data.total} onChange={setOffset} />}
    </>
  );
}

function CommentList({ comments }: Pick<ListedComments, "comments">) {
  const { timeZone } = useAppSettings();
  if (comments.length === 0) return <p className={styles.facts}>No comment is like this.</p>;
  return (
    <ul className={styles.list} aria-label="Comments">
      {comments.map(({ comment_id, username, texts, commented_at, removed }) => (
        <li key={comment_id} className={styles.row}>
          <span className={styles.line}>
            <bdi className={styles.who}>{username ? `@${username}` : "Erased"}</bdi>
            <span className={styles.facts}>
              {commented_at ? dayAndTime(commented_at, timeZone) : "no time"}
              {removed && ` · left out: ${REMOVAL_NAMES[removed].toLowerCase()}`}
            </span>
          </span>
          {texts.map((text) => (
            <p key={text} className={styles.text} dir="auto">
              {text || "–"}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Pager({ offset, total, onChange }: { offset: number; total: number; onChange: (offset: number) => void }) {
  if (total <= ON_PAGE) return null;
  return (
    <div className={styles.actions}>
      <Button
        variant="default"
        aria-label="Previous comments"
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - ON_PAGE))}
      >
        <ChevronLeft size={18} strokeWidth={1.75} aria-hidden />
      </Button>
      <span className="tabular" aria-live="polite">
        {offset + 1} – {Math.min(offset + ON_PAGE, total)} of {total.toLocaleString("en")}
      </span>
      <Button variant="default" aria-label="Next comments" disabled={offset + ON_PAGE >= total} onClick={() => onChange(offset + ON_PAGE)}>
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
      </Button>
    </div>
  );
}
