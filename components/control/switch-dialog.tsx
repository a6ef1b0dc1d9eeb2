import { Button, Switch, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { NativeDialog } from "@/components/ui/native-dialog";
import { toast } from "@/components/ui/toast";
import { CONTROL_TEXTS } from "@/lib/control/control-texts";
import { branchName, restaurants } from "@/lib/known-branches";
import styles from "./control.module.css";
import { useChangeBirthdays, useChangeNotice, useChangeReadOnly } from "./queries";

const LONGEST = 200;
const LOOK = "This page shows what counts now.";

interface Props {
  which: "notice" | "read-only" | "birthdays";
  /** The notice that is shown now. */
  notice: string;
  isReadOnly: boolean;
  /** The restaurants that greet nobody now. */
  birthdaysOff: readonly (string | null)[];
  onClose: () => void;
}

/** Asks for the words that go with a switch, and says what it does before it is done. */
export function SwitchDialog({ which, ...props }: Props) {
  if (which === "birthdays") return <BirthdaysDialog {...props} />;
  return which === "notice" ? <NoticeDialog {...props} /> : <ReadOnlyDialog {...props} />;
}

function NoticeDialog({ notice, onClose }: Omit<Props, "which">) {
  const [text, setText] = useState(notice);
  const change = useChangeNotice();
  const show = (words: string) => change.mutate(words, { onSuccess: ({ message }) => done(message, onClose) });
  return (
    <NativeDialog
      opened
      role="dialog"
      title="Maintenance notice"
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          {notice && (
            <Button size="lg" variant="default" loading={change.isPending} onClick={() => show("")}>
              Take it away
            </Button>
          )}
          <Button
            size="lg"
            disabled={text.trim() === "" || text.trim() === notice}
            loading={change.isPending}
            onClick={() => show(text.trim())}
          >
            Show it
          </Button>
        </>
      }
    >
      <Words
        label="What everybody reads at the top of every page"
        placeholder="The server is away from 02:00 to 03:00."
        text={text}
        onText={setText}
        onSubmit={() => text.trim() !== "" && show(text.trim())}
        problem={change.error && changeFailure(change.error, CONTROL_TEXTS.notSwitched, LOOK)}
      />
    </NativeDialog>
  );
}

function ReadOnlyDialog({ isReadOnly, onClose }: Omit<Props, "which">) {
  const [reason, setReason] = useState("");
  const change = useChangeReadOnly();
  const isReady = isReadOnly || reason.trim() !== "";
  const set = () => {
    if (isReady) change.mutate({ on: !isReadOnly, reason: reason.trim() }, { onSuccess: ({ message }) => done(message, onClose) });
  };
  const problem = change.error && changeFailure(change.error, CONTROL_TEXTS.notSwitched, LOOK);
  return (
    <NativeDialog
      opened
      role="dialog"
      title={isReadOnly ? "End read-only mode" : "Make Daftar read-only"}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" color={isReadOnly ? undefined : "danger"} disabled={!isReady} loading={change.isPending} onClick={set}>
            {isReadOnly ? "Let everybody work" : "Let nobody change anything"}
          </Button>
        </>
      }
    >
      <p>{isReadOnly ? CONTROL_TEXTS.keptOnDevices : CONTROL_TEXTS.readOnlyMeans}</p>
      {isReadOnly ? (
        problem && <p role="alert">{problem}</p>
      ) : (
        <Words
          label="Why? Everybody reads it"
          placeholder="The server moves to another PC, until 03:00"
          text={reason}
          onText={setReason}
          onSubmit={set}
          problem={problem}
        />
      )}
    </NativeDialog>
  );
}

/** Each restaurant has a switch of its own, which counts at once. */
function BirthdaysDialog({ birthdaysOff, onClose }: Omit<Props, "which">) {
  const change = useChangeBirthdays();
  return (
    <NativeDialog
      opened
      role="dialog"
      title="Birthday greetings"
      onClose={onClose}
      actions={
        <Button size="lg" variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>{CONTROL_TEXTS.birthdaysMean}</p>
      <div className={styles.switches}>
        {restaurants().map((branch) => (
          <Switch
            key={branch}
            label={branchName(branch)}
            checked={!birthdaysOff.includes(branch)}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate({ branch, on: event.currentTarget.checked }, { onSuccess: ({ message }) => toast.success(message) })
            }
          />
        ))}
      </div>
      {change.error && <p role="alert">{changeFailure(change.error, CONTROL_TEXTS.notSwitched, LOOK)}</p>}
    </NativeDialog>
  );
}

function done(message: string, close: () => void): void {
  toast.success(message);
  close();
}

interface WordsProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  onSubmit: () => void;
  problem: string | null;
}

function Words({ label, placeholder, text, onText, onSubmit, problem }: WordsProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Textarea
        label={label}
        placeholder={placeholder}
        data-autofocus
        {...AUTO_DIR}
        autosize
        minRows={2}
        maxLength={LONGEST}
        value={text}
        error={problem}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </form>
  );
}
