import { Button, FileButton, Textarea } from "@mantine/core";
import { FileUp, RefreshCw } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "@/components/loyalty/form-dialog";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import type { TakenComments } from "@/lib/competitions/entries/contract";
import styles from "./competitions.module.css";
import { useBring, useFetchComments } from "./queries";
import { useTyped } from "./typed";

interface Props {
  opened: OpenedCompetition;
  /** The server reads comments by the official call. */
  canFetch: boolean;
  onClose: () => void;
}

/** Comments come in: pasted, as a file, or by the official call. Lines that say none are named, and the dialog stays for them. */
export function BringDialog({ opened, canFetch, onClose }: Props) {
  const { id, media_id } = opened.competition;
  const [typed, setTyped, forget] = useTyped(`paste_${id}`, "");
  const { taken, isSaving, error, bringFile, fetchThem } = useBringing(id, onClose);
  return (
    <FormDialog
      title={TEXTS.bring}
      submit="Bring in what is pasted"
      isReady={typed.trim() !== ""}
      isSaving={isSaving}
      problem={error ? changeFailure(error, "", TEXTS.shows) : null}
      onClose={onClose}
      onSubmit={() => bringFile(new File([typed], "pasted.txt"), "paste", forget)}
    >
      <p>{TEXTS.bringHelp}</p>
      <div className={styles.actions}>
        <FileButton onChange={(file) => file && bringFile(file, "file")} accept=".csv,.txt,.tsv,text/csv,text/plain">
          {(opener) => (
            <Button {...opener} variant="default" disabled={isSaving} leftSection={<FileUp size={18} strokeWidth={1.75} aria-hidden />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        {canFetch && media_id !== "" && (
          <Button
            variant="default"
            disabled={isSaving}
            leftSection={<RefreshCw size={18} strokeWidth={1.75} aria-hidden />}
            onClick={fetchThem}
          >
            Read them from Instagram
          </Button>
        )}
      </div>
      {canFetch && <p className={styles.facts}>{TEXTS.ads}</p>}
      <Textarea
        label="Or paste the comments"
        description="As Instagram shows them, or a line for each: @name and the words."
        {...AUTO_DIR}
        autosize
        minRows={5}
        maxRows={12}
        maxLength={400_000}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {taken && <Wrong taken={taken} />}
    </FormDialog>
  );
}

/** @param onDone where every line was read */
function useBringing(id: string, onDone: () => void) {
  const [taken, setTaken] = useState<TakenComments | null>(null);
  const bring = useBring(id);
  const fetching = useFetchComments(id);
  const done = (answer: TakenComments) => {
    toast.success(answer.message);
    if (answer.wrong_count === 0) onDone();
    else setTaken(answer);
  };
  const begin = () => {
    setTaken(null);
    bring.reset();
    fetching.reset();
  };
  return {
    taken,
    isSaving: bring.isPending || fetching.isPending,
    error: bring.error ?? fetching.error,
    bringFile: (file: File, source: "file" | "paste", forget?: () => void) => {
      begin();
      bring.mutate(
        { file, source },
        {
          onSuccess: (answer) => {
            forget?.();
            done(answer);
          },
        },
      );
    },
    fetchThem: () => {
      begin();
      fetching.mutate(null, { onSuccess: done });
    },
  };
}

function Wrong({ taken: { message, wrong, wrong_count } }: { taken: TakenComments }) {
  return (
    <div role="alert" className={styles.body}>
      <p>{message}</p>
      <ul className={styles.list}>
        {wrong.map(({ line, reason }) => (
          <li key={line} className={styles.facts}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
      {wrong_count > wrong.length && <p className={styles.facts}>And {wrong_count - wrong.length} more.</p>}
    </div>
  );
}
