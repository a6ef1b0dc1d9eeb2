import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import { useBranch } from "@/components/app-base/app-settings";
import { useHoldsEverything } from "@/components/app-base/session";
import { HeldButton } from "@/components/ui/held-button";
import { NativeDialog } from "@/components/ui/native-dialog";
import { asciiDigits } from "@/lib/digits";
import { branchName } from "@/lib/known-branches";
import { confirmCancel } from "@/lib/queue/queue-texts";
import styles from "./cancel-dialog.module.css";
import { handedOverInWords } from "./handed-over-text";
import { useSendingPauseNow } from "./queries";

/** `pause` stops sending and keeps what waits; of the chosen branch, or of the whole group. */
export interface CancelAnswer {
  does: "keep" | "pause" | "cancel";
  whole_group: boolean;
}

/** From so many on the number is typed before they are cancelled (docs/design/open-screens.md 2.6.10): they do not come back. */
const TYPED_FROM = 10;

/**
 * The question before what waits is cancelled: of the chosen branch, or, where whoever may do everything chooses it, of the whole
 * group. It stands at once; what it is about is asked for meanwhile.
 */
export function CancelDialog({ onAnswer }: { onAnswer: (answer: CancelAnswer) => void }) {
  const [whole_group, setWhole] = useState(false);
  const branch = branchName(useBranch());
  const whose = whole_group ? null : branch;
  const { waiting, handed_over } = useNumbersAtFirst(whole_group);
  const [typed, setTyped] = useState("");
  const asksNumber = waiting !== null && waiting >= TYPED_FROM;
  const isTyped = !asksNumber || asciiDigits(typed).replace(/[\s,.]/g, "") === String(waiting);
  const answer = (does: CancelAnswer["does"]) => onAnswer({ does, whole_group });
  const cancel = () => isTyped && answer("cancel");
  return (
    <NativeDialog
      opened
      role="alertdialog"
      title={confirmCancel(whose)}
      onClose={() => answer("keep")}
      actions={
        <>
          <Button size="lg" variant="default" onClick={() => answer("keep")}>
            Keep sending
          </Button>
          <Button size="lg" variant="default" onClick={() => answer("pause")}>
            Only stop
          </Button>
          <HeldButton size="lg" color="danger" disabled={!isTyped} onClick={cancel}>
            {whole_group ? "Cancel all sending" : "Cancel sending"}
          </HeldButton>
        </>
      }
    >
      <Whose
        branch={branch}
        isGroup={whole_group}
        onChange={(isGroup) => {
          setWhole(isGroup);
          setTyped(""); // it was another number
        }}
      />
      {inWords(waiting, whose)} {handedOverInWords(handed_over)} Nothing more {whose && `of ${whose} `}is sent until somebody resumes it
      {whose && "; other branches go on"}. Paused, what waits stays and goes out later.
      {asksNumber && (
        <form
          className={styles.typed}
          onSubmit={(event) => {
            event.preventDefault();
            cancel();
          }}
        >
          <TextInput
            label={`Type ${waiting} to cancel them`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      )}
    </NativeDialog>
  );
}

/** The chosen branch alone, or all of them: for whoever may do everything. */
function Whose({ branch, isGroup, onChange }: { branch: string; isGroup: boolean; onChange: (isGroup: boolean) => void }) {
  if (!useHoldsEverything()) return null;
  return (
    <SegmentedControl
      classNames={{ root: styles.whose, label: styles.whoseLabel }}
      aria-label="Whose messages"
      fullWidth
      value={isGroup ? "group" : "branch"}
      onChange={(value) => onChange(value === "group")}
      data={[
        { value: "branch", label: branch },
        { value: "group", label: "All branches" },
      ]}
    />
  );
}

interface Numbers {
  /** Null while nobody knows. */
  waiting: number | null;
  /** Null where a server of an older version counts them among those that wait. */
  handed_over: number | null;
}

/** How many wait and were handed over, as it was first shown: the numbers must not change under the fingers while some of them go out. */
function useNumbersAtFirst(whole_group: boolean): Numbers {
  const { data } = useSendingPauseNow(whole_group);
  const [first, setFirst] = useState<{ branch?: Numbers; group?: Numbers }>({});
  const which = whole_group ? "group" : "branch";
  const waiting = data?.waiting ?? null;
  if (waiting !== null && !first[which]) setFirst({ ...first, [which]: { waiting, handed_over: data?.handed_over ?? null } });
  return first[which] ?? { waiting: null, handed_over: null };
}

function inWords(waiting: number | null, whose: string | null): string {
  const of = whose ?? "all branches";
  if (waiting === null) return `Every message of ${of} that waits is cancelled and stays cancelled.`;
  if (waiting === 0) return `No message of ${of} waits now. Whatever is queued from now on waits too.`;
  if (waiting === 1) return `1 message of ${of} waits. It is cancelled and stays cancelled.`;
  return `${waiting.toLocaleString("en")} messages of ${of} wait. They are cancelled and stay cancelled.`;
}
