import { Button, Skeleton } from "@mantine/core";
import { CircleAlert, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useHoldsEverything } from "@/components/app-base/session";
import { changeFailure, isUnanswered } from "@/components/ui/change-failure";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { useLeaveQuestion } from "@/components/ui/leave-question";
import { dayAndTime } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import type { TaskKind } from "@/lib/queue/contract";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";
import { UNANSWERED_TEXTS } from "@/lib/unanswered-texts";
import styles from "./limits-dialog.module.css";
import { Groups } from "./limits-fields";
import { type ChangedField, changeable, changedFields, keyOf, type LimitTexts, limitsFrom, textsOf } from "./limits-form";
import { useChangeLimits, useLimits } from "./queries";

/** A save that nobody answered: what was sent, and the version that it was made from. */
interface InDoubt {
  texts: LimitTexts;
  seen: string | null;
}

const isSame = (some: LimitTexts, others: LimitTexts) => JSON.stringify(some) === JSON.stringify(others);

interface Props {
  /** Whose template somebody was sent here to see to. */
  template: TaskKind | null;
  onClose: () => void;
}

/** The limits as they stand, what was typed over them, and the saving of it. */
function useTypedLimits() {
  const { data, error, isPending, refetch } = useLimits();
  const change = useChangeLimits();
  const [typed, setTyped] = useState<LimitTexts>({});
  const holdsEverything = useHoldsEverything();
  const mine = changeable(typed, holdsEverything);
  const texts = { ...(data ? textsOf(data.limits) : {}), ...mine };
  const [theirs, setTheirs] = useState<{ by: string; fields: ChangedField[] } | null>(null);
  const [inDoubt, setInDoubt] = useState<InDoubt | null>(null);
  const changes = data ? changedFields(textsOf(data.limits), texts).length : 0;
  const isChanged = data !== undefined && !isSame(texts, textsOf(data.limits));
  // To save what stands already is to say that the stopped templates may be tried again.
  const maySave = data !== undefined && (isChanged || data.stopped.length > 0);
  const save = async () => {
    if (!maySave || change.isPending) return;
    // What nobody answered is the same call when it is sent again, whatever was read since; unless it is known to be kept.
    const seen = inDoubt && !isSame(inDoubt.texts, textsOf(data.limits)) ? inDoubt.seen : (data.changed?.at ?? null);
    setInDoubt(null);
    const done = await change.mutateAsync({ ...limitsFrom(texts), seen }).catch(async (failure: unknown) => {
      if (isUnanswered(failure)) {
        setInDoubt({ texts, seen });
        void refetch();
      }
      if (!isApiError(failure) || failure.code !== "conflict") return null;
      const before = textsOf(data.limits);
      const now = (await refetch()).data;
      // What was typed stays in its fields; every other field shows what stands now.
      if (now) setTheirs({ by: now.changed?.by ?? "Somebody", fields: changedFields(before, textsOf(now.limits)) });
      setTyped(Object.fromEntries(Object.entries(texts).filter(([key, value]) => value !== before[key])));
      return null;
    });
    if (!done) return;
    setTheirs(null);
    setTyped({});
    toast.success("Kept. It counts from the next message on.");
  };
  const isKept = !isChanged && inDoubt !== null && data !== undefined && isSame(inDoubt.texts, textsOf(data.limits));
  return { data, error, isPending, refetch, change, texts, typed: mine, setTyped, theirs, changes, holdsEverything, maySave, isKept, save };
}

/** How fast, how often and when messages go out, and by which words a guest says no. */
export function LimitsDialog({ template, onClose }: Props) {
  const { data, error, isPending, refetch, change, texts, typed, setTyped, theirs, changes, holdsEverything, maySave, isKept, save } =
    useTypedLimits();
  const mayLeave = useLeaveQuestion();
  const leave = async () => {
    if (await mayLeave(changes)) onClose();
  };
  return (
    <DialogFrame
      size="wide"
      title={QUEUE_TEXTS.limits}
      subtitle={data && <LastChange changed={data.changed} />}
      onClose={() => void leave()}
      locked={change.isPending}
      onKey={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
      }}
      action={
        <Button variant="subtle" color="neutral" onClick={() => void leave()} disabled={change.isPending}>
          Close
        </Button>
      }
      footer={
        <Footer error={theirs ? null : change.error} isKept={isKept}>
          <Button
            size="lg"
            variant="default"
            leftSection={<RotateCcw size={18} strokeWidth={1.75} aria-hidden />}
            disabled={!data}
            onClick={() => data && setTyped(textsOf(data.defaults))}
          >
            Usual limits
          </Button>
          <Button size="lg" disabled={!maySave} loading={change.isPending} onClick={save}>
            Save
          </Button>
        </Footer>
      }
    >
      <div className={styles.form}>
        {isPending && <Skeleton height={320} radius="md" />}
        {error && !data && <ErrorNotice title="The limits could not be loaded." error={error} onRetry={() => refetch()} />}
        {theirs && <Theirs by={theirs.by} fields={theirs.fields} mine={typed} />}
        {data && (
          <Groups
            texts={texts}
            meant={template && keyOf({ group: "templates", name: `${template}_name` })}
            stopped={data.stopped}
            holdsEverything={holdsEverything}
            wrong={wrongFields(change.error)}
            onType={(key, value) => setTyped({ ...typed, [key]: value })}
          />
        )}
      </div>
    </DialogFrame>
  );
}

/** Two people change the limits: what the other one changed, field by field, and which of them one's own would replace. */
function Theirs({ by, fields, mine }: { by: string; fields: ChangedField[]; mine: LimitTexts }) {
  return (
    <section className={styles.theirs} aria-label="Changed by somebody else">
      <p>
        <bdi>{by}</bdi> changed this meanwhile. Yours stands in its fields; Save keeps both.
      </p>
      <ul>
        {fields.map(({ key, label, before, after }) => (
          <li key={key}>
            {label}: <s>{before || "empty"}</s> {after || "empty"}
            {mine[key] !== undefined && mine[key] !== after && <strong> — yours, {mine[key] || "empty"}, would replace it</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is wrong stands beside the buttons. */
function Footer({ error, isKept, children }: { error: Error | null; isKept: boolean; children: ReactNode }) {
  return (
    <div className={styles.footer}>
      <p className={styles.problem} role="alert">
        {isKept && <span>{UNANSWERED_TEXTS.limitsKept}</span>}
        {error && !isKept && (
          <>
            <CircleAlert size={18} strokeWidth={1.75} aria-hidden />{" "}
            <span>{changeFailure(error, "Nothing was changed.", UNANSWERED_TEXTS.limitsAgain)}</span>
          </>
        )}
      </p>
      {children}
    </div>
  );
}

/** What the server says of each field, by `group.name`. */
function wrongFields(error: unknown): Map<string, string> {
  const issues =
    isApiError(error) && Array.isArray(error.fields.issues) ? (error.fields.issues as { path: string; message: string }[]) : [];
  return new Map(issues.map(({ path, message }) => [path.split(".").slice(0, 2).join("."), message]));
}

function LastChange({ changed }: { changed: { by: string; at: string } | null }) {
  const { timeZone } = useAppSettings();
  if (!changed) return <>The usual limits; nobody has changed them</>;
  return (
    <span>
      Last changed by <bdi>{changed.by}</bdi>, {dayAndTime(changed.at, timeZone)}
    </span>
  );
}
