import { Button, TextInput } from "@mantine/core";
import { DoorClosed, DoorOpen, Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { changeFailure } from "@/components/ui/change-failure";
import { useDialogs } from "@/components/ui/dialogs";
import { FactChip } from "@/components/ui/fact-chip";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { longDate } from "@/components/ui/local-times";
import { toast } from "@/components/ui/toast";
import { BRANCHES_TEXTS } from "@/lib/branches/branch-texts";
import type { ListedBranch } from "@/lib/branches/contract";
import { localDate } from "@/lib/local-time";
import styles from "./branches.module.css";
import { useCloseBranch, useRenameBranch, useReopenBranch } from "./queries";

interface Props {
  branch: ListedBranch;
  mayChange: boolean;
}

/** A restaurant of the list, with what can be done about it. */
export function BranchRow({ branch, mayChange }: Props) {
  const [isRenamed, setIsRenamed] = useState(false);
  return (
    <li className={styles.row}>
      {isRenamed ? (
        <Rename branch={branch} onDone={() => setIsRenamed(false)} />
      ) : (
        <>
          <div className={styles.words}>
            <span className={styles.name}>
              <bdi>{branch.name}</bdi>
              <Facts branch={branch} />
            </span>
            <small className="note">
              Key <span dir="ltr">{branch.key}</span>
            </small>
          </div>
          {mayChange && <Buttons branch={branch} onRename={() => setIsRenamed(true)} />}
        </>
      )}
    </li>
  );
}

function Facts({ branch: { closed_at, kept } }: Pick<Props, "branch">) {
  const { timeZone } = useAppSettings();
  return (
    <>
      {closed_at && (
        <FactChip small tone="warning">
          Closed since {longDate(localDate(new Date(closed_at), timeZone))}, read only
        </FactChip>
      )}
      {!kept && <FactChip small>Kept on another server</FactChip>}
    </>
  );
}

function Buttons({ branch, onRename }: { branch: ListedBranch; onRename: () => void }) {
  const { key, name, closed_at } = branch;
  const dialogs = useDialogs();
  const closing = useCloseBranch(key);
  const reopening = useReopenBranch(key);
  const close = async () => {
    const sure = await dialogs.confirm({
      title: `Close ${name}?`,
      body: BRANCHES_TEXTS.closing,
      confirmLabel: `Close ${name}`,
      cancelLabel: "Keep it open",
      tone: "danger",
    });
    if (sure) closing.mutate(undefined, { onSuccess: ({ message }) => toast.success(message) });
  };
  const reopen = () => reopening.mutate(undefined, { onSuccess: ({ message }) => toast.success(message) });
  const failed = closed_at ? reopening.error : closing.error;
  return (
    <>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<Pencil size={16} strokeWidth={1.75} aria-hidden />}
          aria-label={`Rename ${name}`}
          onClick={onRename}
        >
          Rename
        </Button>
        <Button
          variant="default"
          leftSection={
            closed_at ? <DoorOpen size={16} strokeWidth={1.75} aria-hidden /> : <DoorClosed size={16} strokeWidth={1.75} aria-hidden />
          }
          aria-label={closed_at ? `Open again: ${name}` : `Close branch ${name}`}
          loading={closing.isPending || reopening.isPending}
          onClick={() => (closed_at ? reopen() : void close())}
        >
          {closed_at ? "Open again" : "Close branch"}
        </Button>
      </div>
      {failed && (
        <p className={styles.problem} role="alert">
          {changeFailure(failed, closed_at ? BRANCHES_TEXTS.notReopened : BRANCHES_TEXTS.notClosed, BRANCHES_TEXTS.listShows)}
        </p>
      )}
    </>
  );
}

function Rename({ branch, onDone }: { branch: ListedBranch; onDone: () => void }) {
  const [name, setName] = useState(branch.name);
  const rename = useRenameBranch(branch.key, branch.name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending || name.trim() === "") return;
    if (name.trim() === branch.name) return onDone();
    const answer = await rename.mutateAsync(name.trim()).catch(() => null);
    if (!answer) return;
    toast.success(answer.message);
    onDone();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        className={styles.field}
        data-autofocus
        autoFocus
        label={`New name of ${branch.name}`}
        description={BRANCHES_TEXTS.renaming}
        maxLength={40}
        autoComplete="off"
        {...AUTO_DIR}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          onDone();
        }}
        error={rename.error && changeFailure(rename.error, BRANCHES_TEXTS.notRenamed, BRANCHES_TEXTS.listShows)}
      />
      <div className={styles.buttons}>
        <Button size="lg" variant="default" onClick={onDone} disabled={rename.isPending}>
          Cancel
        </Button>
        <Button size="lg" type="submit" loading={rename.isPending} disabled={name.trim() === ""}>
          Rename
        </Button>
      </div>
    </form>
  );
}
